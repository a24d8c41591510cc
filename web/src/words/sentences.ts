/** Sentences made from a game: what happened, how it ended, why a move was refused, which rules hold. */
import type { Move, PlayedGame, Rules, Side, View } from "../rules/game";
import type { Catalogue } from "./words";

/** A move as it is announced. `shape` names the points, `side` made the move. */
export function sentenceOfMove(words: Catalogue, game: PlayedGame, move: Move, side: Side): string {
    const name = (point: number): string => game.shape.points[point]?.name ?? "";
    if (move.from === undefined) {
        return words.announce.placed(name(move.to));
    }
    if (move.over !== undefined) {
        return words.announce.ate(name(move.from), name(move.to), name(move.over));
    }
    return side === "goats"
        ? words.announce.goatStep(name(move.from), name(move.to))
        : words.announce.tigerStep(name(move.from), name(move.to));
}

/** Why a move was refused: a reason of the library or of the page, in words. */
export function sentenceOfRefusal(words: Catalogue, reason: string, sideToMove: Side): string {
    const reasons: Record<string, string> = words.reasons;
    if (reason === "MOVE_OTHER_SIDE") {
        return sideToMove === "goats" ? words.reasons.MOVE_OTHER_SIDE_GOATS : words.reasons.MOVE_OTHER_SIDE_TIGERS;
    }
    return reasons[reason] ?? words.reasons.OTHER;
}

export interface EndSentences {
    heading: string;
    reason: string;
}

/** Who won and why. `own` is the side of the one who reads it, where only one side is theirs. */
export function sentencesOfEnd(words: Catalogue, view: View, rules: Rules, own: Side | undefined): EndSentences {
    const winner = view.result === "1-0" ? "goats" : view.result === "0-1" ? "tigers" : undefined;
    let heading = words.end.draw;
    if (winner !== undefined && own !== undefined) {
        heading = winner === own ? words.end.youWin : words.end.youLose;
    } else if (winner !== undefined) {
        heading = winner === "goats" ? words.end.goatsWin : words.end.tigersWin;
    }
    const reasons: Record<View["ending"], string> = {
        unfinished: words.end.abandoned,
        captured: words.end.captured(view.goatsEaten),
        trapped: words.end.trapped,
        stuck: winner === undefined ? words.end.stuckDraw : words.end.stuckTigersWin,
        repetition: words.end.repetition,
        quiet: words.end.quiet(rules.quietTurns),
        agreement: words.end.agreement,
        resignation: winner === "goats" ? words.end.resignedTigers : words.end.resignedGoats,
    };
    return { heading, reason: reasons[view.ending] };
}

/** The rule set in force, in a line. */
export function lineOfRules(words: Catalogue, rules: Rules): string {
    return [
        words.rulesLine.goatsToWin(rules.goatsToWin),
        words.rulesLine.repetition[rules.repetition],
        words.rulesLine.stalemate[rules.goatStalemate],
        words.rulesLine.quiet(rules.quietTurns),
    ]
        .filter((part) => part !== "")
        .join(" · ");
}
