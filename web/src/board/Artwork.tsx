/** The pictures of the pieces and the gradients of the board: our own drawings, each in a box of 100 units around 0, 0. */

function TigerFace() {
    return (
        <>
            <g class="tiger-dark">
                <path d="M-23 -14 C-31 -24 -28 -31 -21 -30 C-14 -29 -10 -25 -9 -22 Z" />
                <path d="M23 -14 C31 -24 28 -31 21 -30 C14 -29 10 -25 9 -22 Z" />
            </g>
            <g class="tiger-light">
                <path d="M-21 -18 C-25 -24 -24 -27 -20 -26 C-16 -25 -14 -23 -13 -21 Z" />
                <path d="M21 -18 C25 -24 24 -27 20 -26 C16 -25 14 -23 13 -21 Z" />
            </g>
            <path
                class="tiger-face"
                d="M0 -26 C10 -26 19 -21 23 -12 C26 -8 29 0 30 5 L25 6 C28 10 28 13 28 15 L22 15 C18 23 9 28 0 28 C-9 28 -18 23 -22 15 L-28 15 C-28 13 -28 10 -25 6 L-30 5 C-29 0 -26 -8 -23 -12 C-19 -21 -10 -26 0 -26 Z"
            />
            <g class="tiger-light">
                <path d="M-4 6 C-13 4 -18 10 -16 16 C-14 22 -5 25 0 25 C5 25 14 22 16 16 C18 10 13 4 4 6 Z" />
                <path d="M-17 -9 C-14 -13 -8 -12 -6 -8 C-9 -6 -14 -6 -17 -9 Z" />
                <path d="M17 -9 C14 -13 8 -12 6 -8 C9 -6 14 -6 17 -9 Z" />
            </g>
            <g class="tiger-dark">
                <path d="M-2.4 -25 L2.4 -25 L1 -11 L-1 -11 Z" />
                <path d="M-12 -23.5 C-9 -19 -6 -16.5 -2.5 -15.5 L-3.5 -13 C-9 -14.5 -14 -18 -15.5 -21.5 Z" />
                <path d="M12 -23.5 C9 -19 6 -16.5 2.5 -15.5 L3.5 -13 C9 -14.5 14 -18 15.5 -21.5 Z" />
                <path d="M-27.5 -3 C-22 -3.5 -18.5 -2 -16.5 1 C-20 .4 -24 .6 -29 2 Z" />
                <path d="M27.5 -3 C22 -3.5 18.5 -2 16.5 1 C20 .4 24 .6 29 2 Z" />
                <path d="M-25.5 9 C-22.5 7.5 -20 8 -18.5 10 C-20.5 10.6 -23 12 -25 14.5 Z" />
                <path d="M25.5 9 C22.5 7.5 20 8 18.5 10 C20.5 10.6 23 12 25 14.5 Z" />
                <path d="M-16 -3.5 C-13.5 -7 -8 -6.5 -5.5 -2 C-9 -.4 -13.5 -.7 -16 -3.5 Z" />
                <path d="M16 -3.5 C13.5 -7 8 -6.5 5.5 -2 C9 -.4 13.5 -.7 16 -3.5 Z" />
                <path d="M-6.5 7 C-4 5.6 4 5.6 6.5 7 C5 11 2 13 0 13 C-2 13 -5 11 -6.5 7 Z" />
                <path d="M-.9 12 L.9 12 L.9 16 C3 18.5 7 18.5 9 16.5 L10 18 C7 21 2.5 20.5 0 18 C-2.5 20.5 -7 21 -10 18 L-9 16.5 C-7 18.5 -3 18.5 -.9 16 Z" />
            </g>
            <g class="tiger-eye">
                <circle cx="-10" cy="-3.3" r="2" />
                <circle cx="10" cy="-3.3" r="2" />
            </g>
        </>
    );
}

function GoatFace() {
    return (
        <>
            <g class="goat-horn">
                <path d="M-3 -13 C-6 -22 -13 -30 -22 -29 C-28 -28 -29 -21 -24 -18 C-25 -22 -23 -25 -20 -25 C-14 -25 -11 -18 -10 -10 Z" />
                <path d="M3 -13 C6 -22 13 -30 22 -29 C28 -28 29 -21 24 -18 C25 -22 23 -25 20 -25 C14 -25 11 -18 10 -10 Z" />
            </g>
            <g class="goat-face">
                <path d="M-10 -8 C-17 -9 -25 -4 -28 3 C-22 5 -14 3 -9 -1 Z" />
                <path d="M10 -8 C17 -9 25 -4 28 3 C22 5 14 3 9 -1 Z" />
                <path d="M-4 20 C-4 25 -1 29 0 31 C1 29 4 25 4 20 Z" />
                <path d="M0 -16 C6 -16 11 -13 12 -6 C12.5 2 9 9 8 15 C7.5 20 4 23 0 23 C-4 23 -7.5 20 -8 15 C-9 9 -12.5 2 -12 -6 C-11 -13 -6 -16 0 -16 Z" />
            </g>
            <g class="goat-dark">
                <ellipse cx="-6.5" cy="-2" rx="2.6" ry="2" />
                <ellipse cx="6.5" cy="-2" rx="2.6" ry="2" />
                <path d="M-4.5 14 C-3 12.5 -1.5 13.5 -1.2 15.5 C-2.5 16 -4 15.5 -4.5 14 Z" />
                <path d="M4.5 14 C3 12.5 1.5 13.5 1.2 15.5 C2.5 16 4 15.5 4.5 14 Z" />
                <path d="M-4.5 19 C-2 20.6 2 20.6 4.5 19 L4 20.2 C2 21.8 -2 21.8 -4 20.2 Z" />
            </g>
        </>
    );
}

/** A tiger: a brass face on a lacquered disc with a beaded rim. */
export function TigerPiece() {
    return (
        <>
            <circle class="piece-shadow" cx="0" cy="3" r="40" />
            <circle class="tiger-rim" r="39" />
            <circle class="tiger-bead" r="35.5" />
            <circle class="tiger-disc" r="32.5" />
            <TigerFace />
        </>
    );
}

/** A goat: a carved face on a disc of pale stone. */
export function GoatPiece() {
    return (
        <>
            <circle class="piece-shadow" cx="0" cy="3" r="34" />
            <circle class="goat-rim" r="33.5" />
            <circle class="goat-disc" r="30.5" />
            <circle class="goat-groove" r="28" />
            <g transform="scale(.82) translate(0 -1)">
                <GoatFace />
            </g>
        </>
    );
}

/** Gradients that the board and the pieces are filled with; once a page, in an SVG that is not seen. */
export function Gradients() {
    return (
        <svg class="gradients" aria-hidden="true" focusable="false" width="0" height="0">
            <defs>
                <linearGradient id="board-frame" x1="0" y1="0" x2="0.3" y2="1">
                    <stop offset="0" class="frame-1" />
                    <stop offset="0.5" class="frame-2" />
                    <stop offset="1" class="frame-3" />
                </linearGradient>
                <radialGradient id="board-face" cx="0.42" cy="0.35" r="0.85">
                    <stop offset="0" class="face-1" />
                    <stop offset="0.6" class="face-2" />
                    <stop offset="1" class="face-3" />
                </radialGradient>
                <linearGradient id="brass" x1="0" y1="0" x2="1" y2="1">
                    <stop offset="0" class="brass-1" />
                    <stop offset="0.45" class="brass-2" />
                    <stop offset="0.55" class="brass-3" />
                    <stop offset="1" class="brass-4" />
                </linearGradient>
                <radialGradient id="stud" cx="0.35" cy="0.3" r="0.8">
                    <stop offset="0" class="brass-1" />
                    <stop offset="0.6" class="brass-3" />
                    <stop offset="1" class="brass-4" />
                </radialGradient>
                <radialGradient id="lacquer" cx="0.38" cy="0.3" r="0.9">
                    <stop offset="0" class="lacquer-1" />
                    <stop offset="0.7" class="lacquer-2" />
                    <stop offset="1" class="lacquer-3" />
                </radialGradient>
                <linearGradient id="fur" x1="0" y1="0" x2="0" y2="1">
                    <stop offset="0" class="fur-1" />
                    <stop offset="1" class="fur-2" />
                </linearGradient>
                <radialGradient id="stone" cx="0.36" cy="0.28" r="0.95">
                    <stop offset="0" class="stone-1" />
                    <stop offset="0.6" class="stone-2" />
                    <stop offset="1" class="stone-3" />
                </radialGradient>
            </defs>
        </svg>
    );
}

/** A small piece for labels. */
export function PieceIcon({ kind, size = 28 }: { kind: "tiger" | "goat"; size?: number }) {
    return (
        <svg class="piece-icon" viewBox="-42 -42 84 86" width={size} height={size} aria-hidden="true" focusable="false">
            {kind === "tiger" ? <TigerPiece /> : <GoatPiece />}
        </svg>
    );
}
