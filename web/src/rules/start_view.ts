/** The board's start as a view, known before the library is there. */
import { startingBoard } from "virtual:starting-board";
import type { View } from "./game";

export const startView: View = {
    tigers: startingBoard.tigers,
    goats: 0,
    side: "goats",
    goatsInHand: startingBoard.shape.goats,
    goatsEaten: 0,
    turn: 1,
    quietTurns: 0,
    quietTurnsLeft: undefined,
    trapped: 0,
    occurrences: 0,
    earlier: [],
    move: undefined,
    result: "*",
    ending: "unfinished",
};
