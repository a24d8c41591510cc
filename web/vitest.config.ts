import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { startingBoard } from "./starting_board.ts";

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const library = process.env.BAGHCHAL_WASM ?? path("../build/wasm/baghchal.wasm");

export default defineConfig({
    resolve: {
        alias: [
            {
                find: /^baghchal\.wasm/,
                replacement: library,
            },
        ],
    },
    plugins: [startingBoard(library)],
    // Some tests wait for the program, on machines with other work.
    test: { include: ["tests/**/*.test.ts"], testTimeout: 120000, setupFiles: ["tests/setup.ts"] },
});
