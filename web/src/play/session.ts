/** A game that somebody plays here: what the page of a game shows and does, whoever the players are. */
import { type Signal, signal } from "@preact/signals";
import { sense } from "../device/sound";
import { type Move, otherSide, type PlayedGame, type Side, type View } from "../rules/game";

/** Who moves a side's pieces. */
export type Control = "here" | "computer" | "remote";

export interface Event {
    kind: "move" | "taken-back" | "end" | "begin";
    move?: Move;
    side?: Side;
    /** Who did it; events of others are announced even while focus is elsewhere. */
    by: Control;
}

export abstract class Session {
    /** Rises with every change of the game. */
    readonly changed = signal(0);
    /** The ply being looked at; undefined for the present position. */
    readonly cursor: Signal<number | undefined> = signal(undefined);
    /** The latest event, for announcements. */
    readonly event: Signal<Event | undefined> = signal(undefined);
    readonly thinking = signal(false);

    constructor(readonly game: PlayedGame) {}

    abstract readonly kind: "computer" | "device" | "table";
    abstract control(side: Side): Control;
    /** Sends or makes a move that the game has found legal. */
    abstract move(move: Move): void;
    /** Whether this page may take back now. */
    abstract readonly canTakeBack: boolean;
    abstract takeBack(): void;
    abstract resign(): void;

    /** The only side played here, where it is only one. */
    get own(): Side | undefined {
        const goats = this.control("goats") === "here";
        const tigers = this.control("tigers") === "here";
        return goats === tigers ? undefined : goats ? "goats" : "tigers";
    }

    /** Why nothing can be moved here now, or undefined. */
    get refusal(): string | undefined {
        if (this.game.over) {
            return "GAME_OVER";
        }
        if (this.cursor.value !== undefined) {
            return "LOOKING_BACK";
        }
        return this.control(this.game.view.side) === "here" ? undefined : "NOT_YOUR_TURN";
    }

    /** The position on the screen. */
    get shown(): View {
        const ply = this.cursor.value;
        return (ply === undefined ? undefined : this.game.views[ply]) ?? this.game.view;
    }

    /** Looks at a ply; the last one is the present. */
    look(ply: number): void {
        const bounded = Math.max(0, Math.min(ply, this.game.plies));
        this.cursor.value = bounded === this.game.plies ? undefined : bounded;
    }

    /** Ends what the session has running. */
    dispose(): void {}

    /** Makes a move in the game and lets it be seen and heard. `silent` for moves that are only caught up with. */
    protected make(code: number, by: Control, silent = false): void {
        const side = this.game.view.side;
        const move = this.game.play(code);
        this.cursor.value = undefined;
        if (!silent) {
            if (this.game.over) {
                this.senseEnd();
            } else {
                sense(move.over !== undefined ? "eat" : move.from === undefined ? "place" : "step");
            }
        }
        this.event.value = { kind: "move", move, side, by };
        this.changed.value += 1;
    }

    protected senseEnd(): void {
        const result = this.game.view.result;
        const winner: Side | undefined = result === "1-0" ? "goats" : result === "0-1" ? "tigers" : undefined;
        const own = this.own;
        sense(winner === undefined ? "draw" : own !== undefined && winner === otherSide(own) ? "lose" : "win");
    }
}
