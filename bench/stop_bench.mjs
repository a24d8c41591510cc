/* How soon the engine obeys `stop`.
 *
 * node bench/stop_bench.mjs [--folder BUILD] [--stops N] [--option "NAME value VALUE"]...
 *
 * BUILD holds baghchal (build/release). Searches without a limit from three positions by turns and stops each after 50 to 120 ms; measured is
 * the time from writing `stop` to reading `bestmove`. Options are set as by setoption. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";

const { values: options } = parseArgs({
    options: {
        folder: { type: "string", default: "build/release" },
        stops: { type: "string", default: "300" },
        option: { type: "string", multiple: true, default: [] },
    },
});
const positions = [
    "startpos",
    "pos 1G2G/1G2G/1T3/2T1G/GGTTG t 11 1 0 9",
    "pos GGGGT/T1T1G/G1G2/GGGGG/GGTGG t 4 0 0 16",
];

const program = spawn(`${options.folder}/baghchal`, ["engine"], { stdio: ["pipe", "pipe", "inherit"] });
const waiting = [];
createInterface({ input: program.stdout }).on("line", (line) => {
    if (waiting.length > 0 && line.startsWith(waiting[0].word)) {
        waiting.shift().resolve(performance.now());
    }
});
const say = (line) => program.stdin.write(`${line}\n`);
const answer = (word) => new Promise((resolve) => waiting.push({ word, resolve }));

for (const option of options.option) {
    say(`setoption name ${option}`);
}
const times = [];
for (let i = 0; i < Number(options.stops); i++) {
    say(`position ${positions[i % positions.length]}`);
    say("go infinite");
    // What the engine does before it searches (making its memory ready, at first) is not what is measured.
    const ready = answer("readyok");
    say("isready");
    await ready;
    await sleep(50 + ((i * 7) % 70));
    const moved = answer("bestmove");
    const before = performance.now();
    say("stop");
    times.push((await moved) - before);
}
say("quit");
times.sort((a, b) => a - b);
const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(2);
console.log(`${times.length} stops: median ${at(0.5)} ms, 99 % ${at(0.99)} ms, longest ${at(1)} ms`);
