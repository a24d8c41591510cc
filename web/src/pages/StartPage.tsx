/** The first page: a board ready to play, and the choices beside it. */
import { startingBoard } from "virtual:starting-board";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Board } from "../board/Board";
import { useLoaded } from "../device/loaded";
import { online } from "../device/network";
import {
    coordinates,
    goatsToWin,
    goatsToWinChoices,
    type Level,
    level,
    levels,
    opponent,
    passing,
    perfect,
    playerName,
    repetition,
    sideChoice,
} from "../device/preferences";
import { go } from "../device/router";
import { beginLocal, chosenSetup, current } from "../play/current";
import { LocalSession } from "../play/local_session";
import { Game, has } from "../rules/game";
import { startView } from "../rules/start_view";
import { type Against, makeTable } from "../table/making";
import { abilities, askAbilities, type Lack, solutionFor } from "../values/server";
import { words } from "../words/words";
import { Choice, Switch } from "./Choice";
import { Icon } from "./Icon";

function LevelChoice() {
    const text = words.value.start;
    const name = text.levelNames[level.value - 1] ?? "";
    return (
        <div class="level">
            <label for="level">{text.level}</label>
            <output for="level">{text.levelOf(level.value, name)}</output>
            <input
                id="level"
                type="range"
                min={levels[0]}
                max={levels[levels.length - 1]}
                step={1}
                value={level.value}
                aria-valuetext={text.levelOf(level.value, name)}
                onInput={(event) => {
                    level.value = Number(event.currentTarget.value) as Level;
                }}
            />
        </div>
    );
}

/** How far the server's computer could play perfectly under the rules chosen, or why it could not. */
function perfection(): "whole" | "partly" | Lack | "asking" {
    const solution = solutionFor(chosenSetup().rules) ?? "asking";
    if (typeof solution === "string") {
        return solution;
    }
    const known = abilities.value;
    if (typeof known !== "object" || !known.levels.includes("perfect")) {
        return "rules";
    }
    return solution.placement ? "whole" : "partly";
}

function PerfectChoice() {
    const text = words.value.start;
    const reach = perfection();
    const possible = reach === "whole" || reach === "partly";
    return (
        <div class="perfect" data-perfect={reach}>
            <Switch label={text.perfect} on={perfect} disabled={!possible} describedBy="perfect-note" />
            <p id="perfect-note">
                {reach === "whole"
                    ? text.perfectHere
                    : reach === "partly"
                      ? text.perfectPartly
                      : text.perfectLacks[reach]}
            </p>
        </div>
    );
}

/** Whether the game about to begin is against perfect play. */
function playsPerfectly(): boolean {
    const reach = perfection();
    return opponent.value === "computer" && perfect.value && (reach === "whole" || reach === "partly");
}

export function StartPage() {
    const text = words.value;
    // What the server can do matters only once the board is there.
    useEffect(() => {
        const timer = setTimeout(() => void askAbilities(), 0);
        return () => clearTimeout(timer);
    }, [online.value]);
    // The board is there at once; the library comes meanwhile, so that the first move need not wait for it.
    const library = useLoaded(Game.make, "start");
    const [making, setMaking] = useState(false);
    const [refused, setRefused] = useState<string | undefined>(undefined);
    const waiting = useMemo(
        () =>
            (current.value !== undefined && !current.value.game.over && current.value.game.plies > 0) ||
            LocalSession.waiting(),
        [],
    );

    const playAtTable = async (against: Against): Promise<void> => {
        if (making) {
            return;
        }
        setMaking(true);
        setRefused(undefined);
        const made = await makeTable(against);
        setMaking(false);
        if (made.table === undefined) {
            setRefused(made.refusal);
        } else {
            go(`/t/${made.table}`);
        }
    };

    const play = async (point?: number): Promise<void> => {
        if (opponent.value === "friend") {
            if (point === undefined) {
                await playAtTable({});
            }
            return;
        }
        const setup = chosenSetup();
        const placing = point !== undefined && (setup.opponent === "device" || setup.side === "goats");
        if (placing && has(startView.tigers, point)) {
            return;
        }
        const firstMove = placing ? startingBoard.shape.points[point]?.name : undefined;
        if (playsPerfectly()) {
            await playAtTable({ level: "perfect", firstMove });
            return;
        }
        try {
            await beginLocal(setup, firstMove === undefined ? [] : [firstMove]);
        } catch {
            if (setup.opponent === "computer") {
                await playAtTable({ level: String(setup.level), firstMove });
            } else {
                setRefused(typeof WebAssembly === "object" ? text.play.loadFailed : text.play.noWebAssembly);
            }
            return;
        }
        go("/play");
    };

    const hint = {
        computer: sideChoice.value === "goats" ? text.start.hintGoats : text.start.hintTigers,
        friend: text.start.hintFriend,
        device: text.start.hintDevice,
    }[opponent.value];

    return (
        <div class="start">
            <div class="start-intro">
                <h1>{text.title}</h1>
                <p>{text.tagline}</p>
            </div>
            <div class="start-board">
                <Board
                    shape={startingBoard.shape}
                    view={startView}
                    coordinates={coordinates.value}
                    label={text.play.board}
                    description={text.play.boardHelp}
                    onTap={(point) => void play(point)}
                />
            </div>
            <div class="start-go">
                <p class="start-hint">{hint}</p>
                <button type="button" class="primary" disabled={making} onClick={() => void play()}>
                    {making ? text.table.making : opponent.value === "friend" ? text.start.playFriend : text.start.play}
                </button>
                {library.state === "failed" && opponent.value === "computer" && (
                    <p class="start-hint" role="status">
                        {text.start.serverPlays}
                    </p>
                )}
                {refused !== undefined && (
                    <p class="refused" role="alert">
                        {refused}
                    </p>
                )}
                {waiting && (
                    <a class="button" href="/play">
                        {text.start.continueGame}
                    </a>
                )}
            </div>
            <form class="start-choices" onSubmit={(event) => event.preventDefault()}>
                <Choice
                    name="opponent"
                    label={text.start.opponent}
                    chosen={opponent}
                    options={[
                        { value: "computer", label: text.start.opponents.computer },
                        { value: "friend", label: text.start.opponents.friend },
                        { value: "device", label: text.start.opponents.device },
                    ]}
                />
                {opponent.value !== "device" && (
                    <Choice
                        name="side"
                        label={text.start.side}
                        chosen={sideChoice}
                        options={[
                            { value: "goats", label: text.start.sideChoices.goats },
                            { value: "tigers", label: text.start.sideChoices.tigers },
                            { value: "random", label: text.start.sideChoices.random },
                        ]}
                    />
                )}
                {opponent.value === "computer" && !playsPerfectly() && <LevelChoice />}
                {opponent.value === "computer" && <PerfectChoice />}
                {opponent.value === "device" && (
                    <Choice
                        name="passing"
                        label={text.start.passing}
                        chosen={passing}
                        options={[
                            { value: "stay", label: text.start.passings.stay },
                            { value: "turn", label: text.start.passings.turn },
                            { value: "face", label: text.start.passings.face },
                        ]}
                    />
                )}
                {opponent.value === "friend" && (
                    <div class="field">
                        <label for="name">{text.start.name}</label>
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
                )}
                <Choice
                    name="goats-to-win"
                    label={text.start.goatsToWin}
                    chosen={goatsToWin}
                    options={goatsToWinChoices.map((count) => ({
                        value: count as number,
                        label: count === 20 ? text.start.goatsToWinAll : text.number(count),
                    }))}
                />
                <Choice
                    name="repetition"
                    label={text.start.repetition}
                    chosen={repetition}
                    options={[
                        { value: "draw", label: text.start.repetitions.draw },
                        { value: "forbidden", label: text.start.repetitions.forbidden },
                        { value: "none", label: text.start.repetitions.none },
                    ]}
                />
            </form>
            <p class="start-learn">
                <a href="/learn">
                    <Icon name="book" /> {text.start.firstTime}
                </a>
            </p>
        </div>
    );
}
