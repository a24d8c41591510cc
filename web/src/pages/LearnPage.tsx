/** The lesson: one point at a time on the real board, then tips, words, origins and questions. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Board } from "../board/Board";
import { useLoaded } from "../device/loaded";
import { coordinates, language } from "../device/preferences";
import { sense } from "../device/sound";
import { quietAnswer, steps } from "../learn/steps";
import { type Aim, aimAt, aimFromTo, movablePieces, movesFrom } from "../play/aim";
import { defaultRules, Game } from "../rules/game";
import { englishLesson } from "../words/english_learn";
import { nepaliLesson } from "../words/nepali_learn";
import { sentenceOfRefusal } from "../words/sentences";
import { words } from "../words/words";
import { BoardPlaceholder } from "./Placeholder";

const answerAfter = 550;

function Lesson({ game }: { game: Game }) {
    const lesson = language.value === "ne" ? nepaliLesson : englishLesson;
    const text = words.value;
    const [index, setIndex] = useState(0);
    const [, setMoves] = useState(0);
    const [chosen, setChosen] = useState<number | undefined>(undefined);
    const [outcome, setOutcome] = useState<"done" | "wrong" | undefined>(undefined);
    const [refusal, setRefusal] = useState<string | undefined>(undefined);
    const [marked, setMarked] = useState(0);
    const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
    const heading = useRef<HTMLHeadingElement>(null);
    const board = useRef<HTMLDivElement>(null);
    const step = steps[index] ?? steps[0];

    const begin = (to: number): void => {
        clearTimeout(timer.current);
        game.begin(defaultRules, steps[to]?.position);
        setIndex(to);
        setChosen(undefined);
        setOutcome(undefined);
        setRefusal(undefined);
        setMarked(0);
    };
    useEffect(() => {
        begin(0);
        return () => clearTimeout(timer.current);
    }, []);
    if (step === undefined) {
        return null;
    }
    const said = lesson.steps[step.name];
    const learner = step.name === "eat" ? "tigers" : "goats";
    const playing = step.moves && outcome === undefined && game.view.side === learner && !game.over;

    const carryOut = (aim: Aim): void => {
        setRefusal(undefined);
        setChosen(undefined);
        if (aim.kind === "choose") {
            setChosen(aim.point);
        } else if (aim.kind === "refuse") {
            setRefusal(sentenceOfRefusal(text, aim.reason, game.view.side));
            sense("refuse");
        } else if (aim.kind === "move") {
            const move = game.play(aim.move.code);
            sense(move.over !== undefined ? "eat" : move.from === undefined ? "place" : "step");
            const judged = step.judge(game, move);
            setMoves((count) => count + 1);
            if (judged === "more") {
                timer.current = setTimeout(() => {
                    const answer = quietAnswer(game);
                    if (answer !== undefined) {
                        game.play(answer.code);
                        sense("step");
                    }
                    setMoves((count) => count + 1);
                }, answerAfter);
            } else {
                setOutcome(judged);
                sense(judged === "done" ? "win" : "refuse");
            }
        }
    };
    const tap = (point: number): void => {
        if (!step.moves) {
            setMarked((game.shape.points[point]?.neighbours ?? 0) | (1 << point));
            setOutcome("done");
        } else if (playing) {
            carryOut(aimAt(game, chosen, point));
        }
    };
    const turnTo = (to: number): void => {
        begin(to);
        heading.current?.focus({ preventScroll: true });
        // The next task is on the board, which the last step's words may have scrolled away.
        board.current?.scrollIntoView({ block: "start" });
    };
    const message = outcome === "done" ? said.done : outcome === "wrong" ? said.wrong : refusal;
    return (
        <div class="lesson">
            <div class="lesson-board" ref={board}>
                <Board
                    shape={game.shape}
                    view={game.view}
                    coordinates={coordinates.value}
                    chosen={chosen}
                    targets={playing ? movesFrom(game, chosen) : []}
                    draggable={playing ? movablePieces(game) : 0}
                    marked={marked}
                    label={text.play.board}
                    description={text.play.boardHelp}
                    onTap={tap}
                    onDrag={(from, to) => {
                        if (playing) {
                            carryOut(aimFromTo(game, from, to));
                        }
                    }}
                    onEscape={() => setChosen(undefined)}
                />
            </div>
            <section class="lesson-step" aria-labelledby="lesson-title">
                <p class="lesson-count">{lesson.step(index + 1, steps.length)}</p>
                <div class="lesson-progress" aria-hidden="true">
                    {steps.map((each, at) => (
                        <span key={each.name} class={at <= index ? "on" : ""} />
                    ))}
                </div>
                <h2 id="lesson-title" ref={heading} tabIndex={-1}>
                    {said.title}
                </h2>
                <p>{said.text}</p>
                <p class={`lesson-message lesson-${outcome ?? "open"}`} role="status">
                    {message}
                </p>
                <div class="banner-actions">
                    {index > 0 && (
                        <button type="button" class="button" onClick={() => turnTo(index - 1)}>
                            {lesson.previous}
                        </button>
                    )}
                    {step.moves && outcome !== undefined && (
                        <button
                            type="button"
                            class={outcome === "wrong" ? "primary" : "button"}
                            onClick={() => begin(index)}
                        >
                            {lesson.again}
                        </button>
                    )}
                    {index < steps.length - 1 ? (
                        <button
                            type="button"
                            class={outcome === "wrong" ? "button" : "primary"}
                            onClick={() => turnTo(index + 1)}
                        >
                            {lesson.next}
                        </button>
                    ) : (
                        <a class="primary" href="/">
                            {lesson.play}
                        </a>
                    )}
                </div>
            </section>
        </div>
    );
}

export function LearnPage() {
    const lesson = language.value === "ne" ? nepaliLesson : englishLesson;
    const loaded = useLoaded(Game.make, "learn");
    return (
        <div class="learn">
            <div class="learn-intro">
                <h1>{lesson.title}</h1>
                <p>{lesson.intro}</p>
            </div>
            {loaded.state === "here" ? <Lesson game={loaded.value} /> : <BoardPlaceholder loaded={loaded} />}
            <article class="text-page">
                <h2>{lesson.tipsTitle}</h2>
                <ul>
                    {lesson.tips.map((tip) => (
                        <li key={tip}>{tip}</li>
                    ))}
                </ul>
                <h2>{lesson.wordsTitle}</h2>
                <dl>
                    {lesson.words.map(([word, meaning]) => (
                        <div key={word}>
                            <dt lang="ne">{word}</dt>
                            <dd>{meaning}</dd>
                        </div>
                    ))}
                </dl>
                <h2>{lesson.originTitle}</h2>
                {lesson.origin.map((paragraph) => (
                    <p key={paragraph}>{paragraph}</p>
                ))}
                <h2>{lesson.questionsTitle}</h2>
                <dl>
                    {lesson.questions.map(([question, answer]) => (
                        <div key={question}>
                            <dt>{question}</dt>
                            <dd>{answer}</dd>
                        </div>
                    ))}
                </dl>
                <p>
                    <a href="/rules">{words.value.header.rules}</a>
                </p>
            </article>
        </div>
    );
}
