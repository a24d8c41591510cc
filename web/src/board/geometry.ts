/** Where the points of a board lie in its picture. */
import type { BoardShape, Point } from "../rules/game";

/** The distance of two neighbouring points, in the picture's units. */
export const spacing = 100;
/** From the outermost points to the edge of the picture. */
export const margin = 74;

export interface Geometry {
    width: number;
    height: number;
    x(point: number): number;
    y(point: number): number;
    /** The point nearest to a place in the picture, if one is within reach. */
    nearest(x: number, y: number): number | undefined;
}

/** The picture of a board; turned, the first rank is at the top. */
export function geometryOf(shape: BoardShape, turned: boolean): Geometry {
    const place = (point: number): Point => shape.points[point] as Point;
    const x = (point: number): number => {
        const file = place(point).file;
        return margin + spacing * (turned ? shape.files - 1 - file : file);
    };
    const y = (point: number): number => {
        const rank = place(point).rank;
        return margin + spacing * (turned ? rank : shape.ranks - 1 - rank);
    };
    return {
        width: 2 * margin + spacing * (shape.files - 1),
        height: 2 * margin + spacing * (shape.ranks - 1),
        x,
        y,
        nearest(left, top) {
            let best: number | undefined;
            let distance = spacing * 0.5;
            for (const { index } of shape.points) {
                const away = Math.hypot(x(index) - left, y(index) - top);
                if (away < distance) {
                    best = index;
                    distance = away;
                }
            }
            return best;
        },
    };
}

/** The point that an arrow key leads to from another, as the board is turned; the same point at the edge. */
export function pointBeside(shape: BoardShape, turned: boolean, point: number, key: string): number {
    const from = shape.points[point];
    if (from === undefined) {
        return point;
    }
    const sign = turned ? -1 : 1;
    const file = from.file + sign * (key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0);
    const rank = from.rank + sign * (key === "ArrowUp" ? 1 : key === "ArrowDown" ? -1 : 0);
    return shape.points.find((other) => other.file === file && other.rank === rank)?.index ?? point;
}
