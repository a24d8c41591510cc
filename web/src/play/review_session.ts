/** A game that is over or only looked at: nothing moves but the eye. */
import type { Game } from "../rules/game";
import { type Control, Session } from "./session";

export class ReviewSession extends Session {
    readonly kind = "device";
    readonly canTakeBack = false;

    constructor(game: Game) {
        super(game);
        this.look(0);
    }

    control(): Control {
        return "remote";
    }

    override get refusal(): string {
        return "WATCHING";
    }

    move(): void {}
    takeBack(): void {}
    resign(): void {}
}
