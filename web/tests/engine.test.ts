import address from "baghchal.wasm?url";
import { brotliCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { Game } from "../src/rules/game";
import { Library, loadModule } from "../src/rules/module";

async function engine(): Promise<{ library: Library; game: Game }> {
    const library = await Library.make(await loadModule());
    expect(library.call.engine_start(1 << 20)).toBe(0);
    return { library, game: new Game(library) };
}

describe("the engine in WebAssembly", () => {
    test("plays only legal moves, at the weakest and at a strong level", async () => {
        const { library, game } = await engine();
        for (let ply = 0; ply < 30 && !game.over; ply += 1) {
            const move = library.call.engine_choose(game.view.side === "goats" ? 1 : 4, ply);
            expect(game.legal.map(({ code }) => code)).toContain(move);
            game.play(move);
        }
    });

    test("eats the goat that wins the game", async () => {
        const { library, game } = await engine();
        game.begin(game.rules, "GGGGT/GGGGG/GGT1G/GG1GT/TG3 t 0 4 0 40");
        const winning = game.legal.filter((move) => move.over !== undefined).map(({ code }) => code);
        expect(winning.length).toBeGreaterThan(0);
        expect(winning).toContain(library.call.engine_choose(8, 1));
    });

    test("weighs less than 60 KB as sent", async () => {
        const response = await fetch(address);
        const packed = brotliCompressSync(Buffer.from(await response.arrayBuffer()));
        expect(packed.length).toBeLessThan(60 * 1024);
    });

    test("has no move when the game is over", async () => {
        const { library, game } = await engine();
        game.resign("goats");
        expect(library.call.engine_choose(3, 1)).toBeLessThan(0);
    });
});
