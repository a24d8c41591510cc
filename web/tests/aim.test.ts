import { describe, expect, test } from "vitest";
import { aimAt, aimFromTo, aimTyped } from "../src/play/aim";
import { defaultRules, Game } from "../src/rules/game";

async function at(moves: string[]): Promise<{ game: Game; point: (name: string) => number }> {
    const game = await Game.make();
    game.playAll(moves);
    return { game, point: (name) => game.shape.points.findIndex((point) => point.name === name) };
}

describe("a tap", () => {
    test("on an empty point places a goat", async () => {
        const { game, point } = await at([]);
        expect(aimAt(game, undefined, point("c3"))).toMatchObject({ kind: "move", move: { text: "c3" } });
    });

    test("on a goat that may not move yet says so", async () => {
        const { game, point } = await at(["c3", "a1-b1"]);
        expect(aimAt(game, undefined, point("c3"))).toEqual({ kind: "refuse", reason: "MOVE_GOATS_IN_HAND" });
    });

    test("on a tiger chooses it, and a second tap lets it go", async () => {
        const { game, point } = await at(["c3"]);
        expect(aimAt(game, undefined, point("a1"))).toEqual({ kind: "choose", point: point("a1") });
        expect(aimAt(game, point("a1"), point("a1"))).toEqual({ kind: "let-go" });
    });

    test("where no line leads says so", async () => {
        const { game, point } = await at(["c3"]);
        expect(aimAt(game, point("a1"), point("e4"))).toEqual({ kind: "refuse", reason: "MOVE_NO_LINE" });
    });

    test("on the goat to eat eats it", async () => {
        const { game, point } = await at(["b2"]);
        expect(aimAt(game, point("a1"), point("b2"))).toMatchObject({ kind: "move", move: { text: "a1xc3" } });
        expect(aimFromTo(game, point("a1"), point("c3"))).toMatchObject({ kind: "move", move: { text: "a1xc3" } });
    });

    test("on an empty point without a chosen tiger asks to choose one", async () => {
        const { game, point } = await at(["c3"]);
        expect(aimAt(game, undefined, point("b1"))).toEqual({ kind: "refuse", reason: "CHOOSE_TIGER" });
        expect(aimAt(game, undefined, point("c3"))).toEqual({ kind: "refuse", reason: "MOVE_OTHER_SIDE" });
    });

    test("that would repeat a position under the rule that forbids it says so", async () => {
        const { game } = await at([]);
        game.begin({ ...defaultRules, repetition: "forbidden" }, "TGGGT/GGGGG/G1T1G/GGGGG/GG1GT g 0 2 0 40");
        game.playAll(["c2-c1", "c3-d3", "c1-c2"]);
        expect(aimTyped(game, "d3-c3")).toEqual({ kind: "refuse", reason: "MOVE_REPEATS" });
    });
});
