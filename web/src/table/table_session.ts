/**
 * A game at a server's table. The server has the truth: what it says replaces what is here.
 *
 * A move of one's own is shown at once and sent; until the server has it on disk it is pending. When the line was lost
 * meanwhile, the state that comes with the new one says whether the move arrived; if not, it is sent again, the same move for the
 * same turn, which the server counts once. If the game has gone another way, the move is undone.
 */
import { type Signal, signal } from "@preact/signals";
import { sense } from "../device/sound";
import { type Control, Session } from "../play/session";
import { Game, type Move, type PlayedGame, type Side } from "../rules/game";
import { ToldGame } from "../rules/told_game";
import { Connection } from "./connection";
import type { Refused } from "./refusals";
import type { ClientMessage, OfferKind, Presence, ServerMessage, State, Table } from "./wire";

export interface OfferFate {
    /** By the other side, or by this seat on another device. */
    kind: "declined" | "withdrawn" | "ownDeclined" | "ownWithdrawn";
    offer: OfferKind;
    number: number;
}

type OfferAnswer = "accept" | "decline" | "cancel";

interface Pending {
    ply: number;
    line: number;
    move: string;
}

export class TableSession extends Session {
    readonly kind = "table";
    readonly table: Signal<Table>;
    readonly you: Signal<Side | null>;
    readonly presence: Signal<Presence>;
    /** The latest refusal, until something changes. */
    readonly refused: Signal<Refused | undefined> = signal(undefined);
    /** What became of the latest offer, until something changes, where it is not what was done in this browser. */
    readonly fate: Signal<OfferFate | undefined> = signal(undefined);
    readonly pending: Signal<Pending | undefined> = signal(undefined);
    readonly connection: Connection;

    /** What this seat has answered to offers, by number, in this tab or another one. */
    private readonly answered = new Map<number, OfferAnswer>();
    /** The other tabs of this browser at the same table. */
    private readonly tabs: BroadcastChannel | undefined;

    private constructor(
        game: PlayedGame,
        state: State,
        private secret: string | undefined,
    ) {
        super(game);
        this.table = signal(state.table);
        this.you = signal(state.you);
        this.presence = signal(state.presence);
        this.begin(state.table);
        this.follow(state.table);
        if (typeof BroadcastChannel === "function") {
            this.tabs = new BroadcastChannel(`baghchal.table.${state.table.id}`);
            this.tabs.onmessage = ({ data }: MessageEvent<{ by: Side; number: number; answer: OfferAnswer }>) => {
                if (data.by === this.you.value) {
                    this.noteAnswer(data.number, data.answer);
                }
            };
        }
        this.connection = new Connection(state.table.id, {
            hello: () => this.hello(),
            receive: (message) => this.receive(message),
            opened: () => this.sendPending(),
        });
    }

    static async open(state: State, secret: string | undefined): Promise<TableSession> {
        // Where the library cannot run the server tells what the rules say.
        const game = await Game.make().catch(() => new ToldGame(state.table));
        return new TableSession(game, state, state.you === null ? undefined : secret);
    }

    /** Whether the rules are only known from the server. */
    get told(): boolean {
        return this.game instanceof ToldGame;
    }

    control(side: Side): Control {
        if (this.you.value === side) {
            return "here";
        }
        return this.table.value.seats[side].kind === "computer" ? "computer" : "remote";
    }

    override get own(): Side | undefined {
        return this.you.value ?? undefined;
    }

    override get refusal(): string | undefined {
        if (this.you.value === null && !this.game.over) {
            return "WATCHING";
        }
        return super.refusal;
    }

    get canTakeBack(): boolean {
        const you = this.you.value;
        return (
            you !== null &&
            !this.game.over &&
            this.game.views.some((view, ply) => ply < this.game.plies && view.side === you)
        );
    }

    move(move: Move): void {
        const { ply, line } = this.table.value;
        this.pending.value = { ply, line, move: move.text };
        this.refused.value = undefined;
        this.fate.value = undefined;
        this.make(move.code, "here");
        this.sendPending();
    }

    takeBack(): void {
        this.offer("takeback");
    }

    resign(): void {
        this.say({ type: "resign", request: this.connection.nextRequest() });
    }

    offer(offer: OfferKind): void {
        this.say({ type: "offer", request: this.connection.nextRequest(), offer, ply: this.table.value.ply });
    }

    answer(number: number, answer: OfferAnswer): void {
        this.noteAnswer(number, answer);
        this.tabs?.postMessage({ by: this.you.value, number, answer });
        this.say({ type: "answer", request: this.connection.nextRequest(), number, answer });
    }

    cancelTable(): void {
        this.say({ type: "cancel", request: this.connection.nextRequest() });
    }

    override dispose(): void {
        this.tabs?.close();
        this.connection.close();
    }

    private say(message: ClientMessage): void {
        this.refused.value = this.connection.send(message) ? undefined : { code: "unreachable" };
    }

    private hello(): ClientMessage {
        return {
            type: "hello",
            ...(this.secret === undefined ? {} : { seat: this.secret }),
            since: this.table.value.seq,
        };
    }

    private sendPending(): void {
        const pending = this.pending.value;
        if (pending !== undefined) {
            this.connection.send({ type: "move", request: this.connection.nextRequest(), ...pending });
        }
    }

    private receive(message: ServerMessage): void {
        switch (message.type) {
            case "state":
                this.you.value = message.you;
                this.presence.value = message.presence;
                this.take(message.table);
                return;
            case "resumed":
                this.you.value = message.you;
                this.presence.value = message.presence;
                return;
            case "presence":
                this.presence.value = {
                    goats: message.goats,
                    tigers: message.tigers,
                    spectators: message.spectators,
                };
                return;
            case "move":
                this.takeMove(message);
                return;
            case "refused":
                this.takeRefusal(message);
                return;
            default:
        }
    }

    private takeMove(message: Extract<ServerMessage, { type: "move" }>): void {
        const table = this.table.value;
        if (message.seq <= table.seq) {
            return;
        }
        if (message.seq !== table.seq + 1 || message.ply !== table.ply + 1 || message.line !== table.line) {
            this.connection.send({ type: "state", request: this.connection.nextRequest() });
            return;
        }
        const { type: _type, seq: _seq, by: _by, move: _move, ...changed } = message;
        this.table.value = {
            ...table,
            ...changed,
            seq: message.seq,
            moves: [...table.moves, message.move],
            offer: table.offer?.offer === "rematch" ? table.offer : null,
        };
        this.tell();
        this.refused.value = undefined;
        this.fate.value = undefined;
        if (this.game.plies === message.ply && this.game.view.move?.text === message.move) {
            // Our own, shown already.
            this.pending.value = undefined;
            this.learn();
        } else if (this.game.plies === message.ply - 1) {
            this.make(this.game.read(message.move), this.control(message.by));
        } else {
            this.pending.value = undefined;
            this.follow(this.table.value);
        }
    }

    private takeRefusal(message: Extract<ServerMessage, { type: "refused" }>): void {
        const { code, reason, retry_after: retryAfter } = message.error;
        this.refused.value = { code, reason, retryAfter };
        if (code === "seat_unknown") {
            this.secret = undefined;
            this.you.value = null;
        }
        if (this.pending.value !== undefined && code !== "offer_cooling" && code !== "offer_open") {
            this.pending.value = undefined;
            this.follow(message.table ?? this.table.value);
        }
        if (message.table !== undefined) {
            this.take(message.table);
            this.refused.value = { code, reason, retryAfter };
        }
    }

    /** Takes over a whole state. */
    private take(table: Table): void {
        const before = this.table.value;
        if (table.seq < before.seq) {
            return;
        }
        const pending = this.pending.value;
        if (
            pending !== undefined &&
            (table.line !== pending.line || table.ply > pending.ply || table.status !== "playing")
        ) {
            this.pending.value = undefined;
        }
        this.table.value = table;
        this.refused.value = undefined;
        if (table.seq > before.seq) {
            this.fate.value = this.fateBetween(before, table);
        }
        if (table.offer !== null && table.offer.number !== before.offer?.number && table.offer.by !== this.you.value) {
            sense("notice");
        }
        if (before.status === "waiting" && table.status === "playing") {
            sense("notice");
        }
        this.follow(table);
    }

    private noteAnswer(number: number, answer: OfferAnswer): void {
        this.answered.set(number, answer);
        if (this.fate.value?.number === number) {
            this.fate.value = undefined;
        }
    }

    /** An offer that is gone though nothing else has changed: its maker withdrew it or the other side declined it. */
    private fateBetween(before: Table, after: Table): OfferFate | undefined {
        const { offer } = before;
        const gone =
            offer !== null &&
            after.offer === null &&
            after.rematch === before.rematch &&
            after.status === before.status &&
            after.ply === before.ply &&
            after.line === before.line;
        if (!gone || this.you.value === null || this.answered.has(offer.number)) {
            return undefined;
        }
        const own = offer.by === this.you.value;
        // Where the server does not say who answered it was the other side: a second device of this seat is rare.
        const { closed_offer: closed } = after;
        const answer = closed?.number === offer.number ? closed.answer : own ? "decline" : "cancel";
        const kind = answer === "decline" ? (own ? "declined" : "ownDeclined") : own ? "ownWithdrawn" : "withdrawn";
        return { kind, offer: offer.offer, number: offer.number };
    }

    private begin(table: Table): void {
        const { goats_to_win, goat_stalemate, repetition, quiet_turns } = table.rule_set;
        this.game.begin(
            { goatsToWin: goats_to_win, goatStalemate: goat_stalemate, repetition, quietTurns: quiet_turns },
            table.start,
        );
    }

    /** Where only the server knows the rules, what came of a move of one's own is known with its answer. */
    private learn(): void {
        if (!this.told) {
            return;
        }
        if (this.game.over) {
            this.senseEnd();
            this.event.value = { kind: "end", by: "here" };
        }
        this.changed.value += 1;
    }

    private tell(table = this.table.value): void {
        if (this.game instanceof ToldGame) {
            this.game.tell(table);
        }
    }

    /** Brings the game here to the table's moves and end, quietly; a move still pending stays on the board. */
    private follow(table: Table): void {
        const { game } = this;
        this.tell(table);
        const wanted = this.pending.value === undefined ? table.moves : [...table.moves, this.pending.value.move];
        const present = game.moves.map((move) => move.text);
        let common = 0;
        while (common < wanted.length && common < present.length && wanted[common] === present[common]) {
            common += 1;
        }
        const sameEnd = game.view.result === table.result || this.pending.value !== undefined;
        if (common === wanted.length && common === present.length && sameEnd) {
            this.changed.value += 1;
            return;
        }
        if (game.view.ending === "agreement" || game.view.ending === "resignation") {
            game.takeBack(0);
        }
        const takenBack = present.length - common;
        if (takenBack > 0) {
            game.takeBack(takenBack);
        }
        game.playAll(wanted.slice(common));
        if (!game.over && table.ending === "agreement") {
            game.agreeDraw();
        } else if (!game.over && table.ending === "resignation") {
            game.resign(table.result === "1-0" ? "tigers" : "goats");
        }
        this.cursor.value = undefined;
        const last = game.view.move;
        const side = game.views[game.plies - 1]?.side;
        if (takenBack > 0 && wanted.length < present.length) {
            this.event.value = { kind: "taken-back", by: "remote" };
        } else if (wanted.length > present.length && last !== undefined && side !== undefined) {
            this.event.value = { kind: "move", move: last, side, by: "remote" };
        } else if (game.over) {
            this.event.value = { kind: "end", by: "remote" };
        }
        this.changed.value += 1;
    }
}
