import { readFileSync } from "node:fs";
import { startingBoard } from "virtual:starting-board";
import { describe, expect, test } from "vitest";
import { Game } from "../src/rules/game";
import { startView } from "../src/rules/start_view";
import { type Told, ToldGame } from "../src/rules/told_game";

const folder = new URL("../../tests/reference/games/", import.meta.url);

function movesOf(name: string): string[] {
    return readFileSync(new URL(name, folder), "utf8")
        .replace(/^\[.*\]$/gm, "")
        .split(/\s+/)
        .filter((word) => /^[a-e][1-5]([-x][a-e][1-5])?$/.test(word));
}

/** What a server would tell of a game. */
function tellOf(game: Game): Told {
    const { view, rules } = game;
    const name = (index: number): string => game.shape.points[index]?.name ?? "";
    return {
        rules: game.rulesName,
        rule_set: {
            goats_to_win: rules.goatsToWin,
            goat_stalemate: rules.goatStalemate,
            repetition: rules.repetition,
            quiet_turns: rules.quietTurns,
        },
        ply: game.plies,
        moves: game.moves.map(({ text }) => text),
        position: game.positionText,
        legal: game.legal.map(({ text }) => text),
        drawing: game.legal.filter(({ code }) => game.occurrencesAfter(code) >= 3).map(({ text }) => text),
        trapped: game.shape.points.filter(({ index }) => (view.trapped >> index) & 1).map(({ index }) => name(index)),
        quiet_left: view.quietTurnsLeft ?? null,
        occurrences: view.occurrences,
        earlier: [...view.earlier],
        result: view.result,
        ending: view.ending === "unfinished" ? null : view.ending,
    };
}

describe("a game that the server tells", () => {
    test("is the library's game, move for move, as long as each position is told", async () => {
        const game = await Game.make();
        for (const record of ["g0003.txt", "g0010.txt", "g0020.txt", "g0030.txt"]) {
            game.begin({ ...game.rules, goatsToWin: record === "g0003.txt" ? 4 : 20 });
            const told = new ToldGame(tellOf(game));
            told.begin(game.rules);
            expect(told.view).toEqual(game.view);
            for (const text of movesOf(record)) {
                if (game.over) {
                    break;
                }
                expect(told.legal).toEqual(game.legal);
                game.play(game.read(text));
                told.tell(tellOf(game));
                told.play(told.read(text));
                expect(told.view).toEqual(game.view);
                expect(told.over).toBe(game.over);
            }
        }
    });

    test("takes back, and says then what is told of the earlier position", async () => {
        const game = await Game.make();
        const told = new ToldGame(tellOf(game));
        told.begin(game.rules);
        game.playAll(["b2", "a1xc3", "d4"]);
        told.tell(tellOf(game));
        told.playAll(["b2", "a1xc3", "d4"]);
        expect(told.view).toEqual(game.view);
        game.takeBack(2);
        told.tell(tellOf(game));
        told.takeBack(2);
        expect(told.view).toEqual(game.view);
        expect(told.legal).toEqual(game.legal);
    });

    test("begins from a position in its native form", async () => {
        const game = await Game.make();
        const position = "TGGGT/GGGGG/G1T1G/GGGGG/GG1GT g 0 2 0 40";
        game.begin(game.rules, position);
        const told = new ToldGame(tellOf(game));
        told.begin(game.rules, position);
        expect(told.view).toEqual(game.view);
    });

    test("has no legal moves while an answer is waited for, and says why a move is none", async () => {
        const game = await Game.make();
        const told = new ToldGame(tellOf(game));
        told.begin(game.rules);
        expect(told.refusal("c3")).toBeUndefined();
        expect(told.refusal("a1")).toBe("MOVE_OCCUPIED");
        expect(told.refusal("z9")).toBe("MOVE_POINT");
        expect(told.refusal("?")).toBe("MOVE_SYNTAX");
        told.play(told.read("c3"));
        expect(told.legal).toEqual([]);
    });

    test("begins with the board that the build asked the library for", async () => {
        const game = await Game.make();
        expect(startingBoard.shape).toEqual(game.shape);
        expect(startView).toEqual(game.view);
    });
});
