/** The lesson in English. The Nepali one has the same shape. */

export interface LessonStep {
    title: string;
    text: string;
    /** What is said when the task is done. */
    done: string;
    /** What is said to a legal move that is not what was asked for. */
    wrong: string;
}

export interface LessonText {
    title: string;
    intro: string;
    step: (index: number, count: number) => string;
    next: string;
    previous: string;
    again: string;
    play: string;
    steps: Record<"lines" | "place" | "eat" | "protect" | "trap" | "draw", LessonStep>;
    tipsTitle: string;
    tips: readonly string[];
    wordsTitle: string;
    words: readonly (readonly [string, string])[];
    originTitle: string;
    origin: readonly string[];
    questionsTitle: string;
    questions: readonly (readonly [string, string])[];
}

export const englishLesson: LessonText = {
    title: "How to play",
    intro: "Six short steps on the real board. Tap, drag, or use arrow keys and Enter.",
    step: (index, count) => `Step ${index} of ${count}`,
    next: "Next",
    previous: "Back",
    again: "Try it again",
    play: "Play a game",
    steps: {
        lines: {
            title: "The board and its lines",
            text: "Four tigers wait on the corners. Pieces stand on points and move only along the lines. Tap any point to see where its lines lead.",
            done: "Some points have eight neighbours, some only three or four. Diagonals pass only through every second point.",
            wrong: "",
        },
        place: {
            title: "The goats begin",
            text: "You are the goats. Place three goats on empty points; after each a tiger moves. No goat may move until all twenty have been placed.",
            done: "That is the first part of every game: twenty goats, one a turn. Edges are safer than the middle.",
            wrong: "",
        },
        eat: {
            title: "Tigers eat by jumping",
            text: "Now you are the tigers. A tiger jumps in a straight line over one goat to the empty point just behind it. Choose the tiger on a1 and eat the goat.",
            done: "Eaten! With five goats eaten the tigers win. Eating is never compulsory.",
            wrong: "That was a step. Jump over the goat instead.",
        },
        protect: {
            title: "A goat with its back covered is safe",
            text: "The tiger on c3 can eat the goat on c2, because c1 behind it is empty. You are the goats: place one so that the tiger can eat nothing.",
            done: "Nothing to jump to, nothing to eat. Goats are strong side by side.",
            wrong: "The tiger could still eat. Fill the point behind the goat.",
        },
        trap: {
            title: "Trap the tigers",
            text: "A tiger that can neither step nor jump is trapped. When all four are, the goats win. One move of a goat traps them all here: find it.",
            done: "No tiger can move: the goats win!",
            wrong: "That left a tiger a way out. Look at the gap that your goat leaves behind.",
        },
        draw: {
            title: "Draws",
            text: "Once all goats have been placed, a game is a draw when the same position comes up for the third time, or when a hundred turns pass without a goat eaten. The page warns you in time.",
            done: "",
            wrong: "",
        },
    },
    tipsTitle: "Tips",
    tips: [
        "Goats: begin on the edges, and keep the corners and the middle for later.",
        "Goats: before you place one, ask whether a tiger next to it has an empty point behind it.",
        "Goats: never hurry. A closed wall that creeps forward wins; a single brave goat gets eaten.",
        "Tigers: stay near the middle, and keep your tigers apart so that they are hard to wall in.",
        "Tigers: threaten two goats at once. Only one can be covered.",
        "Tigers: eat early. Goats that have filled the board are hard to catch.",
    ],
    wordsTitle: "Words of the game",
    words: [
        ["बाघ (bāgh)", "tiger"],
        ["बाख्रा (bākhrā)", "goat"],
        ["चाल (chāl)", "move; the tiger’s move gives the game its name"],
        ["गोटी (goṭī)", "a playing piece"],
        ["पालो (pālo)", "turn"],
        ["धुँ कासा (dhũ kāsā)", "the game’s name in Nepal Bhasa: tiger game"],
    ],
    originTitle: "Where the game comes from",
    origin: [
        "Bagh-Chal is a traditional game of Nepal. It needs no bought board: its lines are scratched into stone and earth at resting places and temples, and pebbles and maize grains serve as pieces.",
        "It belongs to the hunt games, in which few strong pieces meet many weak ones. Relatives are played all over South Asia, on boards of other shapes.",
        "Customs differ from place to place. Most tables say that five eaten goats win for the tigers; an account from 1933 has them eat all twenty. The choices on the start page cover the usual differences.",
    ],
    questionsTitle: "Questions people ask",
    questions: [
        ["Must a tiger eat when it can?", "No. Eating is never compulsory."],
        ["Can a tiger eat two goats in one turn?", "No, one goat a turn, and it jumps only over a single goat."],
        ["May goats move before all twenty are placed?", "No, not even when some have been eaten."],
        ["Can goats jump or capture?", "No. They win by taking away every move of the tigers."],
        ["Can I pass?", "No. Whoever has no move has lost: trapped tigers lose, and so do goats without a move."],
        [
            "Who has the better side?",
            "Neither, with best play: then the game is a draw. Against people, beginners find the tigers easier.",
        ],
    ],
};
