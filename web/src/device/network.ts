/** Whether the browser believes that there is a network. */
import { signal } from "@preact/signals";

export const online = signal(navigator.onLine);

export function listenForNetwork(): void {
    window.addEventListener("online", () => {
        online.value = true;
    });
    window.addEventListener("offline", () => {
        online.value = false;
    });
}
