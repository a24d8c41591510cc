/** Line icons of our own, in a box of 24. */
const paths = {
    first: "M6 5v14M19 5l-9 7 9 7z",
    back: "M16 5l-9 7 9 7z",
    forward: "M8 5l9 7-9 7z",
    last: "M18 5v14M5 5l9 7-9 7z",
    settings:
        "M4 7h9M19 7h1M4 12h2M12 12h8M4 17h10M20 17h0M16 7m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0M9 12m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0M17 17m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0",
    takeBack: "M9 6L4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3",
    flag: "M6 21V4M6 4h11l-2.5 4L17 12H6",
    handshake: "M4 9h5l3-2 3 2h5M4 15h5l3 2 3-2h5M12 7v10",
    turn: "M4 12a8 8 0 0 1 14-5.300M20 12a8 8 0 0 1-14 5.300M18 3v4h-4M6 21v-4h4",
    share: "M12 15V4M8 8l4-4 4 4M5 13v6h14v-6",
    download: "M12 4v11M8 11l4 4 4-4M5 19h14",
    copy: "M9 9h10v11H9zM15 9V4H5v11h4",
    again: "M19 12a7 7 0 1 1-2.5-5.400M17 3v4h-4",
    book: "M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2zM12 6v14",
    close: "M6 6l12 12M18 6L6 18",
    bulb: "M9 18h6M10 21h4M9 18c0-3-3-4-3-8a6 6 0 0 1 12 0c0 4-3 5-3 8",
    warning: "M12 4l9 16H3zM12 10v4M12 17v.5",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
    return (
        <svg class="icon" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" focusable="false">
            <path d={paths[name]} />
        </svg>
    );
}
