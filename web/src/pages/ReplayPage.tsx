/** A game from its address, to step through and to play on from. */
import { useMemo, useState } from "preact/hooks";
import { useLoaded } from "../device/loaded";
import { go } from "../device/router";
import { beginLocal, chosenSetup } from "../play/current";
import { Downloads, ShareGame } from "../play/Downloads";
import { GameView } from "../play/GameView";
import type { LocalSetup } from "../play/local_session";
import { replayGame } from "../play/replay_address";
import { ReviewSession } from "../play/review_session";
import type { Game } from "../rules/game";
import { useReview } from "../values/review";
import { words } from "../words/words";
import { Icon } from "./Icon";
import { BoardPlaceholder } from "./Placeholder";

function Replay({ game, start }: { game: Game; start: string | undefined }) {
    const text = words.value;
    const session = useMemo(() => new ReviewSession(game), [game]);
    const [turned, setTurned] = useState(false);
    const review = useReview(session, start, true);
    const goOn = async (): Promise<void> => {
        const ply = session.cursor.value ?? game.plies;
        const view = game.views[ply];
        if (view !== undefined && view.result === "*") {
            const moves = game.moves.slice(0, ply).map((move) => move.text);
            const setup: LocalSetup = { ...chosenSetup(), side: view.side, rules: game.rules };
            // The moves go along, for they count for repetition and quiet turns.
            await beginLocal(start === undefined ? setup : { ...setup, position: start }, moves);
            go("/play");
        }
    };
    return (
        <GameView
            session={session}
            review={review}
            heading={text.replay.title}
            names={text.sides}
            below="goats"
            turned={turned}
            actions={
                <>
                    <button type="button" class="action" onClick={() => setTurned(!turned)}>
                        <Icon name="turn" />
                        <span>{text.play.turnBoard}</span>
                    </button>
                    <button
                        type="button"
                        class="action"
                        disabled={session.cursor.value === undefined && game.over}
                        onClick={() => void goOn()}
                    >
                        <Icon name="again" />
                        <span>{text.replay.goOn}</span>
                    </button>
                </>
            }
            endActions={
                <>
                    <button type="button" class="button" onClick={() => session.look(0)}>
                        {text.play.review}
                    </button>
                    <ShareGame game={game} start={start} />
                    <a class="button" href="/">
                        {text.play.newGame}
                    </a>
                </>
            }
        >
            <Downloads game={game} names={text.sides} start={start} />
        </GameView>
    );
}

export function ReplayPage({ search }: { search: string }) {
    const text = words.value;
    const loaded = useLoaded(
        () =>
            replayGame(search).catch((error: unknown) =>
                error instanceof TypeError ? Promise.reject(error) : undefined,
            ),
        search,
    );
    if (loaded.state !== "here") {
        return <BoardPlaceholder loaded={loaded} />;
    }
    if (loaded.value === undefined) {
        return (
            <div class="text-page">
                <h1>{text.replay.title}</h1>
                <p>{text.replay.bad}</p>
                <p>
                    <a class="button" href="/">
                        {text.missing.home}
                    </a>
                </p>
            </div>
        );
    }
    return <Replay game={loaded.value.game} start={loaded.value.start} />;
}
