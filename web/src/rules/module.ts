/**
 * The C library as a WebAssembly module: loading it, and passing texts through its buffer.
 *
 * An instance is one game; whoever needs two games makes two instances.
 */
import address from "baghchal.wasm?url";

/** What src/wasm exports. Points are numbers from 0, sets of points are masks, moves are the library's 16-bit moves. */
export interface Exports {
    memory: WebAssembly.Memory;
    buffer(): number;
    buffer_size(): number;
    start(): void;
    start_board(length: number): number;
    point_count(): number;
    tiger_count(): number;
    goat_count(): number;
    point_file(point: number): number;
    point_rank(point: number): number;
    point_neighbours(point: number): number;
    line_count(): number;
    line_point(line: number, index: number): number;
    game_new(goatsToWin: number, goatStalemate: number, repetition: number, quietTurnLimit: number): number;
    game_new_by_name(length: number): number;
    game_set_position(length: number): number;
    rules_goats_to_win(): number;
    rules_goat_stalemate(): number;
    rules_repetition(): number;
    rules_quiet_turn_limit(): number;
    rules_write(): number;
    game_play(move: number): number;
    game_take_back(count: number): number;
    game_agree_draw(): number;
    game_resign(side: number): number;
    game_moves(): number;
    game_check_move(move: number): number;
    game_occurrences_after(move: number): number;
    game_tigers(): number;
    game_goats(): number;
    game_side(): number;
    game_goats_in_hand(): number;
    game_goats_eaten(): number;
    game_turn(): number;
    game_quiet_turns(): number;
    game_quiet_turns_left(): number;
    game_trapped_tigers(): number;
    game_occurrences(): number;
    game_ply_count(): number;
    game_ply_move(ply: number): number;
    game_result(): number;
    game_ending(): number;
    move_read(length: number): number;
    move_write(move: number): number;
    position_write(): number;
    error_name(error: number): number;
    ending_word(ending: number): number;
    result_word(result: number): number;
    game_write(form: number, length: number): number;
    engine_start(tableBytes: number): number;
    engine_choose(level: number, seed: number): number;
    engine_search(depth: number, nodes: number): number;
    engine_score(): number;
    engine_depth(): number;
    engine_nodes(): number;
    engine_from_tables(): number;
    tables_file(size: number): number;
    tables_open(size: number): number;
}

/** What the module asks of its surroundings: a clock that never goes back. */
const imports = { host: { milliseconds: (): number => performance.now() } };

let compiled: Promise<WebAssembly.Module> | undefined;

async function compile(): Promise<WebAssembly.Module> {
    const response = await fetch(address);
    if (!response.ok) {
        throw new Error(`${address}: ${response.status}`);
    }
    return WebAssembly.compile(await response.arrayBuffer());
}

/** The compiled module, fetched once; a failure is not remembered. */
export function loadModule(): Promise<WebAssembly.Module> {
    compiled ??= compile().catch((error: unknown) => {
        compiled = undefined;
        throw error;
    });
    return compiled;
}

export class Library {
    readonly call: Exports;

    private constructor(exports: Exports, board: string | undefined) {
        this.call = exports;
        if (board === undefined) {
            this.call.start();
        } else if (this.call.start_board(this.put(board)) !== 0) {
            throw new Error(`there is no board ${board}`);
        }
    }

    /** An instance for a board by its name, or for the standard one. */
    static async make(module: WebAssembly.Module, board?: string): Promise<Library> {
        const instance = await WebAssembly.instantiate(module, imports);
        return new Library(instance.exports as unknown as Exports, board);
    }

    /** The first `length` bytes of the buffer. */
    bytes(length: number): DataView {
        return new DataView(this.call.memory.buffer, this.call.buffer(), length);
    }

    /** Reads a text that a function has just put into the buffer. */
    text(length: number): string {
        return new TextDecoder().decode(new Uint8Array(this.call.memory.buffer, this.call.buffer(), length));
    }

    /** Gives the engine the movement tables of a file that `baghchal solve` made; false when it cannot use them. */
    openTables(file: Uint8Array): boolean {
        const address = this.call.tables_file(file.length);
        if (address === 0) {
            return false;
        }
        new Uint8Array(this.call.memory.buffer, address, file.length).set(file);
        return this.call.tables_open(file.length) === 0;
    }

    /** Puts a text into the buffer and returns its length in bytes; what does not fit is cut off. */
    put(text: string): number {
        const target = new Uint8Array(this.call.memory.buffer, this.call.buffer(), this.call.buffer_size());
        return new TextEncoder().encodeInto(text, target).written;
    }
}
