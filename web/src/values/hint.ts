/** A hint: the best move by the server's solution, or else what the engine would play. */
import { useEffect, useRef, useState } from "preact/hooks";
import { sharedThinker } from "../play/current";
import type { Session } from "../play/session";
import type { Move, PlayedGame, Side } from "../rules/game";
import type { Catalogue } from "../words/words";
import { adviser } from "./review";
import { askAbilities, type Lack, solutionFor } from "./server";
import { isUnsolved, keepingMoves, type PositionValue, positionValue } from "./values";

export interface Advice {
    move: Move;
    /** What the move keeps, where that is known for certain; else why it is not. */
    keeps: "win" | "draw" | "loss" | undefined;
    lack: Lack | undefined;
}

function outcome(result: string, side: Side): "win" | "draw" | "loss" {
    if (result === "1/2-1/2") {
        return "draw";
    }
    return (result === "1-0") === (side === "goats") ? "win" : "loss";
}

/** What the solution says of the present position; else why it says nothing. */
async function exactValue(game: PlayedGame, start: string | undefined): Promise<PositionValue | Lack> {
    await askAbilities();
    const solution = solutionFor(game.rules) ?? "unreachable";
    if (typeof solution === "string") {
        return solution;
    }
    return positionValue(game, start, game.plies).catch((error: unknown) =>
        isUnsolved(error) ? "rules" : "unreachable",
    );
}

/**
 * Advice for the side to move; undefined when nobody knows any. A win or a loss is played as the solution has it. Among many
 * moves that keep a draw the solution does not prefer any: there the engine's choice counts, if it is one of them.
 */
async function advise(game: PlayedGame, start: string | undefined): Promise<Advice | undefined> {
    const named = (text: string | undefined): Move | undefined => game.legal.find((move) => move.text === text);
    const exact = await exactValue(game, start);
    const keeps = typeof exact === "string" ? undefined : outcome(exact.result, game.view.side);
    const best = typeof exact === "string" ? undefined : named(exact.moves[0]?.move);
    if (best !== undefined && keeps !== "draw") {
        return { move: best, keeps, lack: undefined };
    }
    const { move: found } = await sharedThinker().think({
        rules: game.rules,
        position: start,
        moves: game.moves.map(({ text }) => text),
        level: adviser,
    });
    if (typeof exact === "string") {
        const move = named(found);
        return move === undefined ? undefined : { move, keeps: undefined, lack: exact };
    }
    const move = named(keepingMoves(exact).find((candidate) => candidate.move === found)?.move) ?? best;
    return move === undefined ? undefined : { move, keeps, lack: undefined };
}

export type Hint = "asking" | "none" | Advice;

/** The hint for the present position, once it has been asked for. */
export function useHint(session: Session, start: string | undefined): { hint: Hint | undefined; ask: () => void } {
    const [hint, setHint] = useState<Hint | undefined>(undefined);
    const question = useRef(0);
    useEffect(() => {
        question.current += 1;
        setHint(undefined);
    }, [session, session.changed.value]);
    const ask = (): void => {
        question.current += 1;
        const asked = question.current;
        setHint("asking");
        void advise(session.game, start).then((advice) => {
            if (asked === question.current) {
                setHint(advice ?? "none");
            }
        });
    };
    return { hint, ask };
}

/** A hint in words. */
export function sentenceOfHint(words: Catalogue, hint: Hint): string {
    const text = words.values;
    if (hint === "asking") {
        return text.hintAsking;
    }
    if (hint === "none") {
        return text.hintNone;
    }
    const move = hint.move.text;
    return hint.keeps === undefined
        ? `${text.engineWould(move)} ${hint.lack === undefined ? "" : text.lacks[hint.lack]}`.trim()
        : text.hints[hint.keeps](move);
}
