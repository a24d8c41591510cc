/** A game against the computer, or of two people at this device. */
import { useEffect, useState } from "preact/hooks";
import { useLoaded } from "../device/loaded";
import { passing } from "../device/preferences";
import { go } from "../device/router";
import { ConfirmButton } from "../play/ConfirmButton";
import { beginLocal, current, resumeLocal } from "../play/current";
import { Downloads, ShareGame } from "../play/Downloads";
import { GameView } from "../play/GameView";
import type { LocalSession } from "../play/local_session";
import type { Side } from "../rules/game";
import { useReview } from "../values/review";
import { words } from "../words/words";
import { Icon } from "./Icon";
import { BoardPlaceholder } from "./Placeholder";

/** From so many turns on a game is not thrown away without a question. */
const worthAsking = 4;

function namesOf(session: LocalSession): Record<Side, string> {
    const text = words.value;
    const name = (side: Side): string => {
        if (session.kind === "device") {
            return text.sides[side];
        }
        return session.control(side) === "here" ? text.play.you : text.play.computer(session.setup.level);
    };
    return { goats: name("goats"), tigers: name("tigers") };
}

function Playing({ session }: { session: LocalSession }) {
    const text = words.value;
    const [turned, setTurned] = useState(false);
    const { game } = session;
    // Reading the signal subscribes to it.
    session.changed.value;
    const side = game.view.side;
    const device = session.kind === "device";
    const turning = device && passing.value === "turn" && !game.over && session.cursor.value === undefined;
    const below: Side = turning ? side : (session.own ?? "goats");
    const review = useReview(session, session.setup.position, game.over);
    const again = (): void => void beginLocal(session.rematchSetup());
    return (
        <GameView
            session={session}
            names={namesOf(session)}
            below={below}
            turned={turned !== (turning && side === "tigers")}
            notice={session.declined.value === game.plies ? text.play.drawDeclined : undefined}
            hints={{ start: session.setup.position }}
            review={review}
            faceToFace={device && passing.value === "face"}
            banner={
                session.trouble.value !== undefined && (
                    <p class="banner" role="alert">
                        {session.trouble.value === "failed" ? text.play.computerFailed : text.play.stuck}
                    </p>
                )
            }
            actions={
                <>
                    <button
                        type="button"
                        class="action"
                        disabled={!session.canTakeBack}
                        onClick={() => session.takeBack()}
                    >
                        <Icon name="takeBack" />
                        <span>{text.play.takeBack}</span>
                    </button>
                    <ConfirmButton
                        sure={text.play.drawSure}
                        disabled={game.over || game.plies === 0}
                        onConfirm={() => session.agreeDraw()}
                    >
                        <Icon name="handshake" />
                        <span>{device ? text.play.agreeDraw : text.play.offerDraw}</span>
                    </ConfirmButton>
                    <ConfirmButton sure={text.play.resignSure} disabled={game.over} onConfirm={() => session.resign()}>
                        <Icon name="flag" />
                        <span>{text.play.resign}</span>
                    </ConfirmButton>
                    <button type="button" class="action" onClick={() => setTurned(!turned)}>
                        <Icon name="turn" />
                        <span>{text.play.turnBoard}</span>
                    </button>
                    <ConfirmButton
                        sure={text.play.newGameSure}
                        asks={!game.over && game.plies >= worthAsking}
                        onConfirm={() => void beginLocal(session.setup)}
                    >
                        <Icon name="again" />
                        <span>{text.play.newGame}</span>
                    </ConfirmButton>
                </>
            }
            endActions={
                <>
                    <button type="button" class="primary" onClick={again}>
                        {text.play.rematch}
                    </button>
                    <button type="button" class="button" onClick={() => session.look(0)}>
                        {text.play.review}
                    </button>
                    <ShareGame game={game} start={session.setup.position} />
                    <a class="button" href="/">
                        {text.play.newGame}
                    </a>
                </>
            }
        >
            <Downloads game={game} names={namesOf(session)} start={session.setup.position} />
        </GameView>
    );
}

export function GamePage() {
    const loaded = useLoaded(resumeLocal, "play");
    const session = current.value;
    useEffect(() => {
        if (loaded.state === "here" && loaded.value === undefined && current.value === undefined) {
            go("/", true);
        }
    }, [loaded]);
    const table = session?.movedTo.value;
    useEffect(() => {
        if (table !== undefined) {
            go(`/t/${table}`, true);
        }
    }, [table]);
    return session === undefined ? <BoardPlaceholder loaded={loaded} /> : <Playing session={session} />;
}
