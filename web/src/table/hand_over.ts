/**
 * Where the engine does not run in this browser the server's computer takes a game over: at a table of its own, from where the
 * game stands.
 */
import { signal } from "@preact/signals";
import { playerName } from "../device/preferences";
import type { LocalSetup } from "../play/local_session";
import { type PlayedGame, rulesText } from "../rules/game";
import { postMove, postTable, Refusal } from "./requests";
import { keepSeat, newClaim } from "./seats";

/** The table of the latest game taken over, as long as the page is open. */
export const takenOver = signal<string | undefined>(undefined);

/**
 * Makes the table and keeps its seat; undefined where the server does not take the game. With no more than the person's first
 * move the table begins where the game did. Later it begins from the present position: a table's computer cannot be told which
 * moves it is to have made.
 */
export async function handOver(setup: LocalSetup, game: PlayedGame): Promise<string | undefined> {
    const firstMove = game.moves[0]?.text;
    const anew = game.plies === 0 || (game.plies === 1 && game.views[0]?.side === setup.side);
    const position = anew ? setup.position : game.positionText;
    try {
        const made = await postTable({
            level: String(setup.level),
            side: setup.side,
            rules: rulesText(setup.rules),
            position,
            name: playerName.value,
            claim: newClaim(),
        });
        keepSeat(made.table.id, made.secret);
        if (anew && firstMove !== undefined) {
            await postMove(made.table, made.secret, firstMove);
        }
        takenOver.value = made.table.id;
        return made.table.id;
    } catch (error) {
        if (error instanceof Refusal) {
            return undefined;
        }
        throw error;
    }
}
