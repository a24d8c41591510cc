/** The seats that this browser holds: a secret for each table, and the claims under which they are asked for. */
import { recall, remember } from "../device/storage";

const secretForm = /^[A-Za-z0-9_-]{43}$/;

export function seatOf(table: string): string | undefined {
    const secret = recall(`seat.${table}`);
    return typeof secret === "string" && secretForm.test(secret) ? secret : undefined;
}

export function keepSeat(table: string, secret: string): void {
    remember(`seat.${table}`, secret);
}

/** Takes the secret out of a seat's own link, so that it does not stay in the address. */
export function seatFromAddress(table: string): void {
    const secret = new URLSearchParams(window.location.hash.slice(1)).get("seat");
    if (secret !== null) {
        if (secretForm.test(secret)) {
            keepSeat(table, secret);
        }
        window.history.replaceState(null, "", window.location.pathname);
    }
}

export function seatLink(table: string, secret: string): string {
    return new URL(`/t/${table}#seat=${secret}`, window.location.origin).href;
}

export function tableLink(table: string): string {
    return new URL(`/t/${table}`, window.location.origin).href;
}

/** 128 random bits in base64url. */
export function newClaim(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return btoa(String.fromCharCode(...bytes))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replaceAll("=", "");
}

/** The claim to sit down with at a table: the same one each time, so that an answer that was lost costs nothing. */
export function claimFor(table: string): string {
    const kept = recall(`claim.${table}`);
    if (typeof kept === "string") {
        return kept;
    }
    const claim = newClaim();
    remember(`claim.${table}`, claim);
    return claim;
}
