/** One side at a glance: who plays it, whether it is their turn, and its counts. */
import { PieceIcon } from "../board/Artwork";
import { countOf, type PlayedGame, type Side, type View } from "../rules/game";
import { words } from "../words/words";

interface StripProps {
    game: PlayedGame;
    view: View;
    side: Side;
    name: string;
    /** What is said beside the name when it is this side's turn; undefined when it is not. */
    turn: string | undefined;
    thinking?: boolean;
    connected?: boolean | undefined;
    upsideDown?: boolean;
}

/** A row of marks, so many of them filled. */
function Pips({ count, of, hand }: { count: number; of: number; hand?: boolean }) {
    return (
        <span class={hand === true ? "pips pips-hand" : "pips"} aria-hidden="true">
            {Array.from({ length: of }, (_, index) => (
                <span key={index} class={index < count ? "pip pip-full" : "pip"} />
            ))}
        </span>
    );
}

export function Strip({ game, view, side, name, turn, thinking, connected, upsideDown }: StripProps) {
    const text = words.value;
    const classes = [
        "strip",
        `strip-${side}`,
        turn === undefined ? "" : "strip-turn",
        upsideDown === true ? "strip-upside-down" : "",
    ];
    const eaten = view.goatsEaten;
    const toEat = game.rules.goatsToWin;
    const trapped = countOf(view.trapped);
    return (
        <section class={classes.join(" ")} aria-label={text.sides[side]} data-side={side}>
            <PieceIcon kind={side === "goats" ? "goat" : "tiger"} size={38} />
            <div class="strip-who">
                <span class="strip-name" dir="auto">
                    {name}
                    {connected !== undefined && (
                        <span class={connected ? "presence presence-here" : "presence"}>
                            <span class="hidden">{connected ? text.table.here : text.table.away}</span>
                        </span>
                    )}
                </span>
                <span class="strip-turn-text">
                    {turn !== undefined && (
                        <>
                            <svg class="turn-mark" viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
                                <path d="M2 0 L9 5 L2 10 Z" />
                            </svg>
                            {turn}
                            {thinking === true && <span class="thinking-dots" aria-hidden="true" />}
                        </>
                    )}
                    {turn === undefined && text.sides[side] !== name && text.sides[side]}
                </span>
            </div>
            <dl class="counts">
                {side === "goats" ? (
                    <div class="count" data-count="hand">
                        <dt>{text.play.inHand}</dt>
                        <dd>
                            <span class="hidden">{text.play.goatsInHand(view.goatsInHand)}</span>
                            <span aria-hidden="true" class="count-number">
                                {text.number(view.goatsInHand)}
                            </span>
                            <Pips count={view.goatsInHand} of={game.shape.goats} hand />
                        </dd>
                    </div>
                ) : (
                    <div class="count" data-count="trapped">
                        <dt>{text.play.trapped}</dt>
                        <dd>
                            <span class="hidden">{text.play.tigersTrapped(trapped, game.shape.tigers)}</span>
                            <span aria-hidden="true" class="count-number">
                                {text.play.of(trapped, game.shape.tigers)}
                            </span>
                            <Pips count={trapped} of={game.shape.tigers} />
                        </dd>
                    </div>
                )}
                {side === "tigers" && (
                    <div class="count" data-count="eaten">
                        <dt>{text.play.eaten}</dt>
                        <dd>
                            <span class="hidden">{text.play.goatsEaten(eaten, toEat)}</span>
                            <span aria-hidden="true" class="count-number">
                                {text.play.of(eaten, toEat)}
                            </span>
                            {toEat <= 6 && <Pips count={eaten} of={toEat} />}
                        </dd>
                    </div>
                )}
            </dl>
        </section>
    );
}
