/** Something that has to be fetched before it can be shown. */
import { useEffect, useState } from "preact/hooks";

export type Loaded<T> = { state: "loading" } | { state: "failed"; again: () => void } | { state: "here"; value: T };

/** What arrives when nobody waits for it any more is ended, if it is something that runs. */
function discard(value: unknown): void {
    if (typeof value === "object" && value !== null && "dispose" in value && typeof value.dispose === "function") {
        value.dispose();
    }
}

/** Loads once for each key, and again when asked to after a failure. */
export function useLoaded<T>(load: () => Promise<T>, key: string): Loaded<T> {
    const [attempt, setAttempt] = useState(0);
    const [loaded, setLoaded] = useState<Loaded<T>>({ state: "loading" });
    useEffect(() => {
        let wanted = true;
        setLoaded({ state: "loading" });
        load().then(
            (value) => {
                if (wanted) {
                    setLoaded({ state: "here", value });
                } else {
                    discard(value);
                }
            },
            () => {
                if (wanted) {
                    setLoaded({ state: "failed", again: () => setAttempt(attempt + 1) });
                }
            },
        );
        return () => {
            wanted = false;
        };
    }, [key, attempt]);
    return loaded;
}
