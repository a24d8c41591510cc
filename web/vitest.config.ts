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
    test: { include: ["tests/**/*.test.ts"], setupFiles: ["tests/setup.ts"] },
});
