/** What the code under test expects of a browser, as far as node lacks it: files by fetch, and a document's addresses. */
import { readFile } from "node:fs/promises";

const browserFetch = globalThis.fetch;

globalThis.fetch = async (input, init) => {
    const address = String(input instanceof Request ? input.url : input);
    if (address.endsWith(".wasm")) {
        return new Response(await readFile(address.replace(/^\/@fs/, "").replace(/^file:\/\//, "")));
    }
    return browserFetch(input, init);
};

const kept = new Map<string, string>();
const localStorage = {
    get length(): number {
        return kept.size;
    },
    key: (index: number): string | null => [...kept.keys()][index] ?? null,
    getItem: (key: string): string | null => kept.get(key) ?? null,
    setItem: (key: string, value: string): void => void kept.set(key, value),
    removeItem: (key: string): void => void kept.delete(key),
    clear: (): void => kept.clear(),
};
const nobodyListens = { addEventListener: () => undefined, removeEventListener: () => undefined };
Object.assign(globalThis, {
    localStorage,
    window: { ...nobodyListens, localStorage, location: new URL("http://localhost/") },
    document: { ...nobodyListens, visibilityState: "hidden" },
});
