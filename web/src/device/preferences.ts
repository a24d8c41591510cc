/** What a player has chosen, remembered from visit to visit. */
import { effect, type Signal, signal } from "@preact/signals";
import type { Repetition } from "../rules/game";
import { recall, remember } from "./storage";

export type Language = "en" | "ne";
export type Theme = "system" | "light" | "dark";
export type BoardLook = "wood" | "stone" | "contrast";
export type Opponent = "computer" | "friend" | "device";
export type SideChoice = "goats" | "tigers" | "random";
export type Passing = "stay" | "turn" | "face";

export const levels = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export type Level = (typeof levels)[number];
export const goatsToWinChoices = [4, 5, 6, 20] as const;

/** A choice kept under a key; a remembered value that `valid` refuses is not used. */
function preference<T>(key: string, initial: T, valid: (value: unknown) => boolean): Signal<T> {
    const remembered = recall(key);
    const chosen = signal<T>(valid(remembered) ? (remembered as T) : initial);
    let first = true;
    effect(() => {
        const value = chosen.value;
        if (!first) {
            remember(key, value);
        }
        first = false;
    });
    return chosen;
}

function oneOf<T>(...values: readonly T[]): (value: unknown) => boolean {
    return (value) => values.includes(value as T);
}

const truth = (value: unknown): boolean => typeof value === "boolean";

function preferredLanguage(): Language {
    return navigator.languages.some((language) => language.toLowerCase().startsWith("ne")) ? "ne" : "en";
}

export const language = preference<Language>("language", preferredLanguage(), oneOf("en", "ne"));
export const theme = preference<Theme>("theme", "system", oneOf("system", "light", "dark"));
export const boardLook = preference<BoardLook>("board", "wood", oneOf("wood", "stone", "contrast"));
export const sound = preference("sound", true, truth);
export const vibration = preference("vibration", true, truth);
export const stillness = preference("stillness", false, truth);
export const coordinates = preference("coordinates", true, truth);

export const opponent = preference<Opponent>("opponent", "computer", oneOf("computer", "friend", "device"));
export const sideChoice = preference<SideChoice>("side", "goats", oneOf("goats", "tigers", "random"));
export const goatsToWin = preference<number>("goats-to-win", 5, oneOf<number>(...goatsToWinChoices));
export const repetition = preference<Repetition>("repetition", "draw", oneOf("draw", "forbidden", "none"));
export const level = preference<Level>("level", 3, oneOf(...levels));
/** Whether the computer is to play perfectly, where that is possible; else it plays at the level. */
export const perfect = preference("perfect", false, truth);
export const passing = preference<Passing>("passing", "stay", oneOf("stay", "turn", "face"));
export const playerName = preference("name", "", (value) => typeof value === "string" && value.length <= 40);

/** Keeps the document's language, colours and motion as chosen. */
export function applyPreferences(): void {
    const root = document.documentElement;
    effect(() => {
        root.lang = language.value;
        root.dataset.theme = theme.value;
        root.dataset.board = boardLook.value;
        root.dataset.motion = stillness.value ? "none" : "system";
    });
}
