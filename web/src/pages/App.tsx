/** The whole page: its head, the page of the present address, settings, and word of a new version or a lost network. */
import type { FunctionComponent } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { PieceIcon } from "../board/Artwork";
import { useLoaded } from "../device/loaded";
import { language } from "../device/preferences";
import { address } from "../device/router";
import { catalogues, words } from "../words/words";
import { GamePage } from "./GamePage";
import { Icon } from "./Icon";
import { Missing } from "./Missing";
import { Notices } from "./Notices";
import { BoardPlaceholder } from "./Placeholder";
import { ReplayPage } from "./ReplayPage";
import { RulesPage } from "./RulesPage";
import { openSettings, Settings } from "./Settings";
import { StartPage } from "./StartPage";
import { TablePage } from "./TablePage";

function Header({ path }: { path: string }) {
    const text = words.value;
    const other = language.value === "en" ? "ne" : "en";
    return (
        <header class="header">
            <a class="skip" href="#main">
                {text.header.skip}
            </a>
            <a class="brand" href="/" aria-label={`${text.title}: ${text.header.home}`}>
                <PieceIcon kind="tiger" size={30} />
                <span>{text.title}</span>
            </a>
            <nav>
                <a href="/learn" aria-current={path === "/learn" ? "page" : undefined}>
                    {text.header.learn}
                </a>
                <a href="/rules" aria-current={path === "/rules" ? "page" : undefined}>
                    {text.header.rules}
                </a>
                <button
                    type="button"
                    class="language"
                    lang={other}
                    onClick={() => {
                        language.value = other;
                    }}
                >
                    {catalogues[other].language}
                </button>
                <button type="button" class="round" aria-label={text.header.settings} onClick={openSettings}>
                    <Icon name="settings" />
                </button>
            </nav>
        </header>
    );
}

/** A page whose script is fetched when it is first wanted. */
function Later({ name, load }: { name: string; load: () => Promise<FunctionComponent> }) {
    const loaded = useLoaded(load, name);
    return loaded.state === "here" ? <loaded.value /> : <BoardPlaceholder loaded={loaded} />;
}

function page(url: URL) {
    const path = url.pathname;
    if (path === "/") {
        return <StartPage />;
    }
    if (path === "/play") {
        return <GamePage />;
    }
    if (path === "/learn") {
        return <Later name="learn" load={() => import("./LearnPage").then((module) => module.LearnPage)} />;
    }
    if (path === "/rules") {
        return <RulesPage search={url.search} />;
    }
    if (path === "/game") {
        return <ReplayPage key={url.search} search={url.search} />;
    }
    const table = /^\/t\/([^/]+)$/.exec(path)?.[1];
    if (table !== undefined) {
        return <TablePage key={table} id={table} />;
    }
    return <Missing />;
}

export function App() {
    const url = address.value;
    const main = useRef<HTMLElement>(null);
    const first = useRef(true);
    useEffect(() => {
        if (!first.current) {
            main.current?.focus({ preventScroll: true });
        }
        first.current = false;
    }, [url.pathname]);
    return (
        <>
            <Header path={url.pathname} />
            <main id="main" ref={main} tabIndex={-1}>
                {page(url)}
            </main>
            <Settings />
            <Notices />
        </>
    );
}
