/** What the browser remembers for us. Where it may not remember anything, memory serves until the page is closed. */

const memory = new Map<string, string>();
const prefix = "baghchal.";

function store(): Storage | undefined {
    try {
        return window.localStorage;
    } catch {
        return undefined;
    }
}

export function remember(key: string, value: unknown): void {
    const text = JSON.stringify(value);
    memory.set(key, text);
    try {
        store()?.setItem(prefix + key, text);
    } catch {
        // Full or forbidden: memory has it.
    }
}

export function forget(key: string): void {
    memory.delete(key);
    try {
        store()?.removeItem(prefix + key);
    } catch {
        // Nothing was remembered.
    }
}

/** What was remembered under a key, or undefined when there is nothing that can be read. */
export function recall(key: string): unknown {
    try {
        const text = store()?.getItem(prefix + key) ?? memory.get(key);
        return text === undefined ? undefined : JSON.parse(text);
    } catch {
        return undefined;
    }
}

/** All keys that begin so. */
export function recallKeys(start: string): string[] {
    const keys = new Set([...memory.keys()].filter((key) => key.startsWith(start)));
    try {
        const local = store();
        for (let index = 0; local !== undefined && index < local.length; index += 1) {
            const key = local.key(index);
            if (key?.startsWith(prefix + start)) {
                keys.add(key.slice(prefix.length));
            }
        }
    } catch {
        // Only memory, then.
    }
    return [...keys];
}
