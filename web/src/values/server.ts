/** What the server says that it can do: its computer's levels, and the rule sets whose exact values it knows. */
import { type Signal, signal } from "@preact/signals";
import type { Rules } from "../rules/game";
import { Game } from "../rules/game";
import { getServer } from "../table/requests";
import type { ServerInformation } from "../table/wire";

export interface Solved {
    rules: Rules;
    /** Whether it answers while goats are in hand, too. */
    placement: boolean;
}

export interface Abilities {
    levels: readonly string[];
    solved: readonly Solved[];
}

/** Undefined until the server has been asked; "unreachable" when it did not answer. */
export const abilities: Signal<Abilities | "unreachable" | undefined> = signal(undefined);

let asking: Promise<void> | undefined;
let asked = 0;

/** A solution may be finished at any time, so an answer is believed for this long, in milliseconds. */
const fresh = 30000;

/** The rule set of a text, by the server's own list or by the library. */
async function rulesOf(text: string, named: ServerInformation["rules"]): Promise<Rules> {
    const known = named.find(({ name }) => name === text)?.rule_set;
    if (known !== undefined) {
        return {
            goatsToWin: known.goats_to_win,
            goatStalemate: known.goat_stalemate,
            repetition: known.repetition,
            quietTurns: known.quiet_turns,
        };
    }
    const game = await Game.make();
    game.beginByName(text);
    return game.rules;
}

async function ask(): Promise<void> {
    try {
        const { levels, rules: named, solutions } = await getServer();
        const solved = await Promise.all(
            solutions.map(async ({ rules, placement }) => ({ rules: await rulesOf(rules, named), placement })),
        );
        abilities.value = { levels, solved };
        asked = Date.now();
    } catch {
        abilities.value = "unreachable";
    }
}

/** Asks the server, unless it has answered a moment ago. */
export function askAbilities(): Promise<void> {
    if (typeof abilities.value === "object" && Date.now() - asked < fresh) {
        return Promise.resolve();
    }
    asking ??= ask().finally(() => {
        asking = undefined;
    });
    return asking;
}

/** Why there are no exact values: not for these rules, none can be, or nobody to ask. */
export type Lack = "rules" | "history" | "unreachable";

/** The solution that answers for games under a rule set: everything but the repetition rule must agree. */
export function solutionFor(rules: Rules): Solved | Lack | undefined {
    if (rules.repetition === "forbidden") {
        return "history";
    }
    const known = abilities.value;
    if (typeof known !== "object") {
        return known;
    }
    return (
        known.solved.find(
            ({ rules: solved }) =>
                solved.goatsToWin === rules.goatsToWin &&
                solved.goatStalemate === rules.goatStalemate &&
                solved.quietTurns === rules.quietTurns,
        ) ?? "rules"
    );
}
