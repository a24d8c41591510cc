/** What the server says and is told, as docs/openapi.yaml has it; only what the page uses. */
import type { Side } from "../rules/game";
import type { Told } from "../rules/told_game";

export interface Seat {
    kind: "open" | "player" | "computer";
    name: string | null;
    level: string | null;
}

export type OfferKind = "draw" | "takeback" | "rematch";

export interface OpenOffer {
    number: number;
    offer: OfferKind;
    by: Side;
    ply: number;
}

/** An offer that came to nothing: the other side declined it, or its maker cancelled it. */
export interface ClosedOffer extends OpenOffer {
    answer: "decline" | "cancel";
}

export interface Table extends Told {
    id: string;
    seq: number;
    status: "waiting" | "playing" | "finished" | "cancelled" | "expired";
    start: string;
    seats: Record<Side, Seat>;
    maker: Side;
    offer: OpenOffer | null;
    /** Not sent by servers before it was there. */
    closed_offer?: ClosedOffer | null;
    rematch: string | null;
    previous: string | null;
    line: number;
}

export interface Presence {
    goats: boolean;
    tigers: boolean;
    spectators: number;
}

export interface State {
    you: Side | null;
    table: Table;
    presence: Presence;
}

export interface Seated extends Omit<State, "you"> {
    secret: string;
    you: Side;
}

/** What GET /server says. */
export interface ServerInformation {
    levels: string[];
    rules: { name: string; rule_set: Told["rule_set"] }[];
    solutions: { rules: string; placement: boolean }[];
}

export interface RefusalBody {
    error: { code: string; message: string; reason?: string; retry_after?: number };
    you?: Side | null;
    table?: Table;
    presence?: Presence;
}

export type ServerMessage =
    | ({ type: "state"; request?: number } & State)
    | { type: "resumed"; you: Side | null; seq: number; presence: Presence }
    | ({
          type: "move";
          seq: number;
          status: "playing" | "finished";
          by: Side;
          move: string;
          line: number;
      } & Omit<Told, "rules" | "rule_set" | "moves">)
    | ({ type: "presence" } & Presence)
    | { type: "ok"; request?: number; seq: number }
    | ({ type: "refused"; request?: number } & RefusalBody)
    | { type: "pong"; request?: number };

export type ClientMessage =
    | { type: "hello"; seat?: string; since?: number }
    | { type: "move"; request: number; ply: number; line: number; move: string }
    | { type: "offer"; request: number; offer: OfferKind; ply: number }
    | { type: "answer"; request: number; number: number; answer: "accept" | "decline" | "cancel" }
    | { type: "resign" | "cancel" | "state" | "ping"; request: number };
