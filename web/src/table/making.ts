/** Making a table for a friend, with the choices of the start page. */
import { playerName, sideChoice } from "../device/preferences";
import { chosenSetup } from "../play/current";
import type { Rules } from "../rules/game";
import { sentenceOfServer } from "./refusals";
import { postTable, Refusal } from "./requests";
import { keepSeat, newClaim } from "./seats";

/** A rule set as the library's text. */
export function rulesText(rules: Rules): string {
    return [
        `goats=${rules.goatsToWin}`,
        `stalemate=${rules.goatStalemate}`,
        `repetition=${rules.repetition}`,
        `quiet=${rules.quietTurns}`,
    ].join();
}

// A claim serves until its table is made: an answer lost on the way does not make a second table.
let claim: string | undefined;

/** Makes the table and keeps its seat. Gives the table's id, or why there is none. */
export async function makeTable(): Promise<{ table?: string; refusal?: string }> {
    claim ??= newClaim();
    try {
        const made = await postTable({
            side: sideChoice.value,
            rules: rulesText(chosenSetup().rules),
            name: playerName.value,
            claim,
        });
        claim = undefined;
        keepSeat(made.table.id, made.secret);
        return { table: made.table.id };
    } catch (error) {
        if (error instanceof Refusal) {
            if (error.code !== "unreachable") {
                claim = undefined;
            }
            return { refusal: sentenceOfServer(error) };
        }
        throw error;
    }
}
