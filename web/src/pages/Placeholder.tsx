/** What stands in the board's place until the game is loaded, or could not be. */
import type { Loaded } from "../device/loaded";
import { words } from "../words/words";

export function BoardPlaceholder({ loaded }: { loaded: Loaded<unknown> }) {
    const text = words.value.play;
    if (loaded.state !== "failed") {
        return <div class="board board-empty" />;
    }
    const possible = typeof WebAssembly === "object";
    return (
        <div class="board board-empty" role="alert">
            <p>{possible ? text.loadFailed : text.noWebAssembly}</p>
            {possible && (
                <button type="button" class="button" onClick={loaded.again}>
                    {text.tryAgain}
                </button>
            )}
        </div>
    );
}
