/**
 * The board: the picture, and over it one button for each point, which is what hands, keys and screen readers use.
 *
 * A tap or Enter is reported by onTap. A piece of `draggable` may also be dragged, which is reported by onDrag; a finger that
 * only slips is still a tap. Only such pieces keep the page from scrolling.
 */
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type BoardShape, has, type Move, type View } from "../rules/game";
import { words } from "../words/words";
import { GoatPiece, TigerPiece } from "./Artwork";
import { Ground } from "./Ground";
import { geometryOf, pointBeside, spacing } from "./geometry";
import { followPieces, type Piece } from "./pieces";

export interface BoardProps {
    shape: BoardShape;
    view: View;
    turned?: boolean;
    coordinates?: boolean;
    /** The point of the piece that is chosen. */
    chosen?: number | undefined;
    /** Where the chosen piece can go. */
    targets?: readonly Move[];
    /** Points whose pieces can be dragged, as a mask. */
    draggable?: number;
    /** Points to point at, as a mask: in the lesson, or for what decided the game. */
    marked?: number;
    /** Whether the game is over, which quietens everything that is not marked. */
    over?: boolean;
    label: string;
    description?: string;
    onTap?: (point: number) => void;
    onDrag?: (from: number, to: number) => void;
    onEscape?: () => void;
}

interface Drag {
    point: number;
    pointer: number;
    startX: number;
    startY: number;
    /** Where the pointer is, in the picture's units; undefined until it has gone beyond a slip. */
    x?: number;
    y?: number;
}

/** How far a finger may slip, in CSS pixels, before a tap becomes a drag. */
const slip = 9;

let lastId = 0;
const newId = (): number => {
    lastId += 1;
    return lastId;
};

function usePieces(view: View): readonly Piece[] {
    const memory = useRef<{ view: View | undefined; pieces: Piece[] }>({ view: undefined, pieces: [] });
    if (memory.current.view !== view) {
        memory.current = { view, pieces: followPieces(memory.current.pieces, view, newId) };
    }
    return memory.current.pieces;
}

export function Board(props: BoardProps) {
    const { shape, view, chosen, label } = props;
    const turned = props.turned ?? false;
    const targets = props.targets ?? [];
    const draggable = props.draggable ?? 0;
    const marked = props.marked ?? 0;
    const geometry = useMemo(() => geometryOf(shape, turned), [shape, turned]);
    const pieces = usePieces(view);
    const box = useRef<HTMLDivElement>(null);
    const [focus, setFocus] = useState(Math.floor(shape.points.length / 2));
    const [drag, setDrag] = useState<Drag | undefined>(undefined);
    const dragged = useRef(false);

    // A position that changes under the finger ends a drag.
    useLayoutEffect(() => setDrag(undefined), [view]);

    const place = (event: PointerEvent): { x: number; y: number } => {
        const rectangle = (box.current as HTMLDivElement).getBoundingClientRect();
        return {
            x: ((event.clientX - rectangle.left) / rectangle.width) * geometry.width,
            y: ((event.clientY - rectangle.top) / rectangle.height) * geometry.height,
        };
    };

    const onPointerDown = (event: PointerEvent, point: number): void => {
        dragged.current = false;
        if (event.isPrimary && event.button === 0 && has(draggable, point)) {
            (event.currentTarget as Element).setPointerCapture(event.pointerId);
            setDrag({ point, pointer: event.pointerId, startX: event.clientX, startY: event.clientY });
        }
    };
    const onPointerMove = (event: PointerEvent): void => {
        if (drag === undefined || event.pointerId !== drag.pointer) {
            return;
        }
        const away = Math.hypot(event.clientX - drag.startX, event.clientY - drag.startY);
        if (drag.x !== undefined || away > slip) {
            dragged.current = true;
            setDrag({ ...drag, ...place(event) });
        }
    };
    const onPointerUp = (event: PointerEvent): void => {
        if (drag === undefined || event.pointerId !== drag.pointer) {
            return;
        }
        setDrag(undefined);
        if (drag.x !== undefined) {
            const { x, y } = place(event);
            const to = geometry.nearest(x, y);
            if (to === drag.point) {
                props.onTap?.(drag.point);
            } else if (to !== undefined) {
                props.onDrag?.(drag.point, to);
            }
        }
    };
    const onClick = (event: MouseEvent, point: number): void => {
        // The click that ends a drag is not a tap; one from the keyboard always is.
        if (dragged.current && event.detail !== 0) {
            dragged.current = false;
            return;
        }
        setFocus(point);
        props.onTap?.(point);
    };
    const onKeyDown = (event: KeyboardEvent, point: number): void => {
        if (event.key === "Escape") {
            props.onEscape?.();
            return;
        }
        if (!event.key.startsWith("Arrow") || event.altKey || event.ctrlKey || event.metaKey) {
            return;
        }
        event.preventDefault();
        const next = pointBeside(shape, turned, point, event.key);
        setFocus(next);
        box.current?.querySelector<HTMLElement>(`[data-point="${next}"]`)?.focus();
    };

    const describe = (point: number): string => {
        const text = words.value;
        const name = shape.points[point]?.name ?? "";
        const parts: string[] = [];
        if (has(view.tigers, point)) {
            parts.push(has(view.trapped, point) ? text.point.trappedTiger(name) : text.point.tiger(name));
        } else {
            parts.push(has(view.goats, point) ? text.point.goat(name) : text.point.empty(name));
        }
        if (chosen === point) {
            parts.push(text.point.chosen);
        }
        const target = targets.find((move) => move.to === point);
        if (target !== undefined) {
            parts.push(target.over === undefined ? text.point.target : text.point.eats);
        }
        if (view.move?.to === point) {
            parts.push(text.point.last);
        }
        return parts.join(", ");
    };

    const ranks = Array.from({ length: shape.ranks }, (_, index) => (turned ? index : shape.ranks - 1 - index));
    const inRank = (rank: number) => {
        const row = shape.points.filter((point) => point.rank === rank);
        return row.sort((a, b) => (turned ? b.file - a.file : a.file - b.file));
    };
    const last = view.move;
    const classes = ["board", props.over ? "board-over" : "", drag?.x !== undefined ? "board-dragging" : ""];
    return (
        <div class={classes.join(" ")} ref={box} style={{ aspectRatio: `${geometry.width} / ${geometry.height}` }}>
            <svg
                class="board-picture"
                viewBox={`0 0 ${geometry.width} ${geometry.height}`}
                aria-hidden="true"
                focusable="false"
            >
                <Ground shape={shape} geometry={geometry} turned={turned} coordinates={props.coordinates ?? true} />
                {last !== undefined && (
                    <g class="last-move">
                        {last.from !== undefined && (
                            <>
                                <line
                                    x1={geometry.x(last.from)}
                                    y1={geometry.y(last.from)}
                                    x2={geometry.x(last.to)}
                                    y2={geometry.y(last.to)}
                                />
                                <circle
                                    class="last-from"
                                    cx={geometry.x(last.from)}
                                    cy={geometry.y(last.from)}
                                    r="17"
                                />
                            </>
                        )}
                        <circle
                            class="last-to"
                            cx={geometry.x(last.to)}
                            cy={geometry.y(last.to)}
                            r={has(view.tigers, last.to) ? 45 : 40}
                        />
                    </g>
                )}
                {pieces.map((piece) => {
                    const held = drag?.x !== undefined && drag.point === piece.point && !piece.leaving;
                    const x = held ? (drag?.x as number) : geometry.x(piece.point);
                    const y = held ? (drag?.y as number) : geometry.y(piece.point);
                    const state = [
                        "piece",
                        `piece-${piece.kind}`,
                        piece.leaving ? "piece-leaving" : "",
                        held ? "piece-held" : "",
                        chosen === piece.point && !piece.leaving ? "piece-chosen" : "",
                        has(marked, piece.point) ? "piece-marked" : "",
                        piece.kind === "tiger" && has(view.trapped, piece.point) ? "piece-trapped" : "",
                    ];
                    return (
                        <g class={state.join(" ")} key={piece.id} style={{ transform: `translate(${x}px, ${y}px)` }}>
                            <g class="piece-body">
                                <circle class="piece-halo" r={piece.kind === "tiger" ? 45 : 40} />
                                {piece.kind === "tiger" ? <TigerPiece /> : <GoatPiece />}
                                {piece.kind === "tiger" && has(view.trapped, piece.point) && (
                                    <g class="bars" transform="translate(27 27)">
                                        <circle r="14" />
                                        <path d="M-6 -8 V8 M0 -9 V9 M6 -8 V8 M-9 -4.500 H9 M-9 4.500 H9" />
                                    </g>
                                )}
                            </g>
                        </g>
                    );
                })}
                <g class="targets">
                    {targets.map((move) => (
                        <g key={move.code} transform={`translate(${geometry.x(move.to)} ${geometry.y(move.to)})`}>
                            {move.over === undefined ? (
                                <circle class="target" r="15" />
                            ) : (
                                <g class="target-eats">
                                    <circle r="24" />
                                    <path d="M-9 -9 L9 9 M9 -9 L-9 9" />
                                </g>
                            )}
                        </g>
                    ))}
                    {targets.map(
                        (move) =>
                            move.over !== undefined && (
                                <circle
                                    key={`over-${move.code}`}
                                    class="prey"
                                    cx={geometry.x(move.over)}
                                    cy={geometry.y(move.over)}
                                    r="38"
                                />
                            ),
                    )}
                </g>
                {shape.points
                    .filter((point) => has(marked, point.index) && !has(view.tigers | view.goats, point.index))
                    .map((point) => (
                        <circle
                            class="mark"
                            key={point.index}
                            cx={geometry.x(point.index)}
                            cy={geometry.y(point.index)}
                            r="24"
                        />
                    ))}
            </svg>
            <div role="grid" aria-label={label} aria-description={props.description} class="board-points">
                {ranks.map((rank) => (
                    <div role="row" key={rank}>
                        {inRank(rank).map((point) => (
                            <div role="gridcell" key={point.index} aria-selected={chosen === point.index}>
                                <button
                                    type="button"
                                    class={[
                                        "point",
                                        has(draggable, point.index) ? "point-draggable" : "",
                                        has(view.tigers | view.goats, point.index) ? "" : "point-empty",
                                    ].join(" ")}
                                    data-point={point.index}
                                    data-name={point.name}
                                    tabIndex={focus === point.index ? 0 : -1}
                                    aria-label={describe(point.index)}
                                    style={{
                                        left: `${(100 * geometry.x(point.index)) / geometry.width}%`,
                                        top: `${(100 * geometry.y(point.index)) / geometry.height}%`,
                                        width: `${(spacing * 100) / geometry.width}%`,
                                        height: `${(spacing * 100) / geometry.height}%`,
                                    }}
                                    onClick={(event) => onClick(event, point.index)}
                                    onKeyDown={(event) => onKeyDown(event, point.index)}
                                    onPointerDown={(event) => onPointerDown(event, point.index)}
                                    onPointerMove={onPointerMove}
                                    onPointerUp={onPointerUp}
                                    onPointerCancel={() => setDrag(undefined)}
                                    onFocus={() => setFocus(point.index)}
                                />
                            </div>
                        ))}
                    </div>
                ))}
            </div>
        </div>
    );
}
