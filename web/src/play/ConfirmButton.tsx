/** A button that asks once more before it acts; it forgets that it was pressed after some seconds. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

interface ConfirmButtonProps {
    sure: string;
    onConfirm: () => void;
    disabled?: boolean;
    children: ComponentChildren;
}

const forgetAfter = 4000;

export function ConfirmButton({ sure, onConfirm, disabled, children }: ConfirmButtonProps) {
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
                if (asked) {
                    onConfirm();
                }
                setAsked(!asked);
            }}
        >
            {asked ? <span>{sure}</span> : children}
        </button>
    );
}
