/** Asks the library for the board while the page is built, so that it can be drawn before the library has been loaded. */
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import type { Exports } from "./src/rules/module";
import { readShape, type StartingBoard } from "./src/rules/shape.ts";

const name = "virtual:starting-board";

async function ask(file: string): Promise<StartingBoard> {
    const { instance } = await WebAssembly.instantiate(readFileSync(file), {
        host: { milliseconds: () => performance.now() },
    });
    const call = instance.exports as unknown as Exports;
    call.start();
    return { shape: readShape(call), tigers: call.game_tigers() };
}

export function startingBoard(file: string): Plugin {
    return {
        name: "starting-board",
        resolveId: (id) => (id === name ? `\0${name}` : undefined),
        load: async (id) =>
            id === `\0${name}` ? `export const startingBoard = ${JSON.stringify(await ask(file))};` : undefined,
    };
}
