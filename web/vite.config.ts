import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";
import { startingBoard } from "./starting_board.ts";

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** Tells the service worker which files belong to this build, and gives the build a name that changes with any of them. */
function serviceWorkerFiles(): Plugin {
    return {
        name: "service-worker-files",
        enforce: "post",
        generateBundle(_options, bundle) {
            const worker = bundle["service_worker.js"];
            if (worker?.type !== "chunk") {
                throw new Error("the build has no service_worker.js");
            }
            const built = Object.keys(bundle).filter((name) => name !== worker.fileName && name !== "index.html");
            const files = [...built, ...readdirSync(path("public"))].sort().map((name) => `/${name}`);
            const hash = createHash("sha256").update(files.join("\n"));
            for (const name of ["index.html", ...built].sort()) {
                const output = bundle[name];
                if (output !== undefined) {
                    hash.update(output.type === "chunk" ? output.code : output.source);
                }
            }
            worker.code = worker.code
                .replace(/["'`]__VERSION__["'`]/, JSON.stringify(hash.digest("hex").slice(0, 12)))
                .replace(/["'`]__FILES__["'`]/, JSON.stringify(files));
        },
    };
}

const compressible = /\.(css|html|js|svg|wasm|webmanifest)$/;

/** Puts a .br and a .gz beside each file that they make smaller; the server sends them to browsers that take them. */
function compressedFiles(): Plugin {
    const folder = path("../build/web");
    return {
        name: "compressed-files",
        closeBundle() {
            for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
                if (!compressible.test(name)) {
                    continue;
                }
                const file = join(folder, name);
                const content = readFileSync(file);
                const variants = {
                    br: brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
                    gz: gzipSync(content, { level: 9 }),
                };
                for (const [ending, compressed] of Object.entries(variants)) {
                    if (compressed.length < content.length) {
                        writeFileSync(`${file}.${ending}`, compressed);
                    }
                }
            }
        },
    };
}

const library = process.env.BAGHCHAL_WASM ?? path("../build/wasm/baghchal.wasm");

export default defineConfig({
    root: path("."),
    resolve: {
        alias: [
            {
                find: /^baghchal\.wasm/,
                replacement: library,
            },
        ],
    },
    build: {
        outDir: path("../build/web"),
        emptyOutDir: true,
        target: "es2022",
        // The content security policy allows neither data: addresses nor inline script.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rollupOptions: {
            input: { index: path("index.html"), service_worker: path("src/service_worker.ts") },
            output: {
                entryFileNames: (chunk) =>
                    chunk.name === "service_worker" ? "service_worker.js" : "assets/[name]-[hash].js",
            },
        },
    },
    worker: { format: "es" },
    plugins: [startingBoard(library), serviceWorkerFiles(), compressedFiles()],
});
