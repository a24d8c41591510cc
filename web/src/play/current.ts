/** The game being played on this device; one at a time, kept while the player looks at other pages. */
import { type Signal, signal } from "@preact/signals";
import { goatsToWin, level, opponent, repetition, sideChoice } from "../device/preferences";
import type { Thinker } from "../engine/thinker";
import { WorkerThinker } from "../engine/thinker";
import type { Side } from "../rules/game";
import { handOver } from "../table/hand_over";
import { type Computer, LocalSession, type LocalSetup } from "./local_session";

export const current: Signal<LocalSession | undefined> = signal(undefined);

let thinker: Thinker | undefined;

export function sharedThinker(): Thinker {
    thinker ??= new WorkerThinker();
    return thinker;
}

const computer = (): Computer => ({ thinker: sharedThinker(), handOver });

let beginnings = 0;

/** Begins a game, with moves already made as texts; where several are begun at once the last one counts. */
export async function beginLocal(setup: LocalSetup, moves: readonly string[] = []): Promise<void> {
    beginnings += 1;
    const beginning = beginnings;
    current.value?.dispose();
    const session = await LocalSession.begin(setup, computer(), moves);
    if (beginning === beginnings) {
        current.value = session;
    } else {
        session.dispose();
    }
}

export async function resumeLocal(): Promise<LocalSession | undefined> {
    current.value ??= await LocalSession.resume(computer());
    return current.value;
}

/** The setup that the choices of the start page ask for. */
export function chosenSetup(): LocalSetup {
    const side: Side = sideChoice.value === "random" ? (Math.random() < 0.5 ? "goats" : "tigers") : sideChoice.value;
    return {
        opponent: opponent.value === "device" ? "device" : "computer",
        side,
        level: level.value,
        rules: {
            goatsToWin: goatsToWin.value,
            goatStalemate: "tigers",
            repetition: repetition.value,
            quietTurns: repetition.value === "forbidden" ? 0 : 100,
        },
    };
}
