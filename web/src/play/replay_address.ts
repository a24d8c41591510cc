/** The address of a game: its rule set, its start if that was set up, its moves, and how it ended if no move ended it. */
import { Game, type Move, type PlayedGame, type Side } from "../rules/game";

const separator = "~";

/** A move without its hyphen or cross, which the library reads as well. */
function compact(move: Move): string {
    return move.text.replace(/[-x]/, "");
}

export function replayAddress(game: PlayedGame, start?: string): string {
    const parameters = new URLSearchParams();
    parameters.set("rules", game.rulesName);
    if (start !== undefined) {
        parameters.set("start", start);
    }
    parameters.set("moves", game.moves.map(compact).join(separator));
    if (game.view.ending === "agreement") {
        parameters.set("end", "draw");
    } else if (game.view.ending === "resignation") {
        parameters.set("end", game.view.result === "1-0" ? "tigers" : "goats");
    }
    return `/game?${parameters}`;
}

/** Plays the game of an address. Rejects when there is none. */
export async function replayGame(search: string): Promise<{ game: Game; start: string | undefined }> {
    const parameters = new URLSearchParams(search);
    const moves = parameters.get("moves");
    if (moves === null) {
        throw new Error("no moves");
    }
    const game = await Game.make();
    game.beginByName(parameters.get("rules") ?? "nepal");
    const start = parameters.get("start") ?? undefined;
    if (start !== undefined) {
        game.begin(game.rules, start);
    }
    game.playAll(moves.split(separator).filter((text) => text !== ""));
    const end = parameters.get("end");
    if (end === "draw") {
        game.agreeDraw();
    } else if (end === "goats" || end === "tigers") {
        game.resign(end as Side);
    }
    return { game, start };
}
