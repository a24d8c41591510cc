/** The steps of the lesson: where each begins, what is asked, and what counts as done. */
import type { Game, Move } from "../rules/game";

export type StepName = "lines" | "place" | "eat" | "protect" | "trap" | "draw";

export interface Step {
    name: StepName;
    position: string;
    /** Whether the pieces can be moved; without that, tapping a point shows its lines. */
    moves: boolean;
    /** Judges the move just made: done, or wrong, or that more is to come. */
    judge(game: Game, move: Move): "done" | "wrong" | "more";
}

const goatsAsked = 3;

export const steps: readonly Step[] = [
    { name: "lines", position: "T3T/5/5/5/T3T g 20 0 0 1", moves: false, judge: () => "done" },
    {
        name: "place",
        position: "T3T/5/5/5/T3T g 20 0 0 1",
        moves: true,
        judge: (game) => (game.shape.goats - game.view.goatsInHand >= goatsAsked ? "done" : "more"),
    },
    {
        name: "eat",
        position: "T3T/5/5/1G3/T3T t 19 0 0 1",
        moves: true,
        judge: (_game, move) => (move.over === undefined ? "wrong" : "done"),
    },
    {
        name: "protect",
        position: "T3T/5/2T2/2G2/4T g 19 0 0 2",
        moves: true,
        judge: (game) => (game.legal.some((move) => move.over !== undefined) ? "wrong" : "done"),
    },
    {
        name: "trap",
        position: "TGGGT/GGGGG/GG1GG/GGGGG/TGGGT g 0 0 0 21",
        moves: true,
        judge: (game) => (game.view.ending === "trapped" ? "done" : "wrong"),
    },
    { name: "draw", position: "TGGGT/GGGGG/G1T1G/GGGGG/GG1GT g 0 2 8 40", moves: false, judge: () => "done" },
];

/** The tigers' answer in the lesson: a step that eats nothing. */
export function quietAnswer(game: Game): Move | undefined {
    const quiet = game.legal.filter((move) => move.over === undefined);
    return quiet[(game.plies * 5) % Math.max(quiet.length, 1)];
}
