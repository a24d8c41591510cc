/** Which piece is which from one position to the next, so that a piece that moves is seen to move. */
import { has, type View } from "../rules/game";

export interface Piece {
    id: number;
    kind: "tiger" | "goat";
    point: number;
    /** Eaten or taken back: still drawn while it fades. */
    leaving: boolean;
}

function pointsOf(mask: number): number[] {
    const points: number[] = [];
    for (let point = 0; point < 32; point += 1) {
        if (has(mask, point)) {
            points.push(point);
        }
    }
    return points;
}

function follow(before: readonly Piece[], kind: Piece["kind"], mask: number, newId: () => number): Piece[] {
    const standing = before.filter((piece) => piece.kind === kind && !piece.leaving);
    const staying = standing.filter((piece) => has(mask, piece.point));
    const gone = standing.filter((piece) => !has(mask, piece.point));
    const taken = new Set(staying.map((piece) => piece.point));
    const fresh = pointsOf(mask).filter((point) => !taken.has(point));
    const moved = new Map<number, number>();
    for (const [index, piece] of gone.entries()) {
        const point = fresh[index];
        if (point !== undefined) {
            moved.set(piece.id, point);
        }
    }
    const kept = standing.map((piece): Piece => {
        if (has(mask, piece.point)) {
            return piece;
        }
        const point = moved.get(piece.id);
        return point === undefined ? { ...piece, leaving: true } : { ...piece, point };
    });
    const added = fresh.slice(gone.length).map((point): Piece => ({ id: newId(), kind, point, leaving: false }));
    return [...kept, ...added];
}

/**
 * The pieces of a position, given those drawn before. Pieces on the same point stay the same; of the others of a kind, those
 * that are gone become those that are new, and what is left over leaves or appears. Goats come first, so that a tiger is
 * drawn above the goat it jumps over.
 */
export function followPieces(
    before: readonly Piece[],
    position: Pick<View, "tigers" | "goats">,
    newId: () => number,
): Piece[] {
    return [...follow(before, "goat", position.goats, newId), ...follow(before, "tiger", position.tigers, newId)];
}
