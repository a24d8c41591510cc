/** The settings, in a dialog. */
import { useEffect, useRef } from "preact/hooks";
import { boardLook, coordinates, language, sound, stillness, theme, vibration } from "../device/preferences";
import { catalogues, words } from "../words/words";
import { Choice, Switch } from "./Choice";
import { Icon } from "./Icon";

let dialog: HTMLDialogElement | null = null;

export function openSettings(): void {
    dialog?.showModal();
}

export function Settings() {
    const text = words.value.settings;
    const element = useRef<HTMLDialogElement>(null);
    useEffect(() => {
        dialog = element.current;
    }, []);
    const close = (): void => element.current?.close();
    return (
        <dialog
            class="settings"
            ref={element}
            aria-labelledby="settings-title"
            onClick={(event) => {
                if (event.target === event.currentTarget) {
                    close();
                }
            }}
        >
            <div class="settings-inner">
                <div class="settings-head">
                    <h2 id="settings-title">{text.title}</h2>
                    <button type="button" class="round" aria-label={text.close} onClick={close}>
                        <Icon name="close" />
                    </button>
                </div>
                <Choice
                    name="language"
                    label={text.language}
                    chosen={language}
                    options={[
                        { value: "en", label: <span lang="en">{catalogues.en.language}</span> },
                        { value: "ne", label: <span lang="ne">{catalogues.ne.language}</span> },
                    ]}
                />
                <Choice
                    name="theme"
                    label={text.theme}
                    chosen={theme}
                    options={[
                        { value: "system", label: text.themes.system },
                        { value: "light", label: text.themes.light },
                        { value: "dark", label: text.themes.dark },
                    ]}
                />
                <Choice
                    name="board"
                    label={text.board}
                    chosen={boardLook}
                    options={[
                        { value: "wood", label: text.boards.wood },
                        { value: "stone", label: text.boards.stone },
                        { value: "contrast", label: text.boards.contrast },
                    ]}
                />
                <Switch label={text.sound} on={sound} />
                <Switch label={text.vibration} on={vibration} />
                <Switch label={text.stillness} on={stillness} />
                <Switch label={text.coordinates} on={coordinates} />
            </div>
        </dialog>
    );
}
