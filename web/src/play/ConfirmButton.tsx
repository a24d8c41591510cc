/** A button that asks once more before it acts; it forgets that it was pressed after some seconds. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

interface ConfirmButtonProps {
    sure: string;
    onConfirm: () => void;
    /** Whether it asks at all; unless told it does. */
    asks?: boolean;
    disabled?: boolean;
    children: ComponentChildren;
}

const forgetAfter = 4000;

export function ConfirmButton({ sure, onConfirm, asks = true, disabled, children }: ConfirmButtonProps) {
    const [asked, setAsked] = useState(false);
    useEffect(() => {
        if (!asked) {
            return undefined;
        }
        const timer = setTimeout(() => setAsked(false), forgetAfter);
        return () => clearTimeout(timer);
    }, [asked]);
    return (
        <button
            type="button"
            class={asked ? "action action-sure" : "action"}
            disabled={disabled}
            onClick={() => {
                if (asked || !asks) {
                    onConfirm();
                }
                setAsked(asks && !asked);
            }}
        >
            {asked ? <span>{sure}</span> : children}
        </button>
    );
}
