/** A game on the page: board, both sides, what to do next, the moves, and the end. The same for every kind of session. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Board } from "../board/Board";
import { coordinates } from "../device/preferences";
import { sense } from "../device/sound";
import { type Move, otherSide, type Side, type View } from "../rules/game";
import { type Hint, useHint } from "../values/hint";
import { ReviewPanel } from "../values/ReviewPanel";
import type { Review } from "../values/review";
import { markOf } from "../values/values";
import { latin } from "../words/digits";
import { sentenceOfMove, sentencesOfEnd } from "../words/sentences";
import { words } from "../words/words";
import { type Aim, aimAt, aimFromTo, aimTyped, movablePieces, movesFrom } from "./aim";
import { GameMessage, sentenceOfRepetition, warnsOfRepetition } from "./GameMessage";
import { MoveList } from "./MoveList";
import { RulesLine } from "./RulesLine";
import { Strip } from "./Strip";
import type { Session } from "./session";

export interface GameViewProps {
    session: Session;
    names: Record<Side, string>;
    /** What this page is called for those who hear it. */
    heading?: string;
    /** The side drawn at the lower edge. */
    below: Side;
    turned?: boolean;
    /** The words of the upper player are turned round, for two people who face each other. */
    faceToFace?: boolean;
    /** Who is connected; undefined for a side that needs no line. */
    connected?: Record<Side, boolean | undefined>;
    /** Something to be said before all else: trouble, an offer. It has a place of its own, which stays where it is. */
    banner?: ComponentChildren;
    /** An answer of the other side, said in the line below the board. */
    notice?: string | undefined;
    /** Where hints may be asked for: the position that the game began from, if it was set up. */
    hints?: { start: string | undefined };
    review?: Review | undefined;
    actions: ComponentChildren;
    endActions: ComponentChildren;
    children?: ComponentChildren;
}

/** The pieces and points that decided a game, as a mask. */
function deciding(view: View): number {
    switch (view.ending) {
        case "trapped":
            return view.tigers;
        case "stuck":
            return view.goats;
        case "captured":
            return (1 << (view.move?.to ?? 31)) | (1 << (view.move?.over ?? 31));
        case "repetition":
            return 1 << (view.move?.to ?? 31);
        default:
            return 0;
    }
}

/** The points that a hint speaks of, as a mask. */
function marksOf(hint: Hint | undefined): number {
    if (typeof hint !== "object") {
        return 0;
    }
    const { from, to } = hint.move;
    return (1 << to) | (from === undefined ? 0 : 1 << from);
}

export function GameView(props: GameViewProps) {
    const { session, names, below } = props;
    const { game } = session;
    const text = words.value;
    // Reading the signals subscribes to them.
    const changed = session.changed.value;
    const cursor = session.cursor.value;
    const view = session.shown;
    const [chosen, setChosen] = useState<number | undefined>(undefined);
    const [refused, setRefused] = useState<string | undefined>(undefined);
    const [drawing, setDrawing] = useState<Move | undefined>(undefined);
    const [spoken, setSpoken] = useState("");
    const typed = useRef<HTMLInputElement>(null);
    const { hint, ask: askHint } = useHint(session, props.hints?.start);

    const clear = (): void => {
        setChosen(undefined);
        setRefused(undefined);
        setDrawing(undefined);
    };
    // Before the next tap can come, so that it never clears what that one chose.
    useLayoutEffect(clear, [changed, cursor, session]);

    useEffect(() => {
        const event = session.event.peek();
        if (event === undefined) {
            return;
        }
        const sentences: string[] = [];
        if (event.kind === "taken-back") {
            sentences.push(text.announce.takenBack);
        }
        if (event.move !== undefined && event.side !== undefined) {
            sentences.push(sentenceOfMove(text, game, event.move, event.side));
        }
        if (game.over) {
            const end = sentencesOfEnd(text, game.view, game.rules, session.own);
            sentences.push(end.heading, end.reason);
        } else if (event.kind !== "begin") {
            sentences.push(text.play.sideToMove(game.view.side));
            if (warnsOfRepetition(game, game.view)) {
                sentences.push(sentenceOfRepetition(game, game.view));
            }
        }
        setSpoken(sentences.join(" "));
    }, [session.event.value]);

    const carryOut = (aim: Aim): void => {
        switch (aim.kind) {
            case "choose":
                clear();
                setChosen(aim.point);
                setSpoken(text.announce.chosen(game.shape.points[aim.point]?.name ?? ""));
                return;
            case "let-go":
                clear();
                setSpoken(text.announce.letGo);
                return;
            case "refuse":
                setRefused(aim.reason);
                setSpoken("");
                sense("refuse");
                return;
            case "move":
                if (
                    game.rules.repetition === "draw" &&
                    drawing?.code !== aim.move.code &&
                    game.occurrencesAfter(aim.move.code) >= 3
                ) {
                    setRefused(undefined);
                    setDrawing(aim.move);
                    sense("notice");
                    return;
                }
                clear();
                session.move(aim.move);
        }
    };
    const tap = (point: number): void => {
        const refusal = session.refusal;
        carryOut(refusal === undefined ? aimAt(game, chosen, point) : { kind: "refuse", reason: refusal });
    };
    const drag = (from: number, to: number): void => {
        const refusal = session.refusal;
        carryOut(refusal === undefined ? aimFromTo(game, from, to) : { kind: "refuse", reason: refusal });
    };
    const type = (event: SubmitEvent): void => {
        event.preventDefault();
        const input = typed.current;
        if (input === null || input.value.trim() === "") {
            return;
        }
        const refusal = session.refusal;
        const aim = refusal === undefined ? aimTyped(game, latin(input.value.trim())) : undefined;
        carryOut(aim ?? { kind: "refuse", reason: refusal ?? "OTHER" });
        if (aim?.kind === "move") {
            input.value = "";
        }
    };

    const playable = session.refusal === undefined;
    const draggable = playable ? movablePieces(game) : 0;
    const targets: readonly Move[] = playable ? movesFrom(game, chosen) : [];
    const above = otherSide(below);
    const over = game.over && cursor === undefined;
    const end = over ? sentencesOfEnd(text, game.view, game.rules, session.own) : undefined;

    const turnText = (side: Side): string | undefined => {
        if (game.over || game.view.side !== side || cursor !== undefined) {
            return undefined;
        }
        if (session.thinking.value) {
            return text.play.thinking;
        }
        return session.own === side ? text.play.yourTurn : text.play.theirTurn;
    };
    const strip = (side: Side, upsideDown: boolean) => (
        <Strip
            game={game}
            view={view}
            side={side}
            name={names[side]}
            turn={turnText(side)}
            thinking={session.thinking.value}
            connected={props.connected?.[side]}
            upsideDown={upsideDown}
        />
    );

    const facing = props.faceToFace === true && game.view.side === above && !game.over;

    return (
        <div class="game" data-over={over} data-kind={session.kind}>
            <h1 class="hidden">{props.heading ?? text.title}</h1>
            <div class="game-top">{strip(above, props.faceToFace === true)}</div>
            <div class="game-board">
                <Board
                    shape={game.shape}
                    view={view}
                    turned={props.turned ?? false}
                    coordinates={coordinates.value}
                    chosen={playable ? chosen : undefined}
                    targets={targets}
                    draggable={draggable}
                    marked={over ? deciding(game.view) : marksOf(hint)}
                    over={over}
                    label={text.play.board}
                    description={text.play.boardHelp}
                    onTap={tap}
                    onDrag={drag}
                    onEscape={clear}
                />
            </div>
            <div class="game-bottom">{strip(below, false)}</div>
            <div class="game-message">
                <div class="banner-place">{props.banner}</div>
                {end !== undefined ? (
                    <section class="end" aria-label={end.heading} data-result={game.view.result}>
                        <h2>{end.heading}</h2>
                        <p>{end.reason}</p>
                        <div class="end-actions">{props.endActions}</div>
                    </section>
                ) : (
                    <GameMessage
                        session={session}
                        names={names}
                        refused={refused}
                        drawing={drawing}
                        chosen={chosen}
                        facing={facing}
                        review={props.review}
                        hint={hint}
                        notice={props.notice}
                        onHint={props.hints === undefined ? undefined : askHint}
                    />
                )}
            </div>
            <div class="game-actions">{props.actions}</div>
            <div class="game-rules">
                <RulesLine rules={game.rules} />
            </div>
            <div class="game-moves">
                <MoveList
                    game={game}
                    at={cursor ?? game.plies}
                    onLook={(ply) => session.look(ply)}
                    markOf={(ply) => markOf(props.review?.verdict(ply))}
                />
            </div>
            <div class="game-more">
                {props.review !== undefined && <ReviewPanel review={props.review} session={session} />}
                {(session.control("goats") === "here" || session.control("tigers") === "here") && (
                    <form class="typed" onSubmit={type}>
                        <label for="typed-move">{text.play.typeMove}</label>
                        <input
                            id="typed-move"
                            ref={typed}
                            name="move"
                            placeholder={text.play.typeMoveHint}
                            autocomplete="off"
                            autocapitalize="none"
                            spellcheck={false}
                            enterkeyhint="go"
                            maxLength={12}
                        />
                        <button type="submit">{text.play.typeMoveGo}</button>
                    </form>
                )}
                {props.children}
            </div>
            <p class="hidden" role="log" aria-live="assertive" data-announcement>
                {spoken}
            </p>
        </div>
    );
}
