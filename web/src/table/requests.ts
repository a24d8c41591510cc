/** The server's requests that the page makes; everything else goes over the table's WebSocket. */
import type { PositionValue } from "../values/values";
import type { RefusalBody, Seated, ServerInformation, State, Table } from "./wire";

/** A refusal of the server, or "unreachable" when there was no answer. */
export class Refusal extends Error {
    readonly code: string;
    readonly reason: string | undefined;
    readonly retryAfter: number | undefined;

    constructor(error: Partial<RefusalBody["error"]> & { code: string }) {
        super(error.message ?? error.code);
        this.code = error.code;
        this.reason = error.reason;
        this.retryAfter = error.retry_after;
    }
}

const patience = 15000;

async function ask<T>(path: string, method: "GET" | "POST", body?: unknown, secret?: string): Promise<T> {
    const headers: Record<string, string> = { Accept: "application/json" };
    if (body !== undefined) {
        headers["Content-Type"] = "application/json";
    }
    if (secret !== undefined) {
        headers.Authorization = `Bearer ${secret}`;
    }
    let response: Response;
    let answer: unknown;
    try {
        response = await fetch(`/api/v1${path}`, {
            method,
            headers,
            body: body === undefined ? null : JSON.stringify(body),
            cache: "no-store",
            signal: AbortSignal.timeout(patience),
        });
        answer = await response.json();
    } catch {
        throw new Refusal({ code: "unreachable" });
    }
    if (!response.ok) {
        throw new Refusal((answer as Partial<RefusalBody>).error ?? { code: "unreachable" });
    }
    return answer as T;
}

export interface NewTable {
    /** The level of the server's computer; undefined for a friend. */
    level?: string | undefined;
    side: "goats" | "tigers" | "random";
    rules: string;
    /** Where the game begins; undefined for the usual start. */
    position?: string | undefined;
    name: string;
    claim: string;
}

function named(name: string): { name?: string } {
    const trimmed = name.trim();
    return trimmed === "" ? {} : { name: trimmed };
}

export function postTable(table: NewTable): Promise<Seated> {
    const { side, rules, position, claim, level } = table;
    const opponent = level === undefined ? { opponent: "friend" } : { opponent: "computer", level };
    return ask("/tables", "POST", { ...opponent, side, rules, position, claim, ...named(table.name) });
}

export function getTable(id: string, secret: string | undefined): Promise<State> {
    return ask(`/tables/${encodeURIComponent(id)}`, "GET", undefined, secret);
}

/** Makes a move at a table that stands as given. */
export function postMove(table: Table, secret: string, move: string): Promise<State> {
    const { id, ply, line } = table;
    return ask(`/tables/${encodeURIComponent(id)}/moves`, "POST", { ply, line, move }, secret);
}

export function postSeat(id: string, name: string, claim: string): Promise<Seated> {
    return ask(`/tables/${encodeURIComponent(id)}/seat`, "POST", { claim, ...named(name) });
}

export function getServer(): Promise<ServerInformation> {
    return ask("/server", "GET");
}

/** `question` is a query: the rules, where the game starts, and its moves. */
export function getValues(question: string): Promise<PositionValue> {
    return ask(`/values?${question}`, "GET");
}
