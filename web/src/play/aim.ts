/** What a tap on a point means: choose a piece, make a move, let go, or nothing, with the reason. */
import { has, type Move, type PlayedGame } from "../rules/game";

export type Aim =
    | { kind: "choose"; point: number }
    | { kind: "move"; move: Move }
    | { kind: "let-go" }
    | { kind: "refuse"; reason: string };

const refuse = (reason: string): Aim => ({ kind: "refuse", reason });

/** The moves of the piece on a point. */
export function movesFrom(game: PlayedGame, point: number | undefined): readonly Move[] {
    return point === undefined ? [] : game.legal.filter((move) => move.from === point);
}

/** The pieces that can move now, as a mask. */
export function movablePieces(game: PlayedGame): number {
    let mask = 0;
    for (const move of game.legal) {
        if (move.from !== undefined) {
            mask |= 1 << move.from;
        }
    }
    return mask;
}

/** A move from one point to another, or why there is none. */
export function aimFromTo(game: PlayedGame, from: number, to: number): Aim {
    const move = game.legal.find((candidate) => candidate.from === from && candidate.to === to);
    if (move !== undefined) {
        return { kind: "move", move };
    }
    // A goat that is tapped is the goat to eat, if that can mean one jump only.
    const jumps = game.legal.filter((candidate) => candidate.from === from && candidate.over === to);
    if (jumps.length === 1) {
        return { kind: "move", move: jumps[0] as Move };
    }
    const name = (point: number): string => game.shape.points[point]?.name ?? "";
    return refuse(game.refusal(name(from) + name(to)) ?? "OTHER");
}

/** What a tap means to the side to move, with `chosen` the point of the piece chosen before. */
export function aimAt(game: PlayedGame, chosen: number | undefined, point: number): Aim {
    const view = game.view;
    if (game.over) {
        return refuse("GAME_OVER");
    }
    if (chosen === point) {
        return { kind: "let-go" };
    }
    const own = view.side === "goats" ? view.goats : view.tigers;
    const others = view.side === "goats" ? view.tigers : view.goats;
    if (view.side === "goats" && view.goatsInHand > 0) {
        if (has(own, point)) {
            return refuse("MOVE_GOATS_IN_HAND");
        }
        const move = game.legal.find((candidate) => candidate.to === point);
        return move === undefined ? refuse("MOVE_OCCUPIED") : { kind: "move", move };
    }
    if (has(own, point)) {
        if (game.legal.some((move) => move.from === point)) {
            return { kind: "choose", point };
        }
        return refuse(whyBlocked(game, point));
    }
    if (chosen !== undefined) {
        return aimFromTo(game, chosen, point);
    }
    if (has(others, point)) {
        return refuse("MOVE_OTHER_SIDE");
    }
    return refuse(view.side === "goats" ? "CHOOSE_GOAT" : "CHOOSE_TIGER");
}

/** A piece without a legal move: walled in, or kept by the rule against repetition. */
function whyBlocked(game: PlayedGame, point: number): string {
    const from = game.shape.points[point];
    for (const target of game.shape.points) {
        if (from !== undefined && game.refusal(from.name + target.name) === "MOVE_REPEATS") {
            return "MOVE_REPEATS";
        }
    }
    return game.view.side === "goats" ? "BLOCKED_GOAT" : "BLOCKED_TIGER";
}

/** A typed move, in any form the library reads. */
export function aimTyped(game: PlayedGame, text: string): Aim {
    if (game.over) {
        return refuse("GAME_OVER");
    }
    const reason = game.refusal(text);
    return reason === undefined ? { kind: "move", move: game.decode(game.read(text)) } : refuse(reason);
}
