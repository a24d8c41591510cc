/** The engine in WebAssembly beside the engine of the program: the same sources must make the same moves. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { describe, expect, test } from "vitest";
import { program } from "../e2e/server";
import { Library, loadModule } from "../src/rules/module";

const depth = 7;
const nodes = 6000;
const tableMegabytes = 1;

interface Found {
    move: string;
    /** Of the last depth that was finished. */
    score: number;
    depth: number;
    nodes: number;
}

function readFound(move: string, about: string): Found {
    const score = / score (cp|win|loss) (-?\d+) /.exec(about);
    const amount = Number(score?.[2]);
    return {
        move,
        score: score?.[1] === "win" ? 30000 - amount : score?.[1] === "loss" ? amount - 30000 : amount,
        depth: Number(/ depth (\d+) /.exec(about)?.[1]),
        nodes: Number(/ nodes (\d+) /.exec(about)?.[1]),
    };
}

/** A conversation in the engine protocol. */
class NativeEngine {
    private readonly child;
    private readonly lines;

    constructor(board: string) {
        this.child = spawn(program(), ["engine", "--board", board], { stdio: ["pipe", "pipe", "inherit"] });
        this.lines = createInterface(this.child.stdout)[Symbol.asyncIterator]();
        this.say(`setoption name Hash value ${tableMegabytes}`);
        this.say("setoption name Tables value off");
        this.say("setoption name Network value small");
    }

    say(line: string): void {
        this.child.stdin.write(`${line}\n`);
    }

    async search(rules: string, moves: string[]): Promise<Found> {
        this.say(`setoption name Rules value ${rules}`);
        this.say("newgame");
        this.say(`position startpos moves ${moves.join(" ")}`);
        this.say(`go depth ${depth} nodes ${nodes}`);
        let about = "";
        for (;;) {
            const { value, done } = await this.lines.next();
            if (done) {
                throw new Error("the program has ended");
            }
            if (value.startsWith("bestmove ")) {
                return readFound(value.slice("bestmove ".length), about);
            }
            about = value;
        }
    }

    end(): void {
        this.child.stdin.end();
    }
}

/** Chance that is the same each time. */
function chance(seed: number): (below: number) => number {
    let state = seed;
    return (below) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
    };
}

/** The legal moves, as numbers. */
function legalMoves(library: Library): number[] {
    const count = library.call.game_moves();
    const bytes = library.bytes(2 * count);
    return Array.from({ length: count }, (_, index) => bytes.getUint16(2 * index, true));
}

const moveText = (library: Library, move: number): string => library.text(library.call.move_write(move));

/** Plays so many moves by chance from the start; the game may end before. */
function playChance(library: Library, rules: string, count: number, next: (below: number) => number): string[] {
    expect(library.call.game_new_by_name(library.put(rules))).toBe(0);
    const played: string[] = [];
    for (let moves = legalMoves(library); played.length < count && moves.length > 0; moves = legalMoves(library)) {
        const move = moves[next(moves.length)] ?? 0;
        played.push(moveText(library, move));
        expect(library.call.game_play(move)).toBe(0);
    }
    return played;
}

/** From "c3-c4" or "a1xc3" to "c3c4", as the protocol writes them. */
const compact = (text: string): string => text.replace(/[-x]/, "");

describe("the engine in WebAssembly and the program's", () => {
    const cases = [
        {
            board: "standard",
            rules: ["nepal", "four", "six", "spiralogics", "no-repeat", "all-goats", "goats=7,quiet=40"],
            games: 20,
            turns: 90,
        },
        { board: "4x4", rules: ["nepal", "goats=1", "no-repeat"], games: 24, turns: 30 },
        { board: "3x3", rules: ["nepal", "goats=2", "spiralogics"], games: 30, turns: 12 },
    ];
    test.each(cases)(
        "make the same moves with the same scores at fixed nodes on the $board board",
        async (setting) => {
            const library = await Library.make(await loadModule(), setting.board);
            expect(library.call.engine_start(tableMegabytes << 20)).toBe(0);
            const native = new NativeEngine(setting.board);
            const next = chance(7);
            let compared = 0;
            let scores = 0;
            for (let number = 0; number < setting.rules.length * setting.games; number += 1) {
                const rules = setting.rules[number % setting.rules.length] ?? "nepal";
                const moves = playChance(library, rules, next(setting.turns), next);
                if (library.call.game_ending() !== 0) {
                    continue;
                }
                const expected = await native.search(rules, moves);
                const move = library.call.engine_search(depth, nodes);
                expect(compact(moveText(library, move))).toBe(expected.move);
                expect(library.call.engine_depth()).toBe(expected.depth);
                compared += 1;
                // What is found after the last finished depth the program does not tell.
                if (library.call.engine_nodes() === expected.nodes) {
                    expect(library.call.engine_score()).toBe(expected.score);
                    scores += 1;
                }
            }
            native.end();
            expect(compared).toBeGreaterThan(50);
            expect(scores).toBeGreaterThan(20);
        },
        120000,
    );
});
