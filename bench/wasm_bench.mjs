/* The engine in WebAssembly: its size, its speed beside the program's, and how soon it moves.
 *
 * node bench/wasm_bench.mjs [--folder BUILD] [--rounds N] [--tables FILE] [--chromium PROGRAM]
 *
 * BUILD holds baghchal and baghchal.wasm (build/release). Program and module search the same positions from empty tables up to the
 * same number of nodes, by turns; the ratio is of the medians. --tables measures unpacking a movement.web file. --chromium also times the
 * first move in that browser, by the playwright-core of web/node_modules. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { brotliCompressSync, constants } from "node:zlib";
import { parseArgs } from "node:util";

const { values: options } = parseArgs({
    options: {
        folder: { type: "string", default: "build/release" },
        rounds: { type: "string", default: "5" },
        tables: { type: "string" },
        chromium: { type: "string" },
    },
});
const nodes = 300000;
const positions = [
    "startpos",
    "pos 1G2G/1G2G/1T3/2T1G/GGTTG t 11 1 0 9",
    "pos GGGGT/T1T1G/G1G2/GGGGG/GGTGG t 4 0 0 16",
];
const bytes = readFileSync(`${options.folder}/baghchal.wasm`);
const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];

const packed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
console.log(`size: ${bytes.length} bytes, ${packed.length} with Brotli`);

const imports = { host: { milliseconds: () => performance.now() } };

async function instance() {
    const { instance } = await WebAssembly.instantiate(bytes, imports);
    instance.exports.start();
    instance.exports.engine_start(16 << 20);
    return instance.exports;
}

function put(module, text) {
    const target = new Uint8Array(module.memory.buffer, module.buffer(), module.buffer_size());
    return new TextEncoder().encodeInto(text, target).written;
}

/* Nodes a second of the module. */
function rateOfModule(module, position) {
    module.game_new(5, 0, 0, 100);
    if (position !== "startpos" && module.game_set_position(put(module, position.slice("pos ".length))) !== 0) {
        throw new Error(position);
    }
    const before = performance.now();
    module.engine_search(0, nodes);
    return (module.engine_nodes() / (performance.now() - before)) * 1000;
}

const program = spawn(`${options.folder}/baghchal`, ["engine"], { stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface(program.stdout)[Symbol.asyncIterator]();

async function until(word) {
    for (;;) {
        const { value } = await lines.next();
        if (value.startsWith(word)) {
            return;
        }
    }
}

async function rateOfProgram(position) {
    program.stdin.write(`newgame\nposition ${position}\nisready\n`);
    await until("readyok");
    const before = performance.now();
    program.stdin.write(`go nodes ${nodes}\n`);
    await until("bestmove");
    return (nodes / (performance.now() - before)) * 1000;
}

program.stdin.write("setoption name Hash value 16\nsetoption name Tables value off\nsetoption name Network value small\n");
const module = await instance();
rateOfModule(module, "startpos");
for (const position of positions) {
    const rates = { module: [], program: [] };
    for (let round = 0; round < Number(options.rounds); round += 1) {
        rates.program.push(await rateOfProgram(position));
        rates.module.push(rateOfModule(module, position));
    }
    const [mine, native] = [median(rates.module), median(rates.program)];
    const kilo = (rate) => (rate / 1000).toFixed(0);
    console.log(`${position}: ${kilo(mine)} thousand nodes a second, the program ${kilo(native)}: ${(mine / native).toFixed(2)}`);
}
program.stdin.end();

/* From the module's bytes to the computer's first move at level 5. */
const firstMove = async (bytes) => {
    const before = performance.now();
    const { instance } = await WebAssembly.instantiate(bytes, { host: { milliseconds: () => performance.now() } });
    instance.exports.start();
    instance.exports.engine_start(8 << 20);
    const move = instance.exports.engine_choose(5, 1);
    return move < 0 ? Number.NaN : performance.now() - before;
};
console.log(`first move at level 5 in node: ${(await firstMove(bytes)).toFixed(0)} ms after the bytes are there`);

if (options.chromium !== undefined) {
    const { chromium } = createRequire(new URL("../web/package.json", import.meta.url))("playwright-core");
    const browser = await chromium.launch({ executablePath: options.chromium, args: ["--no-sandbox"] });
    const page = await browser.newPage();
    const took = await page.evaluate(
        `(${firstMove.toString()})(Uint8Array.from(atob("${bytes.toString("base64")}"), (letter) => letter.charCodeAt(0)))`,
    );
    console.log(`first move at level 5 in Chromium: ${took.toFixed(0)} ms`);
    await browser.close();
}

if (options.tables !== undefined) {
    const file = readFileSync(options.tables);
    const loaded = await instance();
    const before = performance.now();
    const address = loaded.tables_file(file.length);
    new Uint8Array(loaded.memory.buffer, address, file.length).set(file);
    const error = loaded.tables_open(file.length);
    const seconds = (performance.now() - before) / 1000;
    console.log(`tables: error ${error}, unpacked in ${seconds.toFixed(2)} s, ${loaded.memory.buffer.byteLength >> 20} MiB of memory in all`);
}
