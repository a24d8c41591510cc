/** Whole games to play out, from the reference records. */
import { readFileSync } from "node:fs";

const folder = new URL("../../tests/reference/games/", import.meta.url);

export interface ReferenceGame {
    moves: string[];
    result: string;
    ending: string;
}

export function referenceGame(index: number): ReferenceGame {
    const record = readFileSync(new URL(`g${String(index).padStart(4, "0")}.txt`, folder), "utf8");
    const tag = (name: string): string => new RegExp(`^\\[${name} "(.*)"\\]$`, "m").exec(record)?.[1] ?? "";
    return {
        moves: record
            .replace(/^\[.*\]$/gm, "")
            .split(/\s+/)
            .filter((word) => /^[a-e][1-5]([-x][a-e][1-5])?$/.test(word)),
        result: tag("Result"),
        ending: tag("Termination"),
    };
}
