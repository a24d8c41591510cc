/** The rules, written for the rule set in force: that of the game being played, or of the choices made. */
import { chosenSetup, current } from "../play/current";
import type { Rules } from "../rules/game";
import { words } from "../words/words";

/** The rules that an address names option by option, else those in force. */
function rulesOf(search: string): Rules {
    const parameters = new URLSearchParams(search);
    const inForce =
        current.value !== undefined && !current.value.game.over ? current.value.setup.rules : chosenSetup().rules;
    const goats = Number(parameters.get("goats") ?? inForce.goatsToWin);
    const quiet = Number(parameters.get("quiet") ?? inForce.quietTurns);
    const stalemate = parameters.get("stalemate");
    const repetition = parameters.get("repetition");
    return {
        goatsToWin: Number.isInteger(goats) && goats >= 1 && goats <= 20 ? goats : inForce.goatsToWin,
        quietTurns: Number.isInteger(quiet) && quiet >= 0 && quiet <= 65535 ? quiet : inForce.quietTurns,
        goatStalemate: stalemate === "tigers" || stalemate === "draw" ? stalemate : inForce.goatStalemate,
        repetition:
            repetition === "draw" || repetition === "forbidden" || repetition === "none"
                ? repetition
                : inForce.repetition,
    };
}

export function RulesPage({ search }: { search: string }) {
    const text = words.value.rulesPage;
    const rules = rulesOf(search);
    const repetition = {
        draw: text.repetitionDraw,
        forbidden: text.repetitionForbidden,
        none: text.repetitionNone,
    }[rules.repetition];
    const list = (items: readonly string[]) => (
        <ul>
            {items.map((item) => (
                <li key={item}>{item}</li>
            ))}
        </ul>
    );
    return (
        <article class="text-page">
            <h1>{text.title}</h1>
            <p>{text.intro}</p>
            <h2>{text.boardTitle}</h2>
            <p>{text.board}</p>
            <h2>{text.piecesTitle}</h2>
            <p>{text.pieces}</p>
            <h2>{text.goatsTitle}</h2>
            {list(text.goats)}
            <h2>{text.tigersTitle}</h2>
            {list(text.tigers)}
            <h2>{text.endTitle}</h2>
            {list([
                text.captured(rules.goatsToWin),
                text.trapped,
                rules.goatStalemate === "tigers" ? text.stuckTigers : text.stuckDraw,
                repetition,
                rules.quietTurns === 0 ? text.quietNone : text.quiet(rules.quietTurns),
                text.agreement,
            ])}
            <h2>{text.notationTitle}</h2>
            <p>{text.notation}</p>
            <p>{text.change}</p>
        </article>
    );
}
