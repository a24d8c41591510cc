/** The server's requests that the page makes; everything else goes over the table's WebSocket. */
import type { RefusalBody, Seated, State } from "./wire";

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
    side: "goats" | "tigers" | "random";
    rules: string;
    name: string;
    claim: string;
}

function named(name: string): { name?: string } {
    const trimmed = name.trim();
    return trimmed === "" ? {} : { name: trimmed };
}

export function postTable(table: NewTable): Promise<Seated> {
    const { side, rules, claim } = table;
    return ask("/tables", "POST", { opponent: "friend", side, rules, claim, ...named(table.name) });
}

export function getTable(id: string, secret: string | undefined): Promise<State> {
    return ask(`/tables/${encodeURIComponent(id)}`, "GET", undefined, secret);
}

export function postSeat(id: string, name: string, claim: string): Promise<Seated> {
    return ask(`/tables/${encodeURIComponent(id)}/seat`, "POST", { claim, ...named(name) });
}
