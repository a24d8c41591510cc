import { describe, expect, test } from "vitest";
import { geometryOf, pointBeside } from "../src/board/geometry";
import { followPieces, type Piece } from "../src/board/pieces";
import { Game } from "../src/rules/game";

let id = 0;
const newId = (): number => {
    id += 1;
    return id;
};
const standing = (pieces: readonly Piece[]): string =>
    pieces
        .filter((piece) => !piece.leaving)
        .map((piece) => `${piece.kind[0]}${piece.point}`)
        .sort()
        .join(" ");

describe("pieces", () => {
    test("that move stay the same pieces, and eaten ones leave", async () => {
        const game = await Game.make();
        let pieces = followPieces([], game.view, newId);
        expect(standing(pieces)).toBe("t0 t20 t24 t4");
        game.playAll(["b2"]);
        pieces = followPieces(pieces, game.view, newId);
        const tiger = pieces.find((piece) => piece.point === 0)?.id;
        game.playAll(["a1xc3"]);
        pieces = followPieces(pieces, game.view, newId);
        expect(pieces.find((piece) => piece.id === tiger)?.point).toBe(12);
        expect(pieces.filter((piece) => piece.leaving).map((piece) => piece.point)).toEqual([6]);
        expect(standing(pieces)).toBe("t12 t20 t24 t4");
    });
});

describe("the board's picture", () => {
    test("turned, has a1 at the upper right, and arrow keys follow the eye", async () => {
        const { shape } = await Game.make();
        const turned = geometryOf(shape, true);
        expect(turned.x(0)).toBeGreaterThan(turned.x(4));
        expect(turned.y(0)).toBeLessThan(turned.y(20));
        expect(pointBeside(shape, false, 12, "ArrowUp")).toBe(17);
        expect(pointBeside(shape, true, 12, "ArrowUp")).toBe(7);
        expect(pointBeside(shape, false, 4, "ArrowRight")).toBe(4);
    });

    test("finds the nearest point, and none far from all", async () => {
        const { shape } = await Game.make();
        const geometry = geometryOf(shape, false);
        expect(geometry.nearest(geometry.x(7) + 30, geometry.y(7) - 20)).toBe(7);
        expect(geometry.nearest(0, 0)).toBeUndefined();
    });
});
