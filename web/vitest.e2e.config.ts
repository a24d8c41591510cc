import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
    resolve: {
        alias: [
            {
                find: /^baghchal\.wasm/,
                replacement: process.env.BAGHCHAL_WASM ?? path("../build/wasm/baghchal.wasm"),
            },
        ],
    },
    test: {
        include: ["e2e/**/*.test.ts"],
        globalSetup: ["e2e/server.ts"],
        setupFiles: ["tests/setup.ts"],
        testTimeout: 90000,
        hookTimeout: 60000,
        // The browsers share the machine with the server and one another.
        fileParallelism: false,
    },
});
