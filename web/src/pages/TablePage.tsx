/** A table by its link: the invitation, the wait for a friend, the game, and every way in which there is none. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useLoaded } from "../device/loaded";
import { playerName } from "../device/preferences";
import { go } from "../device/router";
import { ConfirmButton } from "../play/ConfirmButton";
import { CopyButton, Downloads, ShareGame } from "../play/Downloads";
import { GameView } from "../play/GameView";
import { RulesLine } from "../play/RulesLine";
import type { Rules, Side } from "../rules/game";
import { otherSide } from "../rules/game";
import { takenOver } from "../table/hand_over";
import { LinkLine } from "../table/LinkLine";
import { StandingOffer } from "../table/Offers";
import { QrCode } from "../table/QrCode";
import { sentenceOfServer } from "../table/refusals";
import { getTable, postSeat, Refusal } from "../table/requests";
import { claimFor, keepSeat, seatFromAddress, seatLink, seatOf, tableLink } from "../table/seats";
import { TableSession } from "../table/table_session";
import type { State, Table } from "../table/wire";
import { useReview } from "../values/review";
import { words } from "../words/words";
import { Icon } from "./Icon";
import { BoardPlaceholder } from "./Placeholder";

function rulesOf(table: Table): Rules {
    const { goats_to_win, goat_stalemate, repetition, quiet_turns } = table.rule_set;
    return { goatsToWin: goats_to_win, goatStalemate: goat_stalemate, repetition, quietTurns: quiet_turns };
}

function nameOf(session: TableSession, side: Side): string {
    const text = words.value;
    const seat = session.table.value.seats[side];
    if (session.you.value === side) {
        return text.play.you;
    }
    if (seat.kind === "computer") {
        return seat.level === "perfect" ? text.play.computerPerfect : text.play.computer(Number(seat.level));
    }
    return seat.name ?? (session.you.value === null ? text.sides[side] : text.table.friend);
}

/** A page that says in words why there is no game here. */
function Notice({ title, text, children }: { title: string; text: string; children?: ComponentChildren }) {
    return (
        <div class="text-page table-notice">
            <h1>{title}</h1>
            <p>{text}</p>
            <div class="banner-actions">
                {children}
                <a class="button" href="/">
                    {words.value.missing.home}
                </a>
            </div>
        </div>
    );
}

function ShareButton({ url }: { url: string }) {
    const text = words.value;
    if (typeof navigator.share !== "function") {
        return null;
    }
    return (
        <button
            type="button"
            class="button"
            onClick={() => void navigator.share({ title: text.title, url }).catch(() => undefined)}
        >
            <Icon name="share" />
            <span>{text.table.share}</span>
        </button>
    );
}

function Waiting({ session }: { session: TableSession }) {
    const text = words.value.table;
    const table = session.table.value;
    const link = tableLink(table.id);
    return (
        <div class="text-page waiting">
            <h1>{text.waitingTitle}</h1>
            <p>{text.waitingText}</p>
            <div class="field">
                <label for="link">{text.link}</label>
                <input id="link" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
            </div>
            <div class="banner-actions">
                <CopyButton text={link} label={text.copy} />
                <ShareButton url={link} />
            </div>
            <QrCode text={link} label={text.code} />
            <RulesLine rules={rulesOf(table)} />
            {session.connection.state.value === "open" ? (
                <p role="status">{text.waitingFriend}</p>
            ) : (
                <LinkLine session={session} />
            )}
            <div class="banner-actions">
                <ConfirmButton sure={text.cancelSure} onConfirm={() => session.cancelTable()}>
                    <Icon name="close" />
                    <span>{text.cancel}</span>
                </ConfirmButton>
            </div>
        </div>
    );
}

function Invitation({ session, onSeated }: { session: TableSession; onSeated: () => void }) {
    const text = words.value.table;
    const table = session.table.value;
    const [sitting, setSitting] = useState(false);
    const [watching, setWatching] = useState(false);
    const [refused, setRefused] = useState<Refusal | undefined>(undefined);
    const maker = table.seats[table.maker];
    const sit = async (): Promise<void> => {
        setSitting(true);
        setRefused(undefined);
        try {
            const seated = await postSeat(table.id, playerName.value, claimFor(table.id));
            keepSeat(table.id, seated.secret);
            onSeated();
        } catch (error) {
            if (error instanceof Refusal) {
                setRefused(error);
            } else {
                throw error;
            }
        } finally {
            setSitting(false);
        }
    };
    if (watching) {
        return <Game session={session} onSit={() => setWatching(false)} />;
    }
    const taken = refused?.code === "seat_taken";
    return (
        <div class="text-page invitation">
            <h1>{text.inviteTitle(maker.name ?? "")}</h1>
            <p>
                {text.inviteText} {text.inviteSide(otherSide(table.maker))}
            </p>
            <RulesLine rules={rulesOf(table)} />
            <div class="field">
                <label for="name">{words.value.start.name}</label>
                <input
                    id="name"
                    name="name"
                    maxLength={40}
                    autocomplete="nickname"
                    dir="auto"
                    value={playerName.value}
                    onInput={(event) => {
                        playerName.value = event.currentTarget.value;
                    }}
                />
            </div>
            {refused !== undefined && (
                <p class="refused" role="alert">
                    {taken ? text.takenTitle : sentenceOfServer(refused)}
                </p>
            )}
            <div class="banner-actions">
                <button type="button" class="primary" disabled={sitting || taken} onClick={() => void sit()}>
                    {sitting ? text.sitting : text.sit}
                </button>
                <button type="button" class="button" onClick={() => setWatching(true)}>
                    {text.watchOnly}
                </button>
            </div>
        </div>
    );
}

interface StandingProps {
    session: TableSession;
    names: Record<Side, string>;
    onSit: (() => void) | undefined;
}

/** What is to be answered or known at a table now, one thing at a time; nothing while the line is down. */
function Standing({ session, names, onSit }: StandingProps) {
    const text = words.value;
    const table = session.table.value;
    const you = session.you.value;
    const { offer } = table;
    const refused = session.refused.value === undefined ? undefined : sentenceOfServer(session.refused.value);
    const fate = session.fate.value;
    if (session.connection.state.value !== "open") {
        return null;
    }
    if (offer !== null) {
        const name = names[offer.by];
        return <StandingOffer key={offer.number} session={session} offer={offer} name={name} refused={refused} />;
    }
    if (refused !== undefined) {
        return (
            <p class="banner" role="alert">
                {refused}
            </p>
        );
    }
    if (fate !== undefined && you !== null) {
        return (
            <p class="banner" role="status" data-fate={fate.kind}>
                {text.table[fate.kind][fate.offer](names[otherSide(you)])}
            </p>
        );
    }
    if (onSit !== undefined && table.status === "waiting") {
        return (
            <div class="banner">
                <button type="button" class="primary" onClick={onSit}>
                    {text.table.sit}
                </button>
            </div>
        );
    }
    return null;
}

/** `onSit` leads back to the seat that is still free. */
function Game({ session, onSit }: { session: TableSession; onSit?: () => void }) {
    const text = words.value;
    const [turned, setTurned] = useState(false);
    const table = session.table.value;
    const you = session.you.value;
    const link = session.connection.state.value;
    const presence = session.presence.value;
    const names = { goats: nameOf(session, "goats"), tigers: nameOf(session, "tigers") };
    const secret = seatOf(table.id);
    const here = (side: Side): boolean | undefined =>
        table.seats[side].kind === "computer" ? undefined : link === "open" && (side === you || presence[side]);
    const computer = table.seats.goats.kind === "computer" || table.seats.tigers.kind === "computer";
    const review = useReview(session, table.start, session.game.over);
    const playing = you !== null && table.status === "playing" && link === "open";
    return (
        <GameView
            session={session}
            names={names}
            below={you ?? "goats"}
            turned={turned}
            review={review}
            connected={{ goats: here("goats"), tigers: here("tigers") }}
            banner={
                <>
                    <Standing session={session} names={names} onSit={onSit} />
                    <LinkLine session={session} />
                </>
            }
            actions={
                <>
                    {you !== null && (
                        <>
                            <button
                                type="button"
                                class="action"
                                disabled={!playing || !session.canTakeBack || table.offer !== null}
                                onClick={() => session.takeBack()}
                            >
                                <Icon name="takeBack" />
                                <span>{computer ? text.play.takeBack : text.table.askTakeBack}</span>
                            </button>
                            <ConfirmButton
                                sure={text.play.drawSure}
                                disabled={!playing || table.ply === 0 || table.offer !== null}
                                onConfirm={() => session.offer("draw")}
                            >
                                <Icon name="handshake" />
                                <span>{text.table.offerDraw}</span>
                            </ConfirmButton>
                            <ConfirmButton
                                sure={text.play.resignSure}
                                disabled={!playing}
                                onConfirm={() => session.resign()}
                            >
                                <Icon name="flag" />
                                <span>{text.play.resign}</span>
                            </ConfirmButton>
                        </>
                    )}
                    <button type="button" class="action" onClick={() => setTurned(!turned)}>
                        <Icon name="turn" />
                        <span>{text.play.turnBoard}</span>
                    </button>
                </>
            }
            endActions={
                <>
                    {table.rematch !== null ? (
                        <a class="primary" href={`/t/${table.rematch}`}>
                            {text.table.toRematch}
                        </a>
                    ) : (
                        you !== null && (
                            <button
                                type="button"
                                class="primary"
                                disabled={table.offer !== null || link !== "open"}
                                onClick={() => session.offer("rematch")}
                            >
                                {text.play.rematch}
                            </button>
                        )
                    )}
                    <button type="button" class="button" onClick={() => session.look(0)}>
                        {text.play.review}
                    </button>
                    <ShareGame game={session.game} />
                    <a class="button" href="/">
                        {text.play.newGame}
                    </a>
                </>
            }
        >
            {computer && (session.told || takenOver.value === table.id) && (
                <p class="rules-line">{session.told ? text.start.serverPlays : text.table.takenOver}</p>
            )}
            <p class="rules-line">
                {you === null && `${text.table.watching} `}
                {presence.spectators > 0 && text.table.spectators(presence.spectators)}
            </p>
            {you !== null && secret !== undefined && (
                <details class="downloads">
                    <summary>
                        <Icon name="copy" />
                        <span>{text.table.otherDevice}</span>
                    </summary>
                    <p>{text.table.otherDeviceText}</p>
                    <CopyButton text={seatLink(table.id, secret)} label={text.table.copy} />
                    <QrCode text={seatLink(table.id, secret)} label={text.table.code} />
                </details>
            )}
            <Downloads game={session.game} names={names} />
        </GameView>
    );
}

function AtTable({ session, onSeated }: { session: TableSession; onSeated: () => void }) {
    const text = words.value.table;
    const table = session.table.value;
    const you = session.you.value;
    // The same players go on to their rematch by themselves; their secret opens the seat there too.
    useEffect(() => {
        const secret = seatOf(table.id);
        if (table.rematch !== null && you !== null && secret !== undefined) {
            const wasSeen = seatOf(table.rematch) !== undefined;
            keepSeat(table.rematch, secret);
            if (!wasSeen) {
                go(`/t/${table.rematch}`);
            }
        }
    }, [table.rematch, you, table.id]);
    if (table.status === "cancelled" || table.status === "expired") {
        return (
            <Notice
                title={table.status === "cancelled" ? text.cancelledTitle : text.expiredTitle}
                text={text.goneText}
            />
        );
    }
    if (table.status === "waiting") {
        return you === null ? <Invitation session={session} onSeated={onSeated} /> : <Waiting session={session} />;
    }
    return <Game session={session} />;
}

/** The table's state with the seat kept here; where the seat is not known there, as a spectator. */
async function openTable(id: string): Promise<TableSession | Refusal> {
    seatFromAddress(id);
    const secret = seatOf(id);
    try {
        let state: State;
        try {
            state = await getTable(id, secret);
        } catch (error) {
            if (!(error instanceof Refusal) || (error.code !== "seat_unknown" && error.code !== "seat_required")) {
                throw error;
            }
            state = await getTable(id, undefined);
        }
        return await TableSession.open(state, secret);
    } catch (error) {
        if (error instanceof Refusal) {
            return error;
        }
        throw error;
    }
}

export function TablePage({ id }: { id: string }) {
    const text = words.value;
    const [visit, setVisit] = useState(0);
    const loaded = useLoaded(() => openTable(id), `${id} ${visit}`);
    const session = loaded.state === "here" && loaded.value instanceof TableSession ? loaded.value : undefined;
    useEffect(() => () => session?.dispose(), [session]);
    // A seat's own link may be opened over the page that is already here.
    useEffect(() => {
        const look = (): void => {
            if (window.location.hash !== "") {
                setVisit((count) => count + 1);
            }
        };
        window.addEventListener("hashchange", look);
        return () => window.removeEventListener("hashchange", look);
    }, []);
    if (loaded.state !== "here") {
        return <BoardPlaceholder loaded={loaded} />;
    }
    if (loaded.value instanceof Refusal) {
        if (loaded.value.code === "table_unknown" || loaded.value.code === "not_found") {
            return <Notice title={text.table.unknownTitle} text={text.table.unknownText} />;
        }
        return (
            <Notice title={text.table.unreachableTitle} text={text.table.unreachableText}>
                <button type="button" class="primary" onClick={() => setVisit(visit + 1)}>
                    {text.play.tryAgain}
                </button>
            </Notice>
        );
    }
    return session === undefined ? null : <AtTable session={session} onSeated={() => setVisit(visit + 1)} />;
}
