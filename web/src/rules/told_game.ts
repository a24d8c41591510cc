/**
 * A game at a server's table where the library cannot run: it knows no rules, but what the server tells of them.
 *
 * Pieces are put where the moves say; what is legal, which tigers are trapped, how often a position has stood and how the
 * game ended is known for the position that was told last, and for no other one.
 */
import { startingBoard } from "virtual:starting-board";
import type { Ending, GameForm, Move, PlayedGame, Repetition, Result, Rules, Side, View } from "./game";
import { has, otherSide, RulesError } from "./game";
import type { BoardShape } from "./shape";
import { startView } from "./start_view";

/** What the server tells of a table's game, as docs/openapi.yaml has it. */
export interface Told {
    rules: string;
    rule_set: {
        goats_to_win: number;
        goat_stalemate: Rules["goatStalemate"];
        repetition: Repetition;
        quiet_turns: number;
    };
    ply: number;
    moves: string[];
    position: string;
    legal: string[];
    drawing: string[];
    trapped: string[];
    quiet_left: number | null;
    occurrences: number;
    earlier: number[];
    result: Result;
    ending: Ending | null;
}

/** A mask of points. */
function maskOf(points: Iterable<number>): number {
    let mask = 0;
    for (const point of points) {
        mask |= 1 << point;
    }
    return mask;
}

const moveForm = /^([a-z][1-9])(?:[-x]?([a-z][1-9]))?$/;

export class ToldGame implements PlayedGame {
    readonly shape: BoardShape = startingBoard.shape;
    rules: Rules;
    views: View[] = [];

    constructor(private told: Told) {
        this.rules = ToldGame.rulesOf(told);
    }

    private static rulesOf({ rule_set }: Told): Rules {
        return {
            goatsToWin: rule_set.goats_to_win,
            goatStalemate: rule_set.goat_stalemate,
            repetition: rule_set.repetition,
            quietTurns: rule_set.quiet_turns,
        };
    }

    /** Takes over what the server says of the present position; the moves that lead there may come after. */
    tell(told: Told): void {
        this.told = told;
        this.complete();
    }

    begin(rules: Rules, position?: string): void {
        this.rules = { ...rules };
        this.views = [this.readPosition(position)];
        this.complete();
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

    get rulesName(): string {
        return this.told.rules;
    }

    get moves(): Move[] {
        return this.views.slice(1).map((view) => view.move as Move);
    }

    get positionText(): string {
        return this.told.position;
    }

    write(_form: GameForm): undefined {
        return undefined;
    }

    get legal(): readonly Move[] {
        return this.isTold && !this.over ? this.told.legal.map((text) => this.parse(text)) : [];
    }

    play(code: number): Move {
        const move = this.decode(code);
        const { tigers, goats, side, goatsInHand, goatsEaten, turn, quietTurns } = this.view;
        const gone = move.from === undefined ? 0 : 1 << move.from;
        const placed = (mask: number): number => (mask & ~gone) | (1 << move.to);
        const quiet = goatsInHand === 0 && move.over === undefined ? quietTurns + 1 : 0;
        this.views.push({
            tigers: side === "tigers" ? placed(tigers) : tigers,
            goats: side === "goats" ? placed(goats) : goats & ~(move.over === undefined ? 0 : 1 << move.over),
            side: otherSide(side),
            goatsInHand: goatsInHand - (move.from === undefined ? 1 : 0),
            goatsEaten: goatsEaten + (move.over === undefined ? 0 : 1),
            turn: turn + (side === "tigers" ? 1 : 0),
            quietTurns: quiet,
            quietTurnsLeft: undefined,
            trapped: 0,
            occurrences: 0,
            earlier: [],
            move,
            result: "*",
            ending: "unfinished",
        });
        this.complete();
        return move;
    }

    playAll(texts: readonly string[]): void {
        for (const text of texts) {
            this.play(this.read(text));
        }
    }

    takeBack(count: number): void {
        this.views.length -= count;
        this.views[this.plies] = { ...this.view, result: "*", ending: "unfinished" };
        this.complete();
    }

    resign(side: Side): void {
        this.end(side === "goats" ? "0-1" : "1-0", "resignation");
    }

    agreeDraw(): void {
        this.end("1/2-1/2", "agreement");
    }

    read(text: string): number {
        return this.parse(text).code;
    }

    refusal(text: string): string | undefined {
        let move: Move;
        try {
            move = this.parse(text);
        } catch (error) {
            if (error instanceof RulesError) {
                return error.reason;
            }
            throw error;
        }
        if (this.legal.some(({ from, to }) => from === move.from && to === move.to)) {
            return undefined;
        }
        const { tigers, goats, side, goatsInHand } = this.view;
        if (has(tigers | goats, move.to)) {
            return "MOVE_OCCUPIED";
        }
        if (move.from !== undefined && side === "goats" && goatsInHand > 0) {
            return "MOVE_GOATS_IN_HAND";
        }
        const lines = this.shape.lines.filter((line) => line.includes(move.to));
        if (move.from !== undefined && !lines.some((line) => line.includes(move.from as number))) {
            return "MOVE_NO_LINE";
        }
        return "OTHER";
    }

    occurrencesAfter(code: number): number {
        const { text } = this.decode(code);
        return this.isTold && this.told.drawing.includes(text) ? 3 : 1;
    }

    earlierAfter(_move: Move): readonly number[] {
        return [];
    }

    decode(code: number): Move {
        const to = code & 31;
        const from = (code >> 5) & 31;
        const over = code & 0x8000 ? (code >> 10) & 31 : undefined;
        const name = (point: number): string => this.shape.points[point]?.name ?? "";
        const text = from === to ? name(to) : `${name(from)}${over === undefined ? "-" : "x"}${name(to)}`;
        return { code, from: from === to ? undefined : from, to, over, text };
    }

    /** Whether the position here is the one that was told. */
    private get isTold(): boolean {
        const { moves } = this;
        return this.told.ply === moves.length && this.told.moves.at(-1) === moves.at(-1)?.text;
    }

    /** Puts what the server told into the position that it told of. */
    private complete(): void {
        if (this.views.length === 0 || !this.isTold) {
            return;
        }
        const { trapped, quiet_left, occurrences, earlier, result, ending } = this.told;
        const points = trapped.map((name) => this.point(name));
        this.views[this.plies] = {
            ...this.view,
            trapped: maskOf(points),
            quietTurnsLeft: quiet_left ?? undefined,
            occurrences,
            earlier,
            result,
            ending: ending ?? "unfinished",
        };
    }

    private end(result: Result, ending: Ending): void {
        this.views[this.plies] = { ...this.view, result, ending };
    }

    private point(name: string): number {
        const found = this.shape.points.find((point) => point.name === name);
        if (found === undefined) {
            throw new RulesError("MOVE_POINT");
        }
        return found.index;
    }

    private parse(text: string): Move {
        const [, first, second] = moveForm.exec(text.trim().toLowerCase()) ?? [];
        if (first === undefined) {
            throw new RulesError("MOVE_SYNTAX");
        }
        const to = this.point(second ?? first);
        const from = this.point(first);
        if (second === undefined) {
            return this.decode((to << 5) | to);
        }
        const a = this.shape.points[from];
        const b = this.shape.points[to];
        const middle = this.shape.points.find(
            ({ file, rank }) =>
                a !== undefined &&
                b !== undefined &&
                Math.max(Math.abs(a.file - b.file), Math.abs(a.rank - b.rank)) === 2 &&
                2 * file === a.file + b.file &&
                2 * rank === a.rank + b.rank,
        );
        return this.decode((from << 5) | to | (middle === undefined ? 0 : (middle.index << 10) | 0x8000));
    }

    /** Reads a position's native form; the board's start without one. */
    private readPosition(text: string | undefined): View {
        if (text === undefined) {
            return startView;
        }
        const { shape } = this;
        const [board = "", side, hand, eaten, quiet, turn] = text.split(" ");
        const points = { T: new Set<number>(), G: new Set<number>() };
        for (const [row, letters] of board.split("/").entries()) {
            let file = 0;
            for (const letter of letters) {
                if (letter === "T" || letter === "G") {
                    const rank = shape.ranks - 1 - row;
                    const point = shape.points.find((other) => other.file === file && other.rank === rank);
                    points[letter].add(point?.index ?? 0);
                    file += 1;
                } else {
                    file += Number(letter);
                }
            }
        }
        return {
            ...startView,
            tigers: maskOf(points.T),
            goats: maskOf(points.G),
            side: side === "t" ? "tigers" : "goats",
            goatsInHand: Number(hand),
            goatsEaten: Number(eaten),
            quietTurns: Number(quiet),
            turn: Number(turn),
        };
    }
}
