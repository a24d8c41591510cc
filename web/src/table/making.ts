/** Making a table, for a friend or with the server's computer, with the choices of the start page. */
import { playerName, sideChoice } from "../device/preferences";
import { chosenSetup } from "../play/current";
import { rulesText } from "../rules/game";
import { sentenceOfServer } from "./refusals";
import { postMove, postTable, Refusal } from "./requests";
import { keepSeat, newClaim } from "./seats";

export interface Against {
    /** The level of the server's computer; without one the table waits for a friend. */
    level?: string;
    /** A move already chosen, as text. */
    firstMove?: string | undefined;
}

// A claim serves until its table is made: an answer lost on the way does not make a second table.
let claim: string | undefined;

/** Makes the table and keeps its seat. Gives the table's id, or why there is none. */
export async function makeTable(against: Against = {}): Promise<{ table?: string; refusal?: string }> {
    claim ??= newClaim();
    try {
        const made = await postTable({
            level: against.level,
            side: sideChoice.value,
            rules: rulesText(chosenSetup().rules),
            name: playerName.value,
            claim,
        });
        claim = undefined;
        keepSeat(made.table.id, made.secret);
        if (against.firstMove !== undefined) {
            await postMove(made.table, made.secret, against.firstMove);
        }
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
