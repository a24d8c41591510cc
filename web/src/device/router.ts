/** The page's own addresses. */
import { signal } from "@preact/signals";

export const address = signal(new URL(window.location.href));

/** Goes to an address of this page; `replace` leaves no way back to the present one. */
export function go(to: string, replace = false): void {
    const next = new URL(to, window.location.href);
    if (next.href !== window.location.href) {
        if (replace) {
            window.history.replaceState(null, "", next);
        } else {
            window.history.pushState(null, "", next);
        }
    }
    address.value = next;
    window.scrollTo(0, 0);
}

export function listenForAddress(): void {
    window.addEventListener("popstate", () => {
        address.value = new URL(window.location.href);
    });
    // Links within the page do not load it again.
    document.addEventListener("click", (event) => {
        const link = (event.target as Element | null)?.closest?.("a");
        if (
            link === null ||
            link === undefined ||
            event.defaultPrevented ||
            event.button !== 0 ||
            event.metaKey ||
            event.ctrlKey ||
            event.shiftKey ||
            event.altKey ||
            link.target !== "" ||
            link.hasAttribute("download") ||
            link.origin !== window.location.origin ||
            !isPage(link.pathname)
        ) {
            return;
        }
        event.preventDefault();
        go(link.href);
    });
}

/** Paths that this page answers; all others are the server's. */
export function isPage(path: string): boolean {
    return path === "/" || /^\/(play|learn|rules|game|t\/[^/]+)$/.test(path);
}
