/** The offer that stands at a table, with what can be answered. Its buttons wait a moment, so that no finger hits one that has just come. */
import { useEffect, useState } from "preact/hooks";
import { words } from "../words/words";
import type { TableSession } from "./table_session";
import type { OpenOffer } from "./wire";

interface StandingOfferProps {
    session: TableSession;
    offer: OpenOffer;
    name: string;
    /** Why the server refused the latest request, if it did. */
    refused: string | undefined;
}

const settle = 600;

export function StandingOffer({ session, offer, name, refused }: StandingOfferProps) {
    const text = words.value.table;
    const [settled, setSettled] = useState(false);
    useEffect(() => {
        const timer = setTimeout(() => setSettled(true), settle);
        return () => clearTimeout(timer);
    }, []);
    const you = session.you.value;
    const answer = (word: "accept" | "decline" | "cancel", label: string, primary: boolean) => (
        <button
            type="button"
            class={primary ? "primary" : "button"}
            disabled={!settled}
            onClick={() => session.answer(offer.number, word)}
        >
            {label}
        </button>
    );
    if (you === offer.by) {
        return (
            <div class="banner offer" data-offer={offer.offer}>
                <span role="status">{text.offered[offer.offer]}</span>
                {refused !== undefined && <span role="alert">{refused}</span>}
                <div class="banner-actions">{answer("cancel", text.withdraw, false)}</div>
            </div>
        );
    }
    return (
        <div class="banner offer" data-offer={offer.offer}>
            <span role="alert">{text.offers[offer.offer](name)}</span>
            {refused !== undefined && <span role="alert">{refused}</span>}
            {you !== null && (
                <div class="banner-actions">
                    {answer("accept", text.accept, true)}
                    {answer("decline", text.decline, false)}
                </div>
            )}
        </div>
    );
}
