/** A game on this device: against the computer, or two people passing it. Remembered, so that a reload goes on with it. */
import { type Signal, signal } from "@preact/signals";
import { forget, recall, remember } from "../device/storage";
import type { Thinker, Thought } from "../engine/thinker";
import { Game, type Move, otherSide, type PlayedGame, type Rules, type Side } from "../rules/game";
import { type Control, Session } from "./session";

export interface LocalSetup {
    opponent: "computer" | "device";
    /** The side of the person who plays the computer. */
    side: Side;
    level: number;
    rules: Rules;
    /** A position to begin from. */
    position?: string;
}

interface Remembered {
    setup: LocalSetup;
    moves: string[];
    /** An end that no move made. */
    ended?: "agreement" | Side;
}

const storageKey = "game";
/** What plays the computer's side, and what is done where that does not run: gives the table at which the game goes on, if any. */
export interface Computer {
    thinker: Thinker;
    handOver: (setup: LocalSetup, game: PlayedGame) => Promise<string | undefined>;
}

/** The computer answers no sooner than this after a move, in milliseconds, so that both moves can be seen. */
const shortestAnswer = 500;

export class LocalSession extends Session {
    readonly kind: "computer" | "device";
    /** Why the computer's latest move is a makeshift: its engine does not run and the server did not help, or it was late. */
    readonly trouble: Signal<"failed" | "late" | undefined> = signal(undefined);
    /** The server's table at which the game goes on. */
    readonly movedTo: Signal<string | undefined> = signal(undefined);
    /** The computer has declined a draw at this ply. */
    readonly declined: Signal<number | undefined> = signal(undefined);
    private ended: Remembered["ended"];
    private thought = 0;

    private constructor(
        game: Game,
        readonly setup: LocalSetup,
        private readonly computer: Computer,
    ) {
        super(game);
        this.kind = setup.opponent;
    }

    /** Begins a game with moves already made; only the last of them is seen and heard. */
    static async begin(setup: LocalSetup, computer: Computer, moves: readonly string[] = []): Promise<LocalSession> {
        const game = await Game.make();
        game.begin(setup.rules, setup.position);
        game.playAll(moves.slice(0, -1));
        const session = new LocalSession(game, setup, computer);
        const last = moves.at(-1);
        if (last !== undefined) {
            session.make(game.read(last), session.control(game.view.side));
        }
        session.save();
        session.letThink();
        return session;
    }

    /** The game that was left, if there is one and it can still be read. */
    static async resume(computer: Computer): Promise<LocalSession | undefined> {
        const remembered = recall(storageKey) as Remembered | undefined;
        if (remembered === undefined) {
            return undefined;
        }
        try {
            const game = await Game.make();
            game.begin(remembered.setup.rules, remembered.setup.position);
            game.playAll(remembered.moves);
            const session = new LocalSession(game, remembered.setup, computer);
            session.endAs(remembered.ended);
            session.letThink();
            return session;
        } catch {
            forget(storageKey);
            return undefined;
        }
    }

    /** Whether an unfinished game with at least one move was left. */
    static waiting(): boolean {
        const remembered = recall(storageKey) as (Remembered & { over?: boolean }) | undefined;
        return remembered !== undefined && remembered.over !== true && (remembered.moves?.length ?? 0) > 0;
    }

    control(side: Side): Control {
        return this.setup.opponent === "device" || side === this.setup.side ? "here" : "computer";
    }

    move(move: Move): void {
        this.make(move.code, "here");
        this.save();
        this.letThink();
    }

    /** How many turns a takeback takes back now: to the last position in which somebody here chose. */
    private get takeBackCount(): number {
        const { game } = this;
        if (this.ended !== undefined) {
            return 0;
        }
        for (let ply = game.plies - 1; ply >= 0; ply -= 1) {
            const view = game.views[ply];
            if (view !== undefined && this.control(view.side) === "here") {
                return game.plies - ply;
            }
        }
        return -1;
    }

    get canTakeBack(): boolean {
        return this.takeBackCount >= 0;
    }

    takeBack(): void {
        const count = this.takeBackCount;
        if (count < 0) {
            return;
        }
        this.stopThinking();
        this.game.takeBack(count);
        this.ended = undefined;
        this.cursor.value = undefined;
        this.save();
        this.event.value = { kind: "taken-back", by: "here" };
        this.changed.value += 1;
        this.letThink();
    }

    /** The side to move gives up, or the person who plays the computer. */
    resign(): void {
        if (!this.game.over) {
            this.end(this.own ?? this.game.view.side);
        }
    }

    /** Ends in a draw by agreement; the computer plays on. */
    agreeDraw(): void {
        if (this.game.over) {
            return;
        }
        if (this.kind === "computer") {
            this.declined.value = this.game.plies;
            return;
        }
        this.end("agreement");
    }

    /** The same again with sides changed. */
    rematchSetup(): LocalSetup {
        const setup = { ...this.setup, side: otherSide(this.setup.side) };
        return setup;
    }

    override dispose(): void {
        this.stopThinking();
    }

    private end(how: NonNullable<Remembered["ended"]>): void {
        this.stopThinking();
        this.endAs(how);
        this.cursor.value = undefined;
        this.save();
        this.senseEnd();
        this.event.value = { kind: "end", by: "here" };
        this.changed.value += 1;
    }

    private endAs(how: Remembered["ended"]): void {
        if (how === "agreement") {
            this.game.agreeDraw();
        } else if (how !== undefined) {
            this.game.resign(how);
        }
        this.ended = how;
    }

    private save(): void {
        const remembered: Remembered & { over: boolean } = {
            setup: this.setup,
            moves: this.game.moves.map((move) => move.text),
            over: this.game.over,
            ...(this.ended === undefined ? {} : { ended: this.ended }),
        };
        remember(storageKey, remembered);
    }

    private stopThinking(): void {
        this.thought += 1;
        this.thinking.value = false;
        this.computer.thinker.stop();
    }

    private letThink(): void {
        if (!this.game.over && this.control(this.game.view.side) === "computer") {
            void this.think();
        }
    }

    private async think(): Promise<void> {
        const { game, setup } = this;
        this.thought += 1;
        const thought = this.thought;
        const plies = game.plies;
        const outdated = (): boolean => thought !== this.thought || game.plies !== plies || game.over;
        this.thinking.value = true;
        const pause = new Promise((resolve) => setTimeout(resolve, shortestAnswer));
        const answer = await this.computer.thinker.think({
            rules: setup.rules,
            position: setup.position,
            moves: game.moves.map((move) => move.text),
            level: setup.level,
        });
        await pause;
        if (outdated()) {
            return;
        }
        if (answer.move === undefined && answer.lack === "failed") {
            const table = await this.computer.handOver(setup, game);
            if (outdated()) {
                return;
            }
            if (table !== undefined) {
                this.thinking.value = false;
                this.movedTo.value = table;
                forget(storageKey);
                return;
            }
        }
        this.answer(answer);
    }

    /** Makes the move that was found, or a makeshift: the computer never leaves a player waiting. */
    private answer(answer: Thought): void {
        const { legal } = this.game;
        this.thinking.value = false;
        let move = legal.find((candidate) => candidate.text === answer.move);
        if (move === undefined) {
            this.trouble.value = answer.move === undefined && answer.lack === "failed" ? "failed" : "late";
            move = legal.find((candidate) => candidate.over !== undefined) ?? legal[legal.length >> 1];
        } else {
            this.trouble.value = undefined;
        }
        if (move !== undefined) {
            this.make(move.code, "computer");
            this.save();
        }
    }
}
