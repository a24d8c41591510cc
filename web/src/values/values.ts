/** Exact values of positions, as the server's solution has them. */
import { type Move, type PlayedGame, type Result, rulesText, type Side } from "../rules/game";
import { getValues, Refusal } from "../table/requests";

export interface Value {
    result: Exclude<Result, "*">;
    /** Turns to the next capture or the end. */
    zero: number | null;
    /** Turns to the end. */
    end: number | null;
}

export interface MoveValue extends Value {
    move: string;
    repeats: boolean;
}

export interface PositionValue extends Value {
    /** Best first for the side to move. */
    moves: readonly MoveValue[];
}

/** The value of a game after so many turns, the history counted in. Rejects with a Refusal where there is none. */
export function positionValue(game: PlayedGame, start: string | undefined, ply: number): Promise<PositionValue> {
    const moves = game.moves.slice(0, ply).map((move) => move.text);
    const question = new URLSearchParams({ rules: rulesText(game.rules) });
    if (start !== undefined) {
        question.set("position", start);
    }
    // Commas stay as they are: a long game fills the address.
    return getValues(`${question}&moves=${moves.join()}`);
}

/** What a move did to the outcome, for the side that made it. */
export type Verdict = "keepsWin" | "keepsDraw" | "wasLost" | "winSlips" | "winThrown" | "drawThrown";

/** 2 for a win of the side, 1 for a draw, 0 for a loss. */
function worth(result: Value["result"], side: Side): number {
    if (result === "1/2-1/2") {
        return 1;
    }
    return (result === "1-0") === (side === "goats") ? 2 : 0;
}

/** Judges a move made by `side` in a position of known value; undefined when the values do not know the move. */
export function verdictOf(before: PositionValue, move: Move, side: Side): Verdict | undefined {
    const made = before.moves.find((candidate) => candidate.move === move.text);
    if (made === undefined) {
        return undefined;
    }
    const was = worth(before.result, side);
    const is = worth(made.result, side);
    if (is >= was) {
        return was === 2 ? "keepsWin" : was === 1 ? "keepsDraw" : "wasLost";
    }
    return was === 1 ? "drawThrown" : is === 1 ? "winSlips" : "winThrown";
}

/** The mark of a move that changed the outcome, as it is written behind moves; empty for all others. */
export function markOf(verdict: Verdict | undefined): string {
    return verdict === "winThrown" ? "??" : verdict === "winSlips" || verdict === "drawThrown" ? "?" : "";
}

/** The moves that keep the value, best first. */
export function keepingMoves(value: PositionValue): readonly MoveValue[] {
    return value.moves.filter(({ result }) => result === value.result);
}

/** Whether a refusal means that the solution has no answer for this position, rather than that nobody answered. */
export function isUnsolved(error: unknown): boolean {
    return error instanceof Refusal && error.code === "no_solution";
}
