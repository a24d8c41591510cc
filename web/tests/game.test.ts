import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { replayAddress, replayGame } from "../src/play/replay_address";
import { defaultRules, Game, has, RulesError } from "../src/rules/game";

const reference = new URL("../../tests/reference/games/", import.meta.url);

/** The moves of a record's text: what is neither tag, turn number nor result. */
function movesOf(record: string): string[] {
    return record
        .replace(/^\[.*\]$/gm, "")
        .split(/\s+/)
        .filter((word) => /^[a-e][1-5]([-x][a-e][1-5])?$/.test(word));
}

function tag(record: string, name: string): string | undefined {
    return new RegExp(`^\\[${name} "(.*)"\\]$`, "m").exec(record)?.[1];
}

describe("a game in the page", () => {
    test("is drawn from the board's description: 25 points, 16 lines, 112 neighbours", async () => {
        const { shape } = await Game.make();
        expect([shape.points.length, shape.lines.length, shape.files, shape.ranks]).toEqual([25, 16, 5, 5]);
        const neighbours = shape.points.flatMap((point) =>
            shape.points.filter((other) => has(point.neighbours, other.index)),
        );
        expect(neighbours.length).toBe(112);
        expect(shape.points.map((point) => point.name).slice(0, 6)).toEqual(["a1", "b1", "c1", "d1", "e1", "a2"]);
    });

    test("comes to what the reference records say, move for move", async () => {
        const game = await Game.make();
        let played = 0;
        for (let index = 0; index < 80; index += 1) {
            const record = readFileSync(new URL(`g${String(index).padStart(4, "0")}.txt`, reference), "utf8");
            if (tag(record, "Position") !== undefined) {
                continue;
            }
            game.begin({
                goatsToWin: Number(tag(record, "GoatsToWin") ?? 5),
                goatStalemate: tag(record, "GoatStalemate") === "draw" ? "draw" : "tigers",
                repetition: (tag(record, "Repetition") ?? "draw") as "draw" | "forbidden" | "none",
                quietTurns: Number(tag(record, "QuietTurns") ?? 100),
            });
            game.playAll(movesOf(record));
            const ending = tag(record, "Termination");
            if (ending !== "agreement" && ending !== "resignation") {
                expect([index, game.view.result, game.view.ending]).toEqual([index, tag(record, "Result"), ending]);
            }
            played += 1;
        }
        expect(played).toBeGreaterThan(40);
    });

    test("takes back hand, eaten goats, quiet turns and repetition", async () => {
        const game = await Game.make();
        game.playAll(["b2", "a1xc3", "d4"]);
        const before = game.view;
        game.play(game.read("c3-c4"));
        game.takeBack(1);
        expect(game.view).toEqual(before);
        game.takeBack(3);
        expect([game.view.goatsInHand, game.view.goatsEaten, game.plies]).toEqual([20, 0, 0]);
    });

    test("from a set position counts its start among the repetitions", async () => {
        const game = await Game.make();
        game.begin(defaultRules, "TGGGT/GGGGG/G1T1G/GGGGG/GG1GT g 0 2 0 40");
        expect(game.view.occurrences).toBe(1);
        game.playAll(["c2-c1", "c3-d3", "c1-c2", "d3-c3"]);
        expect(game.view.occurrences).toBe(2);
        expect(game.view.earlier).toEqual([0]);
    });

    test("says why a move is refused", async () => {
        const game = await Game.make();
        expect(game.refusal("a1")).toBe("MOVE_OCCUPIED");
        expect(game.refusal("f9")).toBe("MOVE_POINT");
        expect(game.refusal("nonsense")).toBe("MOVE_SYNTAX");
        game.playAll(["c3", "a1-b1"]);
        expect(game.refusal("c3-c4")).toBe("MOVE_GOATS_IN_HAND");
        expect(() => game.play(game.read("c3"))).toThrow(RulesError);
    });

    test("goes round through its address, resignation included", async () => {
        const game = await Game.make();
        game.begin({ ...defaultRules, goatsToWin: 4 });
        game.playAll(["c3", "a1-b2", "d4", "b2-b3"]);
        game.resign("goats");
        const { game: again } = await replayGame(new URL(replayAddress(game), "http://localhost").search);
        expect(again.moves).toEqual(game.moves);
        expect(again.rules).toEqual(game.rules);
        expect(again.view).toEqual(game.view);
    });

    test("is written in every text form", async () => {
        const game = await Game.make();
        game.playAll(["c3", "a1-b2"]);
        expect(game.write("record", { Goats: 'A "b"', Tigers: "C" })).toContain('[Goats "A \\"b\\""]');
        expect(game.write("python-game")).toBe("1. G33 B5142");
        expect(game.write("obx")).toMatch(/ @19 c0 mA5B4 #t1$/);
        expect(game.write("gamesman")).toMatch(/^1_/);
    });
});
