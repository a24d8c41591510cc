/**
 * A table's WebSocket that comes back by itself.
 *
 * A socket can say that it is open and be dead. So a ping goes out when nothing has been heard for a while, and at once when the
 * page is seen again or the network returns; without an answer the socket is given up for a new one. New ones are tried
 * sooner at first and then ever more slowly, each time with some chance in it, so that not everybody returns in the same instant.
 */
import { type Signal, signal } from "@preact/signals";
import type { ClientMessage, ServerMessage } from "./wire";

export type LinkState = "connecting" | "open" | "lost" | "refused";

export interface ConnectionHost {
    /** The first message of a new socket. */
    hello(): ClientMessage;
    receive(message: ServerMessage): void;
    /** A new socket has been greeted. */
    opened(): void;
}

export const timing = {
    /** Silence after which a ping is sent, in milliseconds. */
    quiet: 15000,
    /** How long a pong may take. */
    pong: 4000,
    /** How long a socket may take to open. */
    open: 8000,
    firstWait: 300,
    longestWait: 10000,
    /** How long it is said that the line has come back. */
    returned: 5000,
};

export class Connection {
    readonly state: Signal<LinkState> = signal<LinkState>("connecting");
    /** When the next socket is tried, by Date.now(); undefined while one is being tried. */
    readonly nextTry: Signal<number | undefined> = signal(undefined);
    /** Whether a lost line has come back a moment ago. */
    readonly returned: Signal<boolean> = signal(false);
    private forgetReturn: ReturnType<typeof setTimeout> | undefined;
    private socket: WebSocket | undefined;
    private attempts = 0;
    private retry: ReturnType<typeof setTimeout> | undefined;
    private quiet: ReturnType<typeof setTimeout> | undefined;
    private deadline: ReturnType<typeof setTimeout> | undefined;
    private requests = 0;
    private closed = false;

    constructor(
        private readonly table: string,
        private readonly host: ConnectionHost,
    ) {
        window.addEventListener("online", this.look);
        window.addEventListener("pageshow", this.look);
        document.addEventListener("visibilitychange", this.look);
        this.connect();
    }

    /** A number for a request whose answer is waited for. */
    nextRequest(): number {
        this.requests += 1;
        return this.requests;
    }

    /** Sends, if the socket is open; says whether it was. */
    send(message: ClientMessage): boolean {
        if (this.socket === undefined || this.socket.readyState !== WebSocket.OPEN || this.state.value !== "open") {
            return false;
        }
        this.socket.send(JSON.stringify(message));
        return true;
    }

    close(): void {
        this.closed = true;
        window.removeEventListener("online", this.look);
        window.removeEventListener("pageshow", this.look);
        document.removeEventListener("visibilitychange", this.look);
        clearTimeout(this.forgetReturn);
        this.drop();
    }

    /** Tries at once, if the line is lost. */
    tryNow(): void {
        if (this.state.value === "lost" && !this.closed) {
            this.attempts = 0;
            this.connect();
        }
    }

    /** Finds out now whether the line still stands. */
    private readonly look = (): void => {
        if (document.visibilityState === "hidden" || this.closed) {
            return;
        }
        if (this.state.value === "open") {
            this.ping();
        } else {
            this.tryNow();
        }
    };

    private connect(): void {
        this.drop();
        this.nextTry.value = undefined;
        const address = new URL(`/api/v1/tables/${encodeURIComponent(this.table)}/socket`, window.location.href);
        address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
        const socket = new WebSocket(address);
        this.socket = socket;
        this.expect(timing.open);
        socket.onopen = () => {
            socket.send(JSON.stringify(this.host.hello()));
            this.expect(timing.open);
        };
        socket.onmessage = ({ data }) => {
            if (this.socket !== socket) {
                return;
            }
            const message = JSON.parse(String(data)) as ServerMessage;
            this.heard();
            if (this.state.value !== "open") {
                if (message.type === "refused") {
                    this.host.receive(message);
                    return;
                }
                this.attempts = 0;
                this.welcome();
                this.host.receive(message);
                this.host.opened();
                return;
            }
            if (message.type !== "pong") {
                this.host.receive(message);
            }
        };
        socket.onclose = ({ code }) => {
            if (this.socket !== socket) {
                return;
            }
            if (code === 4403 || code === 4404) {
                this.drop();
                this.state.value = "refused";
            } else {
                this.lose();
            }
        };
    }

    private welcome(): void {
        this.returned.value = this.state.value === "lost";
        this.state.value = "open";
        clearTimeout(this.forgetReturn);
        this.forgetReturn = setTimeout(() => {
            this.returned.value = false;
        }, timing.returned);
    }

    /** Something was heard: no deadline stands, and the next silence is waited for. */
    private heard(): void {
        clearTimeout(this.deadline);
        clearTimeout(this.quiet);
        this.quiet = setTimeout(() => this.ping(), timing.quiet);
    }

    private ping(): void {
        if (this.send({ type: "ping", request: this.nextRequest() })) {
            this.expect(timing.pong);
        }
    }

    private expect(within: number): void {
        clearTimeout(this.deadline);
        this.deadline = setTimeout(() => this.lose(), within);
    }

    private lose(): void {
        this.drop();
        if (this.closed) {
            return;
        }
        this.state.value = "lost";
        const longest = Math.min(timing.longestWait, timing.firstWait * 2 ** this.attempts);
        this.attempts += 1;
        const wait = longest * (0.5 + Math.random() / 2);
        this.nextTry.value = Date.now() + wait;
        this.retry = setTimeout(() => this.connect(), wait);
    }

    private drop(): void {
        clearTimeout(this.retry);
        clearTimeout(this.quiet);
        clearTimeout(this.deadline);
        const socket = this.socket;
        this.socket = undefined;
        if (socket !== undefined) {
            socket.onopen = null;
            socket.onmessage = null;
            socket.onclose = null;
            socket.close();
        }
    }
}
