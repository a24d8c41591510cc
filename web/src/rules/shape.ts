/** The board's description as the library gives it, in the form in which it is drawn. */
import type { Exports } from "./module";

export interface Point {
    index: number;
    file: number;
    rank: number;
    /** a1 to e5. */
    name: string;
    neighbours: number;
}

export interface BoardShape {
    points: readonly Point[];
    lines: readonly (readonly number[])[];
    files: number;
    ranks: number;
    tigers: number;
    goats: number;
}

export function readShape(call: Exports): BoardShape {
    const points = Array.from({ length: call.point_count() }, (_, index): Point => {
        const file = call.point_file(index);
        const rank = call.point_rank(index);
        const name = String.fromCharCode(97 + file) + (rank + 1);
        return { index, file, rank, name, neighbours: call.point_neighbours(index) };
    });
    const lines = Array.from({ length: call.line_count() }, (_, line) => {
        const members: number[] = [];
        for (let point = call.line_point(line, 0); point >= 0; point = call.line_point(line, members.length)) {
            members.push(point);
        }
        return members;
    });
    return {
        points,
        lines,
        files: Math.max(...points.map((point) => point.file)) + 1,
        ranks: Math.max(...points.map((point) => point.rank)) + 1,
        tigers: call.tiger_count(),
        goats: call.goat_count(),
    };
}

/** The board before the first move, as the build asks the library for it: the page draws it before the library is there. */
export interface StartingBoard {
    shape: BoardShape;
    /** The tigers' points as a mask. */
    tigers: number;
}
