import { describe, expect, test } from "vitest";
import { steps } from "../src/learn/steps";
import { Game } from "../src/rules/game";
import { devanagari, latin } from "../src/words/digits";
import { english } from "../src/words/english";
import { englishLesson } from "../src/words/english_learn";
import { nepali } from "../src/words/nepali";
import { nepaliLesson } from "../src/words/nepali_learn";

/** Every text of a catalogue by its path; functions are called with a letter for every name and number. */
function texts(value: unknown, path = ""): [string, string][] {
    if (typeof value === "string") {
        return [[path, value]];
    }
    if (typeof value === "function") {
        return [[path, String(value("क", "क", "क"))]];
    }
    if (typeof value === "object" && value !== null) {
        return Object.entries(value).flatMap(([key, inner]) => texts(inner, `${path}/${key}`));
    }
    return [];
}

/** Texts that are the same in every language, or name the other one. */
const foreign = /^\/(language|header\/otherLanguage|play\/typeMoveHint)$/;

describe("words", () => {
    test("have the same keys in both languages", () => {
        expect(texts(nepali).map(([path]) => path)).toEqual(texts(english).map(([path]) => path));
        expect(texts(nepaliLesson).length).toBe(texts(englishLesson).length);
    });

    test("in Nepali are in Devanagari, digits too", () => {
        for (const [path, text] of [...texts(nepali), ...texts(nepaliLesson)]) {
            if (text === "" || foreign.test(path)) {
                continue;
            }
            expect([path, text]).toEqual([path, expect.stringMatching(/[\u0900-\u097f]/)]);
            const withoutPoints = text.replace(/\b[a-e][1-5](?:[-x][a-e][1-5])?\b/g, "");
            expect([path, withoutPoints]).toEqual([path, expect.not.stringMatching(/[0-9]/)]);
        }
    });

    test("turn digits into Devanagari ones and back", () => {
        expect(devanagari(1209)).toBe("१२०९");
        expect(nepali.play.goatsEaten(2, 5)).toBe("५ मध्ये २ बाख्रा खाइए");
        expect(latin("c३-c४")).toBe("c3-c4");
    });
});

describe("the lesson", () => {
    test("begins each step in a position of the game, with the task still to do", async () => {
        const game = await Game.make();
        for (const step of steps) {
            game.begin({ goatsToWin: 5, goatStalemate: "tigers", repetition: "draw", quietTurns: 100 }, step.position);
            expect([step.name, game.over, game.legal.length > 0]).toEqual([step.name, false, true]);
        }
    });

    test("can be solved, and has wrong answers where it asks", async () => {
        const game = await Game.make();
        for (const step of steps.filter(({ name }) => ["eat", "protect", "trap"].includes(name))) {
            const outcomes = new Set<string>();
            const rules = { goatsToWin: 5, goatStalemate: "tigers", repetition: "draw", quietTurns: 100 } as const;
            game.begin(rules, step.position);
            for (const move of game.legal) {
                game.begin(rules, step.position);
                game.play(move.code);
                outcomes.add(step.judge(game, move));
            }
            expect([step.name, [...outcomes].sort()]).toEqual([step.name, ["done", "wrong"]]);
        }
    });
});
