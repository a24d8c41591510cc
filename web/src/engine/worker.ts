/** The engine's Worker: it replays a game in its own instance of the module and answers with the computer's move. */
import { Game, type Rules } from "../rules/game";
import { Library, loadModule } from "../rules/module";

export interface Question {
    question: number;
    rules: Rules;
    position: string | undefined;
    moves: string[];
    level: number;
}

export interface Answer {
    question: number;
    /** As text; undefined when the engine failed. */
    move: string | undefined;
}

/** Memory for positions already searched: 8 MiB serve the second that a move may take. */
const tableBytes = 8 << 20;

let ready: Promise<{ library: Library; game: Game }> | undefined;

async function prepare(): Promise<{ library: Library; game: Game }> {
    const library = await Library.make(await loadModule());
    if (library.call.engine_start(tableBytes) !== 0) {
        throw new Error("the engine has too little memory");
    }
    return { library, game: new Game(library) };
}

async function answer(question: Question): Promise<string | undefined> {
    ready ??= prepare();
    const { library, game } = await ready;
    game.begin(question.rules, question.position);
    game.playAll(question.moves);
    const move = library.call.engine_choose(question.level, (Math.random() * 2 ** 32) >>> 0);
    return move < 0 ? undefined : game.decode(move).text;
}

self.onmessage = ({ data }: MessageEvent<Question>) => {
    answer(data)
        .catch(() => undefined)
        .then((move) => self.postMessage({ question: data.question, move } satisfies Answer));
};
