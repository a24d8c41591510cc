/** Short sounds made on the spot, and vibration. Browsers allow sound only after a touch or a key, which unlock() waits for. */
import { sound, vibration } from "./preferences";

export type Event = "place" | "step" | "eat" | "refuse" | "win" | "lose" | "draw" | "notice";

let context: AudioContext | undefined;

function unlock(): void {
    try {
        context ??= new AudioContext();
        if (context.state === "suspended") {
            void context.resume();
        }
    } catch {
        context = undefined;
    }
}

/** Makes the first touch, drag or key on the page unlock sound. */
export function listenForUnlock(): void {
    for (const event of ["pointerdown", "pointerup", "keydown", "touchend"]) {
        window.addEventListener(event, unlock, { capture: true, passive: true });
    }
}

/** A struck tone: `frequency` in Hz, `after` and `length` in seconds, `strength` from 0 to 1. */
function strike(frequency: number, after: number, length: number, strength: number, shape: OscillatorType): void {
    if (context === undefined) {
        return;
    }
    const begin = context.currentTime + after;
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    oscillator.type = shape;
    oscillator.frequency.setValueAtTime(frequency, begin);
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(strength, begin + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(begin);
    oscillator.stop(begin + length + 0.02);
}

/** A piece set down on wood: a short burst of filtered noise. */
function knock(after: number, pitch: number, strength: number): void {
    if (context === undefined) {
        return;
    }
    const length = Math.floor(context.sampleRate * 0.08);
    const buffer = context.createBuffer(1, length, context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let index = 0; index < length; index += 1) {
        samples[index] = (Math.random() * 2 - 1) * Math.exp((-index / length) * 9);
    }
    const source = context.createBufferSource();
    const filter = context.createBiquadFilter();
    const gain = context.createGain();
    source.buffer = buffer;
    filter.type = "bandpass";
    filter.frequency.value = pitch;
    filter.Q.value = 2.5;
    gain.gain.value = strength;
    source.connect(filter).connect(gain).connect(context.destination);
    source.start(context.currentTime + after);
}

/** A small bell, as of brass: partials that are not multiples of one another. */
function bell(after: number, frequency: number, strength: number): void {
    strike(frequency, after, 1.4, strength, "sine");
    strike(frequency * 2.76, after, 0.9, strength * 0.4, "sine");
    strike(frequency * 5.4, after, 0.4, strength * 0.2, "sine");
}

const sounds: Record<Event, () => void> = {
    place: () => knock(0, 900, 0.9),
    step: () => knock(0, 650, 0.8),
    eat: () => {
        knock(0, 380, 1);
        strike(130, 0.02, 0.25, 0.22, "triangle");
        knock(0.09, 260, 0.8);
    },
    refuse: () => strike(180, 0, 0.12, 0.08, "triangle"),
    win: () => {
        bell(0, 523, 0.16);
        bell(0.18, 659, 0.16);
        bell(0.36, 784, 0.18);
    },
    lose: () => {
        bell(0, 392, 0.14);
        bell(0.25, 311, 0.14);
    },
    draw: () => {
        bell(0, 440, 0.14);
        bell(0.22, 440, 0.12);
    },
    notice: () => bell(0, 880, 0.08),
};

const pulses: Partial<Record<Event, number | number[]>> = {
    eat: [30, 40, 30],
    refuse: 20,
    win: [40, 60, 40],
    lose: 80,
    draw: 40,
};

/** Lets an event be heard and felt, if the player wants that and the page is seen. */
export function sense(event: Event): void {
    if (document.visibilityState !== "visible") {
        return;
    }
    if (sound.value && context?.state === "running") {
        sounds[event]();
    }
    const pulse = pulses[event];
    if (vibration.value && pulse !== undefined && navigator.userActivation?.hasBeenActive) {
        navigator.vibrate?.(pulse);
    }
}
