/** What each move of a game did to its outcome, and whence that is known. */
import type { Session } from "../play/session";
import { words } from "../words/words";
import type { Review } from "./review";
import { markOf, type PositionValue, type Verdict } from "./values";

/** The value of a position in words. */
export function sentenceOfValue(value: PositionValue): string {
    const text = words.value.values;
    const winner = value.result === "1-0" ? "goats" : value.result === "0-1" ? "tigers" : "nobody";
    return value.end === null || value.end === 0 ? text.outcome[winner] : text.outcomeIn[winner](text.turns(value.end));
}

/** What is said of the position looked at: the move that led there, and what the position is worth. */
export function ReviewLine({ review, session, ply }: { review: Review; session: Session; ply: number }) {
    const text = words.value.values;
    const verdict = review.verdict(ply);
    const value = review.values.value.get(ply);
    const before = review.values.value.get(ply - 1);
    const move = session.game.views[ply]?.move?.text ?? "";
    const better = before?.moves[0]?.move;
    const parts: string[] = [];
    if (verdict !== undefined) {
        parts.push(text.verdicts[verdict](move));
        if (markOf(verdict) !== "" && better !== undefined) {
            parts.push(text.better(better));
        }
    }
    if (value !== undefined) {
        // That it is a draw was just said of the move.
        if (verdict !== "keepsDraw" && verdict !== "winSlips") {
            parts.push(sentenceOfValue(value));
        }
    } else {
        const engine = review.engine.value.get(ply);
        if (engine !== undefined) {
            parts.push(text.engineWould(engine));
        }
    }
    return <>{parts.join(" ")}</>;
}

function stateOf(review: Review): string {
    const text = words.value.values;
    const state = review.state.value;
    if (state === "asking") {
        return text.asking;
    }
    if (state !== "exact") {
        return `${text.lacks[state]} ${text.engineInstead}`;
    }
    return review.partial.value ? `${text.exact} ${text.partial}` : text.exact;
}

export function ReviewPanel({ review, session }: { review: Review; session: Session }) {
    const text = words.value.values;
    const turning = review.turningPoints;
    const exact = review.state.value === "exact";
    return (
        <section class="review" aria-label={text.title} data-review={review.state.value}>
            <h2>{text.title}</h2>
            <p role="status">{stateOf(review)}</p>
            {exact && turning.length === 0 && <p>{text.noTurning}</p>}
            {turning.length > 0 && (
                <ul class="turning">
                    {turning.map((ply) => (
                        <li key={ply}>
                            <button type="button" class="turning-point" onClick={() => session.look(ply)}>
                                <span class="turning-ply">{words.value.play.turn(ply)}</span>
                                <span>
                                    {text.verdicts[review.verdict(ply) as Verdict](
                                        session.game.views[ply]?.move?.text ?? "",
                                    )}
                                </span>
                            </button>
                        </li>
                    ))}
                </ul>
            )}
        </section>
    );
}
