/** The words of the language chosen. */
import { computed } from "@preact/signals";
import { language } from "../device/preferences";
import { english } from "./english";
import { nepali } from "./nepali";

/** The shape of a catalogue: the English one's keys, with any texts. */
type Same<T> = {
    [Key in keyof T]: T[Key] extends string
        ? string
        : T[Key] extends (...parameters: infer Parameters) => string
          ? (...parameters: Parameters) => string
          : T[Key] extends readonly string[]
            ? readonly string[]
            : Same<T[Key]>;
};
export type Catalogue = Same<typeof english>;

export const catalogues: Record<"en" | "ne", Catalogue> = { en: english, ne: nepali };

export const words = computed(() => catalogues[language.value]);

/** A number as the language writes it. */
export function number(value: number): string {
    return words.value.number(value);
}
