/**
 * The computer player as the page sees it: a Worker that is asked for a move, and a watchdog that never lets it think for ever.
 *
 * A Worker that fails or does not answer in time is ended; the next question starts a new one.
 */
import type { Rules } from "../rules/game";
import type { Answer, Question } from "./worker";

export interface Task {
    rules: Rules;
    position: string | undefined;
    moves: string[];
    level: number;
}

/** A move as text, or why there is none: the engine does not run here, or did not answer in time, or was not to go on. */
export type Thought = { move: string } | { move: undefined; lack: "failed" | "late" | "stopped" };

export interface Thinker {
    /** Asking again or stop() gives up an earlier question. */
    think(task: Task): Promise<Thought>;
    stop(): void;
}

/** How long an answer may take, in milliseconds: the engine's own limit is far below, a slow device's start-up is not. */
const patience = 12000;

export class WorkerThinker implements Thinker {
    private worker: Worker | undefined;
    private question = 0;
    private giveUp: (() => void) | undefined;

    constructor(private readonly limit = patience) {}

    think(task: Task): Promise<Thought> {
        this.stop();
        this.question += 1;
        const question = this.question;
        return new Promise((resolve) => {
            let worker: Worker;
            const finish = (thought: Thought): void => {
                clearTimeout(watchdog);
                this.giveUp = undefined;
                if (thought.move === undefined) {
                    this.end();
                }
                resolve(thought);
            };
            const lack = (why: "failed" | "late" | "stopped"): void => finish({ move: undefined, lack: why });
            const watchdog = setTimeout(() => lack("late"), this.limit);
            this.giveUp = () => lack("stopped");
            try {
                worker = this.start();
            } catch {
                lack("failed");
                return;
            }
            worker.onmessage = ({ data }: MessageEvent<Answer>) => {
                if (data.question === question) {
                    if (data.move === undefined) {
                        lack("failed");
                    } else {
                        finish({ move: data.move });
                    }
                }
            };
            worker.onerror = () => lack("failed");
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
