/** The service worker's side of the page: it makes the page work without a network, and brings new versions. */
import { signal } from "@preact/signals";

/** A new version has been fetched and waits to take over. */
export const newVersion = signal(false);

let waiting: ServiceWorker | undefined;

/** Lets the new version take over; the page is loaded again once it has. */
export function loadNewVersion(): void {
    waiting?.postMessage("take-over");
}

/** Looks for a new version at most this often while the page stays open, in milliseconds. */
const interval = 60 * 60 * 1000;

export async function install(): Promise<void> {
    if (!("serviceWorker" in navigator)) {
        return;
    }
    const hadController = navigator.serviceWorker.controller !== null;
    let reloaded = false;
    navigator.serviceWorker.addEventListener("controllerchange", () => {
        if (hadController && !reloaded) {
            reloaded = true;
            window.location.reload();
        }
    });
    try {
        const registration = await navigator.serviceWorker.register("/service_worker.js", {
            scope: "/",
            updateViaCache: "none",
        });
        const watch = (worker: ServiceWorker | null): void => {
            if (worker === null) {
                return;
            }
            const installed = (): void => {
                if (worker.state === "installed" && navigator.serviceWorker.controller !== null) {
                    waiting = worker;
                    newVersion.value = true;
                }
            };
            installed();
            worker.addEventListener("statechange", installed);
        };
        watch(registration.waiting);
        watch(registration.installing);
        registration.addEventListener("updatefound", () => watch(registration.installing));
        setInterval(() => void registration.update().catch(() => undefined), interval);
    } catch {
        // Without it the page still works while there is a network.
    }
}
