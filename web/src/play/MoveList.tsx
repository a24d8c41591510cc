/** The moves of a game, a turn a row, with buttons that step through it. */
import { useEffect, useRef } from "preact/hooks";
import { language } from "../device/preferences";
import { Icon } from "../pages/Icon";
import type { PlayedGame } from "../rules/game";
import { words } from "../words/words";

interface MoveListProps {
    game: PlayedGame;
    /** The ply on the screen. */
    at: number;
    onLook: (ply: number) => void;
    /** What is written behind a move that changed the outcome; empty for others. */
    markOf: (ply: number) => string;
}

interface Row {
    turn: number;
    goats?: number;
    tigers?: number;
}

/** The plies of each turn: a game that began in the middle of a turn has an empty place. */
function rowsOf(game: PlayedGame): Row[] {
    const rows: Row[] = [];
    for (let ply = 1; ply <= game.plies; ply += 1) {
        const before = game.views[ply - 1];
        if (before === undefined) {
            continue;
        }
        let row = rows[rows.length - 1];
        if (row === undefined || row.turn !== before.turn) {
            row = { turn: before.turn };
            rows.push(row);
        }
        row[before.side] = ply;
    }
    return rows;
}

export function MoveList({ game, at, onLook, markOf }: MoveListProps) {
    const text = words.value;
    const list = useRef<HTMLOListElement>(null);
    const rows = rowsOf(game);
    useEffect(() => {
        const current = list.current?.querySelector<HTMLElement>("[aria-current]");
        if (current !== null && current !== undefined && list.current !== null) {
            const box = list.current;
            const top = current.offsetTop - box.offsetTop;
            if (top < box.scrollTop || top + current.offsetHeight > box.scrollTop + box.clientHeight) {
                box.scrollTop = top - box.clientHeight / 2;
            }
        }
    }, [at, game.plies]);
    const cell = (ply: number | undefined) =>
        ply === undefined ? (
            <span class="move-none" />
        ) : (
            <button
                type="button"
                class="move"
                aria-current={ply === at ? "step" : undefined}
                onClick={() => onLook(ply)}
                lang="en"
                translate={false}
            >
                {game.views[ply]?.move?.text}
                {markOf(ply) !== "" && (
                    <>
                        <b class="move-mark" aria-hidden="true">
                            {markOf(ply)}
                        </b>
                        <span class="hidden" lang={language.value}>
                            {`, ${text.values.changes}`}
                        </span>
                    </>
                )}
            </button>
        );
    return (
        <section class="moves" aria-label={text.play.moves}>
            <div class="steppers">
                <button type="button" disabled={at === 0} onClick={() => onLook(0)} aria-label={text.play.first}>
                    <Icon name="first" />
                </button>
                <button type="button" disabled={at === 0} onClick={() => onLook(at - 1)} aria-label={text.play.back}>
                    <Icon name="back" />
                </button>
                <button
                    type="button"
                    disabled={at >= game.plies}
                    onClick={() => onLook(at + 1)}
                    aria-label={text.play.forward}
                >
                    <Icon name="forward" />
                </button>
                <button
                    type="button"
                    disabled={at >= game.plies}
                    onClick={() => onLook(game.plies)}
                    aria-label={text.play.last}
                >
                    <Icon name="last" />
                </button>
            </div>
            {rows.length === 0 ? (
                <p class="moves-none">{text.play.noMoves}</p>
            ) : (
                <ol class="move-rows" ref={list}>
                    {rows.map((row) => (
                        <li key={row.turn}>
                            <span class="turn-number">{text.number(row.turn)}.</span>
                            {cell(row.goats)}
                            {cell(row.tigers)}
                        </li>
                    ))}
                </ol>
            )}
        </section>
    );
}
