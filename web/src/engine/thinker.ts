/**
 * The computer player as the page sees it: a Worker that is asked for a move, and a watchdog that never lets it think for ever.
 *
 * A Worker that does not answer in time is ended; the next question starts a new one.
 */
import type { Rules } from "../rules/game";
import type { Answer, Question } from "./worker";

export interface Task {
    rules: Rules;
    position: string | undefined;
    moves: string[];
    level: number;
}

export interface Thinker {
    /** The move found, as text; undefined when there was none in time. Asking again or stop() gives up an earlier question. */
    think(task: Task): Promise<string | undefined>;
    stop(): void;
}

/** How long an answer may take, in milliseconds: the engine's own limit is far below, a slow device's start-up is not. */
const patience = 12000;

export class WorkerThinker implements Thinker {
    private worker: Worker | undefined;
    private question = 0;
    private giveUp: (() => void) | undefined;

    constructor(private readonly limit = patience) {}

    think(task: Task): Promise<string | undefined> {
        this.stop();
        this.question += 1;
        const question = this.question;
        return new Promise((resolve) => {
            let worker: Worker;
            const finish = (move: string | undefined, end: boolean): void => {
                clearTimeout(watchdog);
                this.giveUp = undefined;
                if (end) {
                    this.end();
                }
                resolve(move);
            };
            const watchdog = setTimeout(() => finish(undefined, true), this.limit);
            this.giveUp = () => finish(undefined, true);
            try {
                worker = this.start();
            } catch {
                finish(undefined, true);
                return;
            }
            worker.onmessage = ({ data }: MessageEvent<Answer>) => {
                if (data.question === question) {
                    finish(data.move, false);
                }
            };
            worker.onerror = () => finish(undefined, true);
            const message: Question = { ...task, question };
            worker.postMessage(message);
        });
    }

    stop(): void {
        this.giveUp?.();
    }

    private start(): Worker {
        this.worker ??= new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "engine" });
        return this.worker;
    }

    private end(): void {
        this.worker?.terminate();
        this.worker = undefined;
    }
}
