/** The state of a table's connection in words. What changes is announced; the seconds that are counted down are not. */
import { useEffect, useState } from "preact/hooks";
import { online } from "../device/network";
import { words } from "../words/words";
import type { TableSession } from "./table_session";

/** The whole seconds until a time, counted down. */
function useSecondsUntil(time: number | undefined): number | undefined {
    const [now, setNow] = useState(0);
    useEffect(() => {
        if (time === undefined) {
            return undefined;
        }
        setNow(Date.now());
        const timer = setInterval(() => setNow(Date.now()), 250);
        return () => clearInterval(timer);
    }, [time]);
    return time === undefined || now === 0 ? undefined : Math.max(0, Math.ceil((time - now) / 1000));
}

export function LinkLine({ session }: { session: TableSession }) {
    const text = words.value.connection;
    const { connection } = session;
    const state = connection.state.value;
    const pending = session.pending.value !== undefined;
    const lost = state === "lost";
    const seconds = useSecondsUntil(lost && online.value ? connection.nextTry.value : undefined);
    const said = (): string => {
        switch (state) {
            case "connecting":
                return text.connecting;
            case "refused":
                return text.refused;
            case "lost":
                return online.value ? text.lost : text.offline;
            default:
                return pending ? text.sending : connection.returned.value ? text.returned : text.connected;
        }
    };
    return (
        <div class={state === "open" ? "link-line" : "link-line banner"} data-link={state}>
            <p role="status">
                {said()}
                {lost && pending && ` ${text.kept}`}
            </p>
            {lost && online.value && (
                <>
                    <span class="link-countdown" aria-hidden="true">
                        {seconds === undefined || seconds === 0 ? text.trying : text.nextTry(seconds)}
                    </span>
                    <button type="button" class="link-button" onClick={() => connection.tryNow()}>
                        {text.tryNow}
                    </button>
                </>
            )}
        </div>
    );
}
