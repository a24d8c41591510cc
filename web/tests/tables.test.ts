/** Movement tables in the WebAssembly module: made by the program, loaded as a browser would, asked by `perfect`. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { program } from "../e2e/server";
import { Library, loadModule } from "../src/rules/module";

const perfect = 9;
const board = "4x4";
let folder = "";

beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "baghchal-tables-"));
    execFileSync(program(), ["solve", "--board", board, "--out", folder, "--threads", "1"], { stdio: "ignore" });
});

afterAll(() => rmSync(folder, { recursive: true }));

const tables = (): Uint8Array => readFileSync(join(folder, "movement.web"));

async function engine(): Promise<Library> {
    const library = await Library.make(await loadModule(), board);
    expect(library.call.engine_start(1 << 20)).toBe(0);
    return library;
}

/** Plays the game on by chance for so many moves; false when it has ended. */
function playChance(library: Library, moves: number, seed: number): boolean {
    let state = seed;
    for (let made = 0; made < moves; made += 1) {
        const count = library.call.game_moves();
        if (count === 0) {
            return false;
        }
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        const move = library.bytes(2 * count).getUint16(2 * Math.floor((state / 2 ** 32) * count), true);
        library.call.game_play(move);
    }
    return library.call.game_ending() === 0;
}

/** Positions with no goats in hand, reached by chance. */
function positions(library: Library, wanted: number): string[] {
    const found: string[] = [];
    for (let seed = 1; found.length < wanted; seed += 1) {
        library.call.game_new_by_name(library.put("nepal"));
        if (playChance(library, 24 + (seed % 7), seed)) {
            found.push(library.text(library.call.position_write()));
        }
    }
    return found;
}

describe("movement tables in WebAssembly", () => {
    test("make perfect reach the exact value of every position against itself", async () => {
        const library = await engine();
        expect(library.openTables(tables())).toBe(true);
        const starts = positions(library, 60);
        const values = execFileSync(program(), ["value", "--board", board, "--solution", folder, "--stdin"], {
            input: `${starts.join("\n")}\n`,
            encoding: "utf8",
        });
        const seen = new Set<string>();
        for (const line of values.trim().split("\n")) {
            const [position = "", value = ""] = line.split("\t");
            library.call.game_new_by_name(library.put("nepal"));
            expect(library.call.game_set_position(library.put(position))).toBe(0);
            while (library.call.game_ending() === 0) {
                const move = library.call.engine_choose(perfect, 1);
                expect(library.call.engine_from_tables()).toBe(1);
                expect(library.call.game_play(move)).toBe(0);
            }
            const result = library.text(library.call.result_word(library.call.game_result()));
            expect(result).toBe(value === "goats" ? "1-0" : value === "tigers" ? "0-1" : "1/2-1/2");
            seen.add(value);
        }
        expect(seen.size).toBeGreaterThan(1);
    });

    test("are not asked under other rules, nor with goats in hand", async () => {
        const library = await engine();
        expect(library.openTables(tables())).toBe(true);
        library.call.engine_choose(perfect, 1);
        expect(library.call.engine_from_tables()).toBe(0);
        const [position = ""] = positions(library, 1);
        for (const [rules, asked] of [
            ["goats=2", 0],
            ["no-repeat", 0],
            ["nepal,repetition=none", 1],
        ] as const) {
            expect(library.call.game_new_by_name(library.put(rules))).toBe(0);
            expect(library.call.game_set_position(library.put(position))).toBe(0);
            library.call.engine_choose(perfect, 1);
            expect(library.call.engine_from_tables()).toBe(asked);
        }
    });

    test("are refused when they are damaged or for another board, and can be loaded again", async () => {
        const library = await engine();
        const file = tables();
        const damaged = Uint8Array.from(file);
        damaged[file.length - 1] = (damaged[file.length - 1] ?? 0) ^ 1;
        expect(library.openTables(damaged)).toBe(false);
        expect(library.openTables(file.subarray(0, file.length - 1))).toBe(false);
        expect(library.openTables(new Uint8Array(0))).toBe(false);
        expect((await Library.make(await loadModule())).openTables(file)).toBe(false);
        expect(library.openTables(file)).toBe(true);
        expect(library.openTables(file)).toBe(true);
    });
});
