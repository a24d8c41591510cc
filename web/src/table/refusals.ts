/** A refusal in the language's words. */
import { words } from "../words/words";

export interface Refused {
    code: string;
    reason?: string | undefined;
    retryAfter?: number | undefined;
}

export function sentenceOfServer(refused: Refused): string {
    const text = words.value;
    const refusals: Record<string, string> = text.table.refusals;
    const reasons: Record<string, string> = text.reasons;
    const said =
        refusals[refused.code] ??
        (refused.code === "unreachable" ? text.table.unreachableTitle : undefined) ??
        (refused.reason === undefined ? undefined : reasons[refused.reason.toUpperCase()]) ??
        (refused.code === "not_your_turn" ? text.reasons.NOT_YOUR_TURN : undefined) ??
        (refused.code === "game_over" ? text.reasons.GAME_OVER : undefined) ??
        text.table.refusals.other;
    return refused.retryAfter === undefined ? said : `${said} ${text.table.wait(refused.retryAfter)}`;
}
