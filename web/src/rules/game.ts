/** A game as the page sees it: the C library's game with a view of every position it has been through. */
import { Library, loadModule } from "./module";
import { type BoardShape, readShape } from "./shape";

export type { BoardShape, Point } from "./shape";

export type Side = "goats" | "tigers";
export type GoatStalemate = "tigers" | "draw";
export type Repetition = "draw" | "forbidden" | "none";
export type Result = "*" | "1-0" | "0-1" | "1/2-1/2";
export type Ending =
    | "unfinished"
    | "captured"
    | "trapped"
    | "stuck"
    | "repetition"
    | "quiet"
    | "agreement"
    | "resignation";

export interface Rules {
    goatsToWin: number;
    goatStalemate: GoatStalemate;
    repetition: Repetition;
    /** 0 for no limit. */
    quietTurns: number;
}

export const defaultRules: Rules = { goatsToWin: 5, goatStalemate: "tigers", repetition: "draw", quietTurns: 100 };

/** A rule set as the library's text. */
export function rulesText(rules: Rules): string {
    return [
        `goats=${rules.goatsToWin}`,
        `stalemate=${rules.goatStalemate}`,
        `repetition=${rules.repetition}`,
        `quiet=${rules.quietTurns}`,
    ].join();
}

export interface Move {
    /** The library's 16 bits. */
    code: number;
    /** Undefined for a placement. */
    from: number | undefined;
    to: number;
    /** The goat eaten. */
    over: number | undefined;
    /** c3, c3-c4 or a1xc3. */
    text: string;
}

/** What a player is shown of a position. Sets of points are masks. */
export interface View {
    tigers: number;
    goats: number;
    side: Side;
    goatsInHand: number;
    goatsEaten: number;
    turn: number;
    quietTurns: number;
    /** Undefined where there is no limit, or goats are in hand. */
    quietTurnsLeft: number | undefined;
    trapped: number;
    /** How often this position has now been on the board; 0 while positions do not count. */
    occurrences: number;
    /** The plies after which it stood before, latest first. */
    earlier: readonly number[];
    /** The move that led here. */
    move: Move | undefined;
    result: Result;
    ending: Ending;
}

/** Text forms of a game, in the module's order. The first two are of the whole game, the others of the present position. */
export const gameForms = ["record", "python-game", "python-position", "obx", "gamesman"] as const;
export type GameForm = (typeof gameForms)[number];

const sides: readonly Side[] = ["goats", "tigers"];
const stalemates: readonly GoatStalemate[] = ["tigers", "draw"];
const repetitions: readonly Repetition[] = ["draw", "forbidden", "none"];
const noMove = 0xffff;

export function otherSide(side: Side): Side {
    return side === "goats" ? "tigers" : "goats";
}

export function has(points: number, point: number): boolean {
    return ((points >>> point) & 1) === 1;
}

export function countOf(points: number): number {
    let count = 0;
    for (let rest = points >>> 0; rest !== 0; rest &= rest - 1) {
        count += 1;
    }
    return count;
}

/** An error of the library by its name, such as MOVE_NO_LINE. */
export class RulesError extends Error {
    constructor(readonly reason: string) {
        super(reason);
    }
}

/** A game as pages show and play it, whoever knows its rules. */
export type PlayedGame = Pick<
    Game,
    | "shape"
    | "rules"
    | "views"
    | "view"
    | "plies"
    | "over"
    | "rulesName"
    | "positionText"
    | "moves"
    | "legal"
    | "begin"
    | "play"
    | "playAll"
    | "takeBack"
    | "resign"
    | "agreeDraw"
    | "read"
    | "refusal"
    | "occurrencesAfter"
    | "earlierAfter"
    | "decode"
    | "write"
>;

export class Game {
    readonly shape: BoardShape;
    rules: Rules = defaultRules;
    /** views[0] is the start, views[n] the position after n turns. */
    views: View[] = [];
    private list: Move[] | undefined;

    constructor(private readonly library: Library) {
        this.shape = readShape(library.call);
        this.begin(defaultRules);
    }

    static async make(): Promise<Game> {
        return new Game(await Library.make(await loadModule()));
    }

    /** Begins a new game, from the board's start or from a position in its native form. */
    begin(rules: Rules, position?: string): void {
        const call = this.library.call;
        this.check(
            call.game_new(
                rules.goatsToWin,
                stalemates.indexOf(rules.goatStalemate),
                repetitions.indexOf(rules.repetition),
                rules.quietTurns,
            ),
        );
        this.rules = { ...rules };
        if (position !== undefined) {
            this.check(call.game_set_position(this.library.put(position)));
        }
        this.views = [this.look()];
        this.list = undefined;
    }

    /** Begins a new game under a named rule set: "nepal", "four", "goats=7,quiet=0". */
    beginByName(name: string): void {
        const call = this.library.call;
        this.check(call.game_new_by_name(this.library.put(name)));
        this.rules = {
            goatsToWin: call.rules_goats_to_win(),
            goatStalemate: stalemates[call.rules_goat_stalemate()] ?? "tigers",
            repetition: repetitions[call.rules_repetition()] ?? "draw",
            quietTurns: call.rules_quiet_turn_limit(),
        };
        this.views = [this.look()];
        this.list = undefined;
    }

    get view(): View {
        return this.views[this.views.length - 1] as View;
    }

    get plies(): number {
        return this.views.length - 1;
    }

    get over(): boolean {
        return this.view.result !== "*";
    }

    /** The rule set's name, with what differs from it. */
    get rulesName(): string {
        return this.library.text(this.library.call.rules_write());
    }

    get moves(): Move[] {
        return this.views.slice(1).map((view) => view.move as Move);
    }

    get positionText(): string {
        return this.library.text(this.library.call.position_write());
    }

    /**
     * The game or its present position in a text form; undefined where the form cannot say it. A record begins with the given
     * tags, at most four.
     */
    write(form: GameForm, tags: Readonly<Record<string, string>> = {}): string | undefined {
        const lines = Object.entries(tags).flatMap(([name, value]) => [name, value.replace(/[\r\n]/g, " ")]);
        const length = this.library.call.game_write(
            gameForms.indexOf(form),
            form === "record" ? this.library.put(lines.join("\n")) : 0,
        );
        return length < 0 ? undefined : this.library.text(length);
    }

    /** The legal moves, in the library's order; none when the game is over. */
    get legal(): readonly Move[] {
        if (this.list === undefined) {
            const count = this.library.call.game_moves();
            const bytes = this.library.bytes(2 * count);
            const codes = Array.from({ length: count }, (_, index) => bytes.getUint16(2 * index, true));
            this.list = codes.map((code) => this.decode(code));
        }
        return this.list;
    }

    /** Makes a move. Throws a RulesError when it is not legal; the game is then unchanged. */
    play(code: number): Move {
        this.check(this.library.call.game_play(code));
        this.list = undefined;
        const view = this.look();
        this.views.push(view);
        return view.move as Move;
    }

    /** Makes the moves of a list of texts. */
    playAll(texts: readonly string[]): void {
        for (const text of texts) {
            this.play(this.read(text));
        }
    }

    /** Takes back the last turns; 0 takes back only an agreement or a resignation. */
    takeBack(count: number): void {
        this.check(this.library.call.game_take_back(count));
        this.views.length -= count;
        this.views[this.views.length - 1] = this.look();
        this.list = undefined;
    }

    resign(side: Side): void {
        this.check(this.library.call.game_resign(sides.indexOf(side)));
        this.lookAgain();
    }

    agreeDraw(): void {
        this.check(this.library.call.game_agree_draw());
        this.lookAgain();
    }

    /** Reads a move in any form that the library knows. Throws a RulesError when it is none. */
    read(text: string): number {
        const code = this.library.call.move_read(this.library.put(text));
        if (code < 0) {
            throw new RulesError(this.errorName(-code));
        }
        return code;
    }

    /** Why a move cannot be made now, or undefined if it can. */
    refusal(text: string): string | undefined {
        try {
            const error = this.library.call.game_check_move(this.read(text));
            return error === 0 ? undefined : this.errorName(error);
        } catch (error) {
            if (error instanceof RulesError) {
                return error.reason;
            }
            throw error;
        }
    }

    /** How often the position after a legal move would have been on the board. */
    occurrencesAfter(code: number): number {
        return this.library.call.game_occurrences_after(code);
    }

    /** The plies after which the position that a legal move leads to stood before, latest first. */
    earlierAfter(move: Move): readonly number[] {
        this.play(move.code);
        const { earlier } = this.view;
        this.takeBack(1);
        return earlier;
    }

    decode(code: number): Move {
        const to = code & 31;
        const from = (code >> 5) & 31;
        return {
            code,
            from: from === to ? undefined : from,
            to,
            over: code & 0x8000 ? (code >> 10) & 31 : undefined,
            text: this.library.text(this.library.call.move_write(code)),
        };
    }

    private lookAgain(): void {
        this.views[this.views.length - 1] = this.look();
        this.list = undefined;
    }

    private look(): View {
        const call = this.library.call;
        const occurrences = call.game_occurrences();
        const bytes = this.library.bytes(4 * 16);
        const earlier = Array.from({ length: Math.min(Math.max(occurrences - 1, 0), 16) }, (_, index) =>
            bytes.getUint32(4 * index, true),
        );
        const plies = call.game_ply_count();
        const last = plies > 0 ? call.game_ply_move(plies - 1) : noMove;
        const quietTurnsLeft = call.game_quiet_turns_left();
        return {
            tigers: call.game_tigers(),
            goats: call.game_goats(),
            side: sides[call.game_side()] as Side,
            goatsInHand: call.game_goats_in_hand(),
            goatsEaten: call.game_goats_eaten(),
            turn: call.game_turn(),
            quietTurns: call.game_quiet_turns(),
            quietTurnsLeft: quietTurnsLeft < 0 ? undefined : quietTurnsLeft,
            trapped: call.game_trapped_tigers(),
            occurrences,
            earlier,
            move: last === noMove ? undefined : this.decode(last),
            result: this.library.text(call.result_word(call.game_result())) as Result,
            ending: this.library.text(call.ending_word(call.game_ending())) as Ending,
        };
    }

    private errorName(error: number): string {
        return this.library.text(this.library.call.error_name(error));
    }

    private check(error: number): void {
        if (error !== 0) {
            throw new RulesError(this.errorName(error));
        }
    }
}
