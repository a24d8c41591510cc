/**
 * The look back at a game: the exact value after each turn, where the server knows it; else what the engine would play.
 *
 * Values are asked for one after the other, from the start on, so that a long game does not meet the server's limits; the
 * engine is asked only for the position that is looked at.
 */
import { type Signal, signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { sharedThinker } from "../play/current";
import type { Session } from "../play/session";
import type { PlayedGame } from "../rules/game";
import { Refusal } from "../table/requests";
import { askAbilities, type Lack, solutionFor } from "./server";
import { isUnsolved, type PositionValue, positionValue, type Verdict, verdictOf } from "./values";

/** The engine's strongest level. */
export const adviser = 8;

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));

export class Review {
    readonly state: Signal<"asking" | "exact" | Lack> = signal("asking");
    /** Whether the solution knows nothing of the placement phase. */
    readonly partial = signal(false);
    /** By the number of turns made. */
    readonly values: Signal<ReadonlyMap<number, PositionValue>> = signal(new Map());
    /** The engine's move by the number of turns made; undefined when it found none. */
    readonly engine: Signal<ReadonlyMap<number, string | undefined>> = signal(new Map());
    private ended = false;

    constructor(
        private readonly game: PlayedGame,
        private readonly start: string | undefined,
    ) {
        void this.lookUp();
    }

    dispose(): void {
        this.ended = true;
    }

    verdict(ply: number): Verdict | undefined {
        const before = this.values.value.get(ply - 1);
        const side = this.game.views[ply - 1]?.side;
        const move = this.game.views[ply]?.move;
        return before === undefined || side === undefined || move === undefined
            ? undefined
            : verdictOf(before, move, side);
    }

    /** The turns whose move changed the outcome. */
    get turningPoints(): readonly number[] {
        return Array.from({ length: this.game.plies }, (_, index) => index + 1).filter((ply) => {
            const verdict = this.verdict(ply);
            return verdict === "winSlips" || verdict === "winThrown" || verdict === "drawThrown";
        });
    }

    /** Lets the engine look at the position after so many turns. */
    async askEngine(ply: number): Promise<void> {
        if (this.engine.value.has(ply) || this.game.views[ply]?.result !== "*") {
            return;
        }
        const { move } = await sharedThinker().think({
            rules: this.game.rules,
            position: this.start,
            moves: this.game.moves.slice(0, ply).map(({ text }) => text),
            level: adviser,
        });
        if (!this.ended && move !== undefined) {
            this.engine.value = new Map(this.engine.value).set(ply, move);
        }
    }

    private async lookUp(): Promise<void> {
        await askAbilities();
        const solution = solutionFor(this.game.rules) ?? "unreachable";
        if (typeof solution === "string") {
            this.state.value = solution;
            return;
        }
        this.partial.value = !solution.placement;
        for (let ply = 0; ply <= this.game.plies && !this.ended; ply += 1) {
            const view = this.game.views[ply];
            // An end that no move made leaves a position to be valued; one that a move made is its own value.
            const open = view?.result === "*" || view?.ending === "agreement" || view?.ending === "resignation";
            if (!open || (this.partial.value && view !== undefined && view.goatsInHand > 0)) {
                continue;
            }
            try {
                const value = await positionValue(this.game, this.start, ply);
                if (!this.ended) {
                    this.values.value = new Map(this.values.value).set(ply, value);
                }
            } catch (error) {
                if (error instanceof Refusal && error.code === "too_many_requests") {
                    await pause(error.retryAfter ?? 1);
                    ply -= 1;
                } else if (!isUnsolved(error)) {
                    this.state.value = "unreachable";
                    return;
                }
            }
        }
        if (!this.ended) {
            this.state.value = "exact";
        }
    }
}

/** The review of a session's game while it is wanted. */
export function useReview(session: Session, start: string | undefined, wanted: boolean): Review | undefined {
    const [review, setReview] = useState<Review | undefined>(undefined);
    useEffect(() => {
        if (!wanted) {
            setReview(undefined);
            return undefined;
        }
        const made = new Review(session.game, start);
        setReview(made);
        return () => made.dispose();
    }, [session, wanted, session.game.plies]);
    return review;
}
