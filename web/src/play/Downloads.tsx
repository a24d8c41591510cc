/** The game to take along: its address, and its record in every text form. */
import { useState } from "preact/hooks";
import { Icon } from "../pages/Icon";
import { type GameForm, gameForms, type PlayedGame, type Side } from "../rules/game";
import { words } from "../words/words";
import { replayAddress } from "./replay_address";

/** Puts a text on the clipboard, also where the newer way is not allowed. */
export async function copyText(text: string): Promise<boolean> {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        const area = document.createElement("textarea");
        area.value = text;
        document.body.append(area);
        area.select();
        const copied = document.execCommand("copy");
        area.remove();
        return copied;
    }
}

export function CopyButton({ text: value, label }: { text: string; label: string }) {
    const text = words.value.play;
    const [copied, setCopied] = useState(false);
    return (
        <button
            type="button"
            class="button"
            onClick={() => {
                void copyText(value).then(setCopied);
                setTimeout(() => setCopied(false), 2500);
            }}
        >
            <Icon name="copy" />
            <span role="status">{copied ? text.copied : label}</span>
        </button>
    );
}

/** Sends the address that replays a game: by the device's own sheet where it has one, else to the clipboard. */
export function ShareGame({ game, start }: { game: PlayedGame; start?: string | undefined }) {
    const text = words.value;
    const [copied, setCopied] = useState(false);
    const share = async (): Promise<void> => {
        const url = new URL(replayAddress(game, start), window.location.origin).href;
        if (typeof navigator.share === "function") {
            // Closing the sheet without choosing is no failure.
            await navigator.share({ title: text.title, url }).catch(() => undefined);
            return;
        }
        setCopied(await copyText(url));
        setTimeout(() => setCopied(false), 2500);
    };
    return (
        <button type="button" class="button" onClick={() => void share()}>
            <span role="status">{copied ? text.play.copied : text.play.share}</span>
        </button>
    );
}

interface DownloadsProps {
    game: PlayedGame;
    names: Record<Side, string>;
    /** The position that the game was set up from, if it was. */
    start?: string | undefined;
}

const files: Record<GameForm, { label: string; name: string }> = {
    record: { label: "Bagh-Chal", name: "baghchal.txt" },
    "python-game": { label: "Python baghchal", name: "baghchal-python.txt" },
    "python-position": { label: "Python baghchal", name: "position-python.txt" },
    obx: { label: "OBX 2.0", name: "position-obx.txt" },
    gamesman: { label: "Gamesman", name: "position-gamesman.txt" },
};

export function Downloads({ game, names, start }: DownloadsProps) {
    const text = words.value;
    const address = new URL(replayAddress(game, start), window.location.origin).href;
    const button = (form: GameForm) => (
        <button
            type="button"
            class="button"
            key={form}
            onClick={() => save(files[form].name, game.write(form, tagsOf(names)) ?? "")}
            disabled={game.write(form) === undefined}
        >
            <Icon name="download" />
            <span lang="en">{files[form].label}</span>
        </button>
    );
    return (
        <details class="downloads">
            <summary>
                <Icon name="download" />
                <span>{text.record.title}</span>
            </summary>
            <div class="downloads-list">
                <CopyButton text={address} label={text.record.copyLink} />
                <h2>{text.record.wholeGame}</h2>
                {gameForms.slice(0, 2).map(button)}
                <h2>{text.record.position}</h2>
                {gameForms.slice(2).map(button)}
            </div>
        </details>
    );
}

function tagsOf(names: Record<Side, string>): Record<string, string> {
    const today = new Date();
    const two = (value: number): string => String(value).padStart(2, "0");
    return {
        Date: `${today.getFullYear()}.${two(today.getMonth() + 1)}.${two(today.getDate())}`,
        Goats: names.goats,
        Tigers: names.tigers,
    };
}

function save(name: string, content: string): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([content], { type: "text/plain;charset=utf-8" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
