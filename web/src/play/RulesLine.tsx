/** The rule set in force in a line, which leads to the rules written out for it. */
import type { Rules } from "../rules/game";
import { lineOfRules } from "../words/sentences";
import { words } from "../words/words";

/** The address of the rules page for a rule set. */
export function rulesAddress(rules: Rules): string {
    const parameters = new URLSearchParams({
        goats: String(rules.goatsToWin),
        repetition: rules.repetition,
        stalemate: rules.goatStalemate,
        quiet: String(rules.quietTurns),
    });
    return `/rules?${parameters}`;
}

export function RulesLine({ rules }: { rules: Rules }) {
    const text = words.value;
    return (
        <p class="rules-line">
            <span class="rules-line-label">{text.play.rulesInForce}:</span>{" "}
            <a href={rulesAddress(rules)}>{lineOfRules(text, rules)}</a>
        </p>
    );
}
