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
    test: {
        include: ["e2e/**/*.test.ts"],
        globalSetup: ["e2e/server.ts"],
        setupFiles: ["tests/setup.ts"],
        // Nothing is judged by how long it takes: a busy machine is only slower.
        testTimeout: 240000,
        hookTimeout: 120000,
        // The browsers share the machine with the server and one another.
        fileParallelism: false,
    },
});
