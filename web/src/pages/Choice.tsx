/** A choice of one from several, as a row of labelled radio buttons. */
import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";

interface ChoiceProps<T extends string | number> {
    name: string;
    label: string;
    chosen: Signal<T>;
    options: readonly { value: T; label: ComponentChildren }[];
}

export function Choice<T extends string | number>({ name, label, chosen, options }: ChoiceProps<T>) {
    return (
        <fieldset class="choice">
            <legend>{label}</legend>
            <div class="options">
                {options.map((option) => (
                    <label key={option.value} class={chosen.value === option.value ? "option option-on" : "option"}>
                        <input
                            type="radio"
                            name={name}
                            value={option.value}
                            checked={chosen.value === option.value}
                            onChange={() => {
                                chosen.value = option.value;
                            }}
                        />
                        <span>{option.label}</span>
                    </label>
                ))}
            </div>
        </fieldset>
    );
}

interface SwitchProps {
    label: string;
    on: Signal<boolean>;
    disabled?: boolean;
    /** The id of what says more about it. */
    describedBy?: string;
}

/** Something that is on or off. While it is disabled it is off, whatever is remembered. */
export function Switch({ label, on, disabled = false, describedBy }: SwitchProps) {
    return (
        <label class={disabled ? "switch switch-disabled" : "switch"}>
            <span>{label}</span>
            <input
                type="checkbox"
                role="switch"
                disabled={disabled}
                aria-describedby={describedBy}
                checked={on.value && !disabled}
                onChange={(event) => {
                    on.value = event.currentTarget.checked;
                }}
            />
        </label>
    );
}
