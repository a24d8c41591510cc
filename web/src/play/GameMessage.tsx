/** The line below the board: what to do next, what is to be known, and why a tap did nothing. */
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Icon } from "../pages/Icon";
import type { Move, PlayedGame, Side, View } from "../rules/game";
import { type Hint, sentenceOfHint } from "../values/hint";
import { ReviewLine } from "../values/ReviewPanel";
import type { Review } from "../values/review";
import { sentenceOfRefusal } from "../words/sentences";
import { words } from "../words/words";
import type { Session } from "./session";

interface GameMessageProps {
    session: Session;
    names: Record<Side, string>;
    /** Why the latest tap did nothing. */
    refused: string | undefined;
    /** A move that would end the game by repetition and waits to be chosen once more. */
    drawing: Move | undefined;
    chosen: number | undefined;
    /** Turned round, for who sits opposite. */
    facing: boolean;
    review: Review | undefined;
    hint: Hint | undefined;
    /** Said instead of what to do next: an answer of the other side. */
    notice: string | undefined;
    /** Asks for a hint; undefined where there are none. */
    onHint: (() => void) | undefined;
}

/** Whether a position has been here before, once more or so, and that counts. */
export function warnsOfRepetition(game: PlayedGame, position: View): boolean {
    if (position.result !== "*") {
        return false;
    }
    return game.rules.repetition === "draw"
        ? position.occurrences === 2
        : game.rules.repetition === "none" && position.occurrences >= 2;
}

/** What is said of a position that has been here before. */
export function sentenceOfRepetition(game: PlayedGame, position: View): string {
    const text = words.value.play;
    return game.rules.repetition === "draw" ? text.twice : text.times(position.occurrences);
}

/** Buttons that lead to the earlier times of a position. */
function Earlier({ plies, session }: { plies: readonly number[]; session: Session }) {
    const text = words.value.play;
    const one = plies.length === 1;
    return (
        <span class="earlier">
            {!one && <span>{text.earlierTimes}</span>}
            {plies.map((ply) => (
                <button type="button" class="link-button" key={ply} onClick={() => session.look(ply)}>
                    {one ? text.seeEarlier : text.turn(ply)}
                </button>
            ))}
        </span>
    );
}

interface Said {
    text: ComponentChildren;
    kind: "hint" | "warning" | "refusal" | "review" | "advice";
    more?: ComponentChildren;
}

function say(props: GameMessageProps): Said {
    const { session, refused, drawing, chosen, review, hint } = props;
    const { game } = session;
    const text = words.value;
    const cursor = session.cursor.value;
    if (refused !== undefined) {
        return { text: sentenceOfRefusal(text, refused, game.view.side), kind: "refusal" };
    }
    if (drawing !== undefined) {
        return {
            text: text.play.wouldDraw,
            kind: "warning",
            more: <Earlier plies={game.earlierAfter(drawing)} session={session} />,
        };
    }
    if (cursor !== undefined) {
        return review === undefined
            ? { text: text.play.lookingBack(cursor, game.plies), kind: "hint" }
            : {
                  text: (
                      <>
                          {text.play.turnOf(cursor, game.plies)}{" "}
                          <ReviewLine review={review} session={session} ply={cursor} />
                      </>
                  ),
                  kind: "review",
              };
    }
    if (hint !== undefined) {
        return { text: sentenceOfHint(text, hint), kind: "advice" };
    }
    if (props.notice !== undefined) {
        return { text: props.notice, kind: "advice" };
    }
    if (warnsOfRepetition(game, game.view) && game.view.earlier.length > 0) {
        return {
            text: sentenceOfRepetition(game, game.view),
            kind: "warning",
            more: <Earlier plies={game.view.earlier} session={session} />,
        };
    }
    const left = game.view.quietTurnsLeft;
    if (left !== undefined && left <= 20) {
        return { text: text.play.quietLeft(left), kind: "warning" };
    }
    if (session.refusal !== undefined) {
        return { text: text.play.waiting(props.names[game.view.side]), kind: "hint" };
    }
    if (chosen !== undefined) {
        return { text: text.play.choosePoint, kind: "hint" };
    }
    if (game.view.side === "tigers") {
        return { text: text.play.moveTiger, kind: "hint" };
    }
    return { text: game.view.goatsInHand > 0 ? text.play.placeGoat : text.play.moveGoat, kind: "hint" };
}

/** How long a look at a position lasts before the engine is asked about it, in milliseconds. */
const pause = 250;

export function GameMessage(props: GameMessageProps) {
    const { session, review, onHint } = props;
    const text = words.value;
    const cursor = session.cursor.value;
    const said = say(props);
    const lacking = review !== undefined && !["asking", "exact"].includes(review.state.value);
    useEffect(() => {
        if (!lacking || cursor === undefined) {
            return undefined;
        }
        const timer = setTimeout(() => void review.askEngine(cursor), pause);
        return () => clearTimeout(timer);
    }, [review, lacking, cursor]);
    const warns = said.kind === "warning" || said.kind === "refusal";
    const hinted = onHint !== undefined && session.refusal === undefined;
    return (
        <div class={`message message-${said.kind}${props.facing ? " message-facing" : ""}`}>
            {warns && <Icon name="warning" />}
            <p role="status">{said.text}</p>
            {said.more}
            {cursor !== undefined && (
                <button type="button" class="link-button" onClick={() => session.look(session.game.plies)}>
                    {text.play.backToGame}
                </button>
            )}
            {hinted && (
                <button
                    type="button"
                    class="round hint-button"
                    aria-label={text.values.hint}
                    disabled={props.hint !== undefined}
                    onClick={onHint}
                >
                    <Icon name="bulb" />
                </button>
            )}
        </div>
    );
}
