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
    // Some tests wait for the program, on machines with other work.
    test: { include: ["tests/**/*.test.ts"], testTimeout: 120000, setupFiles: ["tests/setup.ts"] },
});
