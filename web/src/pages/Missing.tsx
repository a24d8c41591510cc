import { words } from "../words/words";

export function Missing() {
    const text = words.value.missing;
    return (
        <div class="text-page missing">
            <h1>{text.title}</h1>
            <p>{text.text}</p>
            <p>
                <a class="button" href="/">
                    {text.home}
                </a>
            </p>
        </div>
    );
}
