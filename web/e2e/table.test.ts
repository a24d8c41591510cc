import type { Page, WebSocketRoute } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { violations } from "./axe";
import {
    forgive,
    label,
    move,
    moveQuickly,
    pressSurely,
    secondTab,
    tap,
    visit,
    waitForLabel,
    waitForMessage,
    waitForTurn,
} from "./browser";
import { referenceGame } from "./games";
import { dataFolder, startServer } from "./server";

const friend = { opponent: "friend" };

async function makeTable(choices: Record<string, unknown> = {}, site?: string): Promise<Page> {
    const page = await visit({
        choices: { ...friend, name: "Asha", ...choices },
        ...(site === undefined ? {} : { site }),
    });
    await page.click(".start .primary");
    await page.waitForURL("**/t/*");
    await page.waitForSelector(".waiting");
    return page;
}

async function join(url: string, options: Parameters<typeof visit>[0] = {}): Promise<Page> {
    const page = await visit({ ...options, site: "", path: url, choices: { name: "Bishnu", ...options.choices } });
    await page.click(".invitation .primary");
    await page.waitForSelector(".game");
    return page;
}

/** Two players at a table; the maker has the goats unless the choices say otherwise. */
async function pair(choices: Record<string, unknown> = {}): Promise<{ maker: Page; guest: Page; url: string }> {
    const maker = await makeTable(choices);
    const url = maker.url();
    const guest = await join(url, { width: 360, height: 740 });
    await maker.waitForSelector(".game");
    return { maker, guest, url };
}

/** Plays moves, each in the page of the side whose turn it is. */
async function play(goats: Page, tigers: Page, moves: readonly string[]): Promise<void> {
    for (const [index, text] of moves.entries()) {
        const [side, page] = index % 2 === 0 ? (["goats", goats] as const) : (["tigers", tigers] as const);
        await waitForTurn(page, side);
        await moveQuickly(page, [text]);
    }
}

/** Asks the server, as a program would. */
function ask(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${inject("site")}${path}`, init);
}

describe("invitations", () => {
    test("two people meet by a link and play a whole game to its end", async () => {
        const { maker, guest } = await pair({ "goats-to-win": 4 });
        expect(await maker.textContent(".strip-tigers .strip-name")).toContain("Bishnu");
        expect(await guest.textContent(".strip-goats .strip-name")).toContain("Asha");
        await play(maker, guest, referenceGame(3).moves);
        await maker.waitForSelector(".end");
        await guest.waitForSelector(".end");
        expect(await maker.textContent(".end h2")).toBe("You win!");
        expect(await guest.textContent(".end h2")).toBe("You lose.");
        expect(await guest.textContent(".end p")).toBe("No tiger can move any more.");
    });

    test("every side pairing: the guest gets the other side", async () => {
        for (const side of ["goats", "tigers", "random"]) {
            const { maker, guest } = await pair({ side });
            const own = async (page: Page): Promise<string | null> =>
                page.getAttribute(".game-bottom .strip", "data-side");
            expect(new Set([await own(maker), await own(guest)])).toEqual(new Set(["goats", "tigers"]));
            if (side !== "random") {
                expect(await own(maker)).toBe(side);
            }
        }
    });

    test("the link shows who invites, which rules and which side, with a code and a button to copy it", async () => {
        const maker = await makeTable({ "goats-to-win": 6, side: "tigers" });
        await maker.waitForSelector(".qr path");
        expect(await maker.inputValue("#link")).toBe(maker.url());
        const guest = await visit({ site: "", path: maker.url() });
        expect(await guest.textContent(".invitation h1")).toBe("Asha invites you");
        expect(await guest.textContent(".invitation")).toContain("You would play the goats.");
        expect(await guest.textContent(".invitation")).toContain("6 goats to win");
    });

    test("HEAD, prefetch and crawlers change nothing", async () => {
        const maker = await makeTable();
        const path = new URL(maker.url()).pathname;
        for (const method of ["HEAD", "GET"]) {
            for (const address of [path, `/api/v1/tables${path.slice(2)}`]) {
                await ask(address, { method, headers: { Purpose: "prefetch", "User-Agent": "crawler" } });
            }
        }
        await maker.waitForTimeout(300);
        expect(await maker.locator(".waiting").count()).toBe(1);
    });

    test("one's own link does not seat one as the other player", async () => {
        const maker = await makeTable();
        const again = await secondTab(maker, maker.url());
        await again.waitForSelector(".waiting");
        expect(await again.locator(".invitation").count()).toBe(0);
    });

    test("an invitation taken back is a readable page, on both sides", async () => {
        const maker = await makeTable();
        const guest = await visit({ site: "", path: maker.url() });
        await guest.waitForSelector(".invitation");
        await pressSurely(maker, "text=Take back the invitation", "text=Really take it back?");
        await maker.waitForSelector("text=This invitation was taken back");
        await guest.waitForSelector("text=This invitation was taken back");
        const late = await visit({ site: "", path: maker.url() });
        await late.waitForSelector("text=This invitation was taken back");
    });

    test("who only watches before the game can still sit down", async () => {
        const maker = await makeTable();
        const guest = await visit({ site: "", path: maker.url() });
        await guest.click("text=Just watch");
        await guest.click(".banner .primary");
        await guest.click(".invitation .primary");
        await maker.waitForSelector(".game");
        await move(maker, "c3");
        await waitForLabel(guest, "c3", "goat");
    });

    test("a seat that somebody else has taken makes one a spectator", async () => {
        const { maker, guest, url } = await pair();
        const third = await visit({ site: "", path: url });
        await third.waitForSelector(".game");
        await move(maker, "c3");
        await waitForLabel(third, "c3", "goat");
        await waitForLabel(guest, "c3", "goat");
        await tap(third, "b1");
        await waitForMessage(third, "You are watching this game.");
        await maker.waitForSelector("text=1 watching");
    });

    test("an unknown table is a readable page", async () => {
        const page = await visit({ path: "/t/zzzzzzzzzzzz" });
        await page.waitForSelector("text=No such table");
        await page.click("main .button");
        await page.waitForSelector(".start");
        forgive();
    });

    test("a server that restarts between invitation and joining keeps the invitation", async () => {
        const data = dataFolder();
        const first = await startServer(data);
        const port = Number(new URL(first.site).port);
        const maker = await makeTable({}, first.site);
        await first.stop("SIGKILL");
        const second = await startServer(data, port);
        const guest = await join(maker.url());
        await maker.waitForSelector(".game");
        await waitForTurn(maker, "goats");
        await move(maker, "c3");
        await waitForLabel(guest, "c3", "goat");
        await second.stop();
        forgive();
    });
});

describe("a seat", () => {
    test("is kept over a reload, and all tabs of it stay live", async () => {
        const { maker, guest, url } = await pair();
        await move(maker, "c3");
        await waitForLabel(guest, "c3", "goat");
        await maker.reload();
        await waitForLabel(maker, "c3", "goat");
        const tab = await secondTab(maker, url);
        await waitForLabel(tab, "c3", "goat");
        await waitForTurn(guest, "tigers");
        await move(guest, "a1-b2");
        await waitForLabel(maker, "b2", "tiger");
        await waitForLabel(tab, "b2", "tiger");
        await waitForTurn(tab, "goats");
        await move(tab, "d4");
        await waitForLabel(maker, "d4", "goat");
        await waitForLabel(guest, "d4", "goat");
    });

    test("goes to another device by its own link, whose secret leaves the address", async () => {
        const { maker, url } = await pair();
        const id = new URL(url).pathname.slice(3);
        const secret = await maker.evaluate(
            (key) => JSON.parse(localStorage.getItem(key) ?? ""),
            `baghchal.seat.${id}`,
        );
        const other = await visit({ site: "", path: `${url}#seat=${secret}` });
        await other.waitForSelector(".game");
        expect(other.url()).toBe(url);
        await move(other, "c3");
        await waitForLabel(maker, "c3", "goat");
    });

    test("the same move posted 100 times at once counts once", async () => {
        const { maker, guest, url } = await pair();
        const id = new URL(url).pathname.slice(3);
        const secret = await maker.evaluate(
            (key) => JSON.parse(localStorage.getItem(key) ?? ""),
            `baghchal.seat.${id}`,
        );
        const answers = await Promise.all(
            Array.from({ length: 100 }, () =>
                ask(`/api/v1/tables/${id}/moves`, {
                    method: "POST",
                    headers: { "Content-Type": "application/json", Authorization: `Bearer ${secret}` },
                    body: JSON.stringify({ ply: 0, line: 0, move: "c3" }),
                }),
            ),
        );
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
        await waitForLabel(guest, "c3", "goat");
        expect(await guest.locator(".move").count()).toBe(1);
    });
});

/** While they are held no timer of the page runs, so that a socket is not tried again before somebody asks for it. */
async function holdTimers(page: Page, on: boolean): Promise<void> {
    await page.evaluate((holdsTimers) => Object.assign(window, { holdsTimers }), on);
}

/** Lets a test hold a page's WebSocket: cut it, or let it swallow everything. The page's timers can be held too. */
async function heldSocket(): Promise<{
    prepare: (context: import("playwright-core").BrowserContext) => Promise<unknown>;
    cut: () => Promise<void>;
    swallow: (on: boolean) => void;
    refuse: (on: boolean) => void;
    /** How many sockets have reached the server. */
    opened: () => number;
}> {
    let count = 0;
    const open = new Set<WebSocketRoute>();
    let swallowing = false;
    let refusing = false;
    return {
        prepare: async (context) => {
            await context.addInitScript(() => {
                const plain = window.setTimeout.bind(window);
                const held = Object.assign(window, { holdsTimers: false });
                window.setTimeout = ((run: () => void, wait?: number) =>
                    plain(() => held.holdsTimers || run(), wait)) as typeof window.setTimeout;
            });
            await context.routeWebSocket(/\/socket$/, (route) => {
                if (refusing) {
                    void route.close();
                    return;
                }
                const dead = swallowing;
                count += 1;
                const server = route.connectToServer();
                open.add(route);
                let swallowed = dead;
                route.onMessage((text) => {
                    swallowed ||= swallowing;
                    if (!swallowed) {
                        server.send(text);
                    }
                });
                server.onMessage((text) => {
                    swallowed ||= swallowing;
                    if (!swallowed) {
                        route.send(text);
                    }
                });
            });
        },
        cut: async () => {
            await Promise.all([...open].map((route) => route.close().catch(() => undefined)));
            open.clear();
        },
        swallow: (on) => {
            swallowing = on;
        },
        refuse: (on) => {
            refusing = on;
        },
        opened: () => count,
    };
}

describe("lines", () => {
    test("socket drops, opponent moves, socket returns: the board is right within 2 s, without old sounds", async () => {
        const maker = await makeTable();
        const held = await heldSocket();
        const guest = await join(maker.url(), {
            prepare: async (context) => {
                await held.prepare(context);
                await context.addInitScript(() => {
                    let sounds = 0;
                    const start = OscillatorNode.prototype.start;
                    OscillatorNode.prototype.start = function (when) {
                        sounds += 1;
                        Object.assign(window, { sounds });
                        start.call(this, when);
                    };
                    Object.assign(window, { sounds });
                });
            },
        });
        await maker.waitForSelector(".game");
        held.refuse(true);
        await held.cut();
        await guest.waitForSelector("[data-link=lost]");
        await move(maker, "c3");
        await holdTimers(guest, true);
        held.refuse(false);
        const before = held.opened();
        const heard = (): Promise<number> => guest.evaluate(() => (window as unknown as { sounds: number }).sounds);
        const heardBefore = await heard();
        const begin = Date.now();
        await guest.evaluate(() => window.dispatchEvent(new Event("online")));
        await waitForLabel(guest, "c3", "goat");
        // Within 2 s: the first socket, opened at once, brings the board.
        expect(held.opened() - before).toBe(1);
        console.log(`the board was right ${Date.now() - begin} ms after the line's return`);
        expect(await heard()).toBe(heardBefore);
        forgive();
    });

    test("the connection's state is said in words and announced: lost, the next try, kept moves, back again", async () => {
        const maker = await makeTable();
        const held = await heldSocket();
        const guest = await join(maker.url(), { prepare: held.prepare });
        await waitForTurn(maker, "goats");
        await guest.locator("[data-link=open] [role=status]", { hasText: "Connected." }).waitFor();
        await move(maker, "c3");
        await waitForTurn(guest, "tigers");
        held.refuse(true);
        await held.cut();
        await guest.locator("[data-link=lost] [role=status]", { hasText: "Connection lost." }).waitFor();
        await guest.locator(".link-countdown", { hasText: /^Next try in \d+ s\.$|^Trying again…$/ }).waitFor();
        expect(await guest.getAttribute(".link-countdown", "aria-hidden")).toBe("true");
        await move(guest, "a1-b2");
        await guest
            .locator("[data-link=lost] [role=status]", { hasText: "Your move is kept and will be sent." })
            .waitFor();
        expect(await violations(guest)).toEqual([]);
        await holdTimers(guest, true);
        held.refuse(false);
        await guest.click("text=Try now");
        await holdTimers(guest, false);
        await guest.locator("[data-link=open] [role=status]", { hasText: "Connected again." }).waitFor();
        await waitForLabel(maker, "b2", "tiger");
        await guest.locator("[data-link=open] [role=status]", { hasText: "Connected." }).waitFor();
        forgive();
    });

    test("without a network the table says so, and comes back by itself", async () => {
        const maker = await makeTable();
        const held = await heldSocket();
        const guest = await join(maker.url(), { prepare: held.prepare });
        await guest.waitForSelector("[data-link=open]");
        held.refuse(true);
        await guest.context().setOffline(true);
        await held.cut();
        await guest.locator("[data-link=lost] [role=status]", { hasText: "No network." }).waitFor();
        await guest.waitForSelector(".notice >> text=No network.");
        await move(maker, "c3");
        held.refuse(false);
        await guest.context().setOffline(false);
        await waitForLabel(guest, "c3", "goat");
        await guest.waitForSelector("[data-link=open]");
        forgive();
    });

    test("a move made while the line is down is sent once when it returns", async () => {
        const maker = await makeTable();
        const held = await heldSocket();
        const guest = await join(maker.url(), { prepare: held.prepare });
        await waitForTurn(maker, "goats");
        await move(maker, "c3");
        await waitForTurn(guest, "tigers");
        held.refuse(true);
        await held.cut();
        await guest.waitForSelector("[data-link=lost]");
        await move(guest, "a1-b2");
        expect(await label(guest, "b2")).toContain("tiger");
        expect(await label(maker, "b2")).toContain("empty");
        held.refuse(false);
        await guest.evaluate(() => window.dispatchEvent(new Event("online")));
        await waitForLabel(maker, "b2", "tiger");
        expect(await maker.locator(".move").allTextContents()).toEqual(["c3", "a1-b2"]);
        expect(await guest.locator(".move").allTextContents()).toEqual(["c3", "a1-b2"]);
        forgive();
    });

    test("a move made while the line is down is undone when another tab has moved", async () => {
        const maker = await makeTable();
        const held = await heldSocket();
        const guest = await join(maker.url(), { prepare: held.prepare });
        await waitForTurn(maker, "goats");
        await move(maker, "c3");
        await waitForTurn(guest, "tigers");
        const id = new URL(maker.url()).pathname.slice(3);
        const secret = await guest.evaluate(
            (key) => JSON.parse(localStorage.getItem(key) ?? ""),
            `baghchal.seat.${id}`,
        );
        held.refuse(true);
        await held.cut();
        await guest.waitForSelector("[data-link=lost]");
        await move(guest, "a1-b2");
        await ask(`/api/v1/tables/${id}/moves`, {
            method: "POST",
            headers: { "Content-Type": "application/json", Authorization: `Bearer ${secret}` },
            body: JSON.stringify({ ply: 1, line: 0, move: "a1-a2" }),
        });
        held.refuse(false);
        await guest.evaluate(() => window.dispatchEvent(new Event("online")));
        await waitForLabel(guest, "a2", "tiger");
        expect(await label(guest, "b2")).toContain("empty");
        expect(await guest.locator(".move").allTextContents()).toEqual(["c3", "a1-a2"]);
        forgive();
    });

    test("a socket that says OPEN but is dead is given up for a new one", async () => {
        const maker = await makeTable();
        const held = await heldSocket();
        const guest = await join(maker.url(), { prepare: held.prepare });
        await maker.waitForSelector(".game");
        held.swallow(true);
        await move(maker, "c3");
        // Coming back to the page asks whether the line still stands.
        await guest.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
        await guest.waitForTimeout(500);
        await guest.waitForSelector("[data-link=lost]", { timeout: 8000 });
        held.swallow(false);
        await waitForLabel(guest, "c3", "goat");
        forgive();
    });

    test("the server is killed in mid game: both come back by themselves and nothing acknowledged is missing", async () => {
        const data = dataFolder();
        const first = await startServer(data);
        const port = Number(new URL(first.site).port);
        const maker = await makeTable({}, first.site);
        const guest = await join(maker.url());
        await maker.waitForSelector(".game");
        await play(maker, guest, ["c3", "a1-b2", "d4"]);
        await waitForLabel(guest, "d4", "goat");
        await first.stop("SIGKILL");
        await guest.waitForSelector("[data-link=lost]");
        const second = await startServer(data, port);
        await guest.waitForSelector("[data-link=lost]", { state: "detached" });
        await maker.waitForSelector("[data-link=lost]", { state: "detached" });
        await move(guest, "b2-b3");
        await waitForLabel(maker, "b3", "tiger");
        expect(await maker.locator(".move").allTextContents()).toEqual(["c3", "a1-b2", "d4", "b2-b3"]);
        await second.stop();
        forgive();
    });

    test("the back button brings no stale page", async () => {
        const { maker, guest, url } = await pair();
        await guest.goto(`${inject("site")}/rules`);
        await move(maker, "c3");
        await guest.goBack();
        await waitForLabel(guest, "c3", "goat");
        expect(guest.url()).toBe(url);
    });

    test("a spectator who joins at the very instant of a move sees it", async () => {
        const { maker, url } = await pair();
        const spectators = Array.from({ length: 3 }, () => visit({ site: "", path: url }));
        await move(maker, "c3");
        for (const spectator of await Promise.all(spectators)) {
            await waitForLabel(spectator, "c3", "goat");
        }
    });

    test("thirty players behind one address play", async () => {
        const made = await Promise.all(
            Array.from({ length: 15 }, () =>
                ask("/api/v1/tables", {
                    method: "POST",
                    headers: { "Content-Type": "application/json" },
                    body: JSON.stringify({ opponent: "friend" }),
                }).then((answer) => answer.json() as Promise<{ table: { id: string }; secret: string }>),
            ),
        );
        for (const { table } of made) {
            const seat = await ask(`/api/v1/tables/${table.id}/seat`, {
                method: "POST",
                headers: { "Content-Type": "application/json" },
                body: "{}",
            });
            expect(seat.status).toBe(201);
        }
        for (const { table, secret } of made) {
            const moved = await ask(`/api/v1/tables/${table.id}/moves`, {
                method: "POST",
                headers: { "Content-Type": "application/json", Authorization: `Bearer ${secret}` },
                body: JSON.stringify({ ply: 0, move: "c3" }),
            });
            expect(moved.status).toBe(200);
        }
    });
});

describe("offers", () => {
    test("a draw is offered, declined, cools down, is offered by the other and accepted", async () => {
        const { maker, guest } = await pair();
        await play(maker, guest, ["c3", "a1-b2"]);
        await maker.waitForSelector(".strip-goats.strip-turn");
        await pressSurely(maker, "text=Offer a draw", "text=Really a draw?");
        await maker.waitForSelector("text=You have offered a draw.");
        await guest.waitForSelector("text=Asha offers a draw.");
        await guest.click(".offer .button:not(:disabled)");
        await maker.waitForSelector(".offer", { state: "detached" });
        await maker.waitForSelector("text=Bishnu declined the draw.");
        expect(await guest.locator("[data-fate]").count()).toBe(0);
        await pressSurely(maker, "text=Offer a draw", "text=Really a draw?");
        await maker.waitForSelector("text=You have asked a moment ago. Wait");
        await pressSurely(guest, "text=Offer a draw", "text=Really a draw?");
        await maker.click(".offer .primary:not(:disabled)");
        await guest.waitForSelector(".end");
        expect(await guest.textContent(".end")).toContain("Both players agreed on it.");
    });

    test("an offer that is withdrawn is called withdrawn by the other side, and declined by nobody, in every tab", async () => {
        const { maker, guest, url } = await pair();
        await play(maker, guest, ["c3"]);
        const makerTab = await secondTab(maker, url);
        const guestTab = await secondTab(guest, url);
        await waitForLabel(makerTab, "c3", "goat");
        await waitForLabel(guestTab, "c3", "goat");
        await maker.bringToFront();
        await pressSurely(maker, "text=Offer a draw", "text=Really a draw?");
        for (const page of [maker, makerTab, guest, guestTab]) {
            await page.waitForSelector(".offer");
        }
        await maker.click(".offer .button:not(:disabled)");
        for (const page of [guest, guestTab]) {
            await page.waitForSelector("text=Asha has taken the draw offer back.");
        }
        for (const page of [maker, makerTab]) {
            await page.waitForSelector(".offer", { state: "detached" });
            expect(await page.locator("[data-fate]").count()).toBe(0);
        }
    });

    test("on a second device a seat learns what it has answered itself on the first", async () => {
        const { maker, guest, url } = await pair();
        await play(maker, guest, ["c3"]);
        const secondDevice = async (page: Page): Promise<Page> => {
            const secret = await page.evaluate(
                (id) => JSON.parse(localStorage.getItem(`baghchal.seat.${id}`) ?? "null") as string,
                url.split("/").at(-1),
            );
            const device = await visit({ site: "", path: `${url}#seat=${secret}` });
            await waitForLabel(device, "c3", "goat");
            return device;
        };
        const makerDevice = await secondDevice(maker);
        const guestDevice = await secondDevice(guest);
        await pressSurely(maker, "text=Offer a draw", "text=Really a draw?");
        await makerDevice.waitForSelector(".offer");
        await maker.click(".offer .button:not(:disabled)");
        await makerDevice.waitForSelector("text=You have taken the draw offer back.");
        await guest.waitForSelector("text=Asha has taken the draw offer back.");
        await maker.click("text=Ask to take back");
        await guestDevice.waitForSelector(".offer");
        await guest.click(".offer .button:not(:disabled)");
        await guestDevice.waitForSelector("text=You have not granted the takeback.");
        await makerDevice.waitForSelector("text=Bishnu did not grant the takeback.");
    });

    test("an offer that is declined is called declined by its maker only, in every tab", async () => {
        const { maker, guest, url } = await pair();
        await play(maker, guest, ["c3"]);
        const makerTab = await secondTab(maker, url);
        const guestTab = await secondTab(guest, url);
        await waitForLabel(makerTab, "c3", "goat");
        await waitForLabel(guestTab, "c3", "goat");
        await maker.bringToFront();
        await maker.click("text=Ask to take back");
        for (const page of [maker, makerTab, guestTab]) {
            await page.waitForSelector(".offer");
        }
        await guest.bringToFront();
        await guest.click(".offer .button:not(:disabled)");
        for (const page of [maker, makerTab]) {
            await page.waitForSelector("text=Bishnu did not grant the takeback.");
        }
        for (const page of [guest, guestTab]) {
            await page.waitForSelector(".offer", { state: "detached" });
            expect(await page.locator("[data-fate]").count()).toBe(0);
        }
    });

    test("offers come and go without moving anything on a phone, also after the end", async () => {
        for (const language of ["en", "ne"] as const) {
            const maker = await makeTable();
            const guest = await join(maker.url(), {
                width: 360,
                height: 740,
                language,
                choices: { language },
                reducedMotion: true,
            });
            await maker.waitForSelector(".game");
            await play(maker, guest, ["c3"]);
            const tops = (): Promise<number[]> =>
                guest.$$eval(".board, .message, .game-actions, .game-moves, .end-actions", (elements) =>
                    elements.map((element) => element.getBoundingClientRect().top + window.scrollY),
                );
            await waitForTurn(guest, "tigers");
            const before = await tops();
            await pressSurely(maker, "text=Offer a draw", "text=Really a draw?");
            await guest.waitForSelector(".offer .primary:not(:disabled)");
            expect(await tops()).toEqual(before);
            expect(await violations(guest)).toEqual([]);
            await guest.click(".offer .button");
            await guest.waitForSelector(".offer", { state: "detached" });
            expect(await tops()).toEqual(before);
            await pressSurely(maker, ".game-actions button:has-text('Resign')", "text=Really resign?");
            await guest.waitForSelector(".end");
            await guest.waitForSelector(".review:not([data-review=asking])");
            const end = await tops();
            await maker.click(".end >> text=Rematch");
            await guest.waitForSelector(".offer .primary:not(:disabled)");
            expect(await tops()).toEqual(end);
        }
    });

    test("an offer dies with the next move, and its buttons wait before they can be hit", async () => {
        const { maker, guest } = await pair();
        await play(maker, guest, ["c3"]);
        await waitForTurn(guest, "tigers");
        await pressSurely(maker, "text=Offer a draw", "text=Really a draw?");
        await guest.waitForSelector(".offer .primary");
        await move(guest, "a1-b2");
        await guest.waitForSelector(".offer", { state: "detached" });
        await maker.waitForSelector(".offer", { state: "detached" });
    });

    test("a takeback is asked for and granted, and restores hand and eaten goats on both boards", async () => {
        const { maker, guest } = await pair();
        await play(maker, guest, ["b2", "a1xc3"]);
        await waitForTurn(maker, "goats");
        expect(await maker.textContent("[data-count=eaten] dd .hidden")).toBe("1 of 5 goats eaten");
        await maker.click("text=Ask to take back");
        await guest.click(".offer .primary:not(:disabled)");
        for (const page of [maker, guest]) {
            await waitForLabel(page, "b2", "empty");
            await waitForLabel(page, "a1", "tiger");
            expect(await page.textContent("[data-count=eaten] dd .hidden")).toBe("0 of 5 goats eaten");
            expect(await page.textContent("[data-count=hand] dd .hidden")).toBe("20 goats in hand");
        }
        await move(maker, "c1");
        await waitForLabel(guest, "c1", "goat");
    });

    test("a rematch changes sides, and a browser that lost its name and choices still has its seat", async () => {
        const { maker, guest, url } = await pair();
        await move(maker, "c3");
        await waitForTurn(guest, "tigers");
        await pressSurely(maker, "text=Resign", "text=Really resign?");
        await guest.waitForSelector(".end");
        await guest.evaluate(() => localStorage.removeItem("baghchal.name"));
        await guest.click("text=Rematch");
        await maker.click(".offer .primary:not(:disabled)");
        for (const page of [maker, guest]) {
            await page.waitForURL((address) => address.href !== url);
            await page.waitForSelector(".game");
        }
        expect(await maker.getAttribute(".game-bottom .strip", "data-side")).toBe("tigers");
        await waitForTurn(guest, "goats");
        await move(guest, "c3");
        await waitForLabel(maker, "c3", "goat");
    });
});

describe("refusals", () => {
    test("foreign origin and look-alike origin are refused, no origin is welcome", async () => {
        const body = JSON.stringify({ opponent: "friend" });
        const post = async (origin: string | undefined): Promise<number> => {
            const headers: Record<string, string> = { "Content-Type": "application/json" };
            if (origin !== undefined) {
                headers.Origin = origin;
            }
            return (await ask("/api/v1/tables", { method: "POST", headers, body })).status;
        };
        const site = inject("site");
        expect(await post("https://evil.example")).toBe(403);
        expect(await post(`${site}.evil.example`)).toBe(403);
        expect(await post(site)).toBe(201);
        expect(await post(undefined)).toBe(201);
    });

    test("too many requests are refused as JSON with the wait, and the page says so", async () => {
        const page = await visit({
            choices: friend,
            prepare: (context) =>
                context.route("**/api/v1/tables", (route) =>
                    route.fulfill({
                        status: 429,
                        json: { error: { code: "too_many_tables", message: "too many tables", retry_after: 7 } },
                    }),
                ),
        });
        await page.click(".start .primary");
        expect(await page.textContent(".refused")).toBe("Too many tables are open. Wait 7 seconds.");
        forgive();
    });

    test("a name is shown as text only", async () => {
        const maker = await makeTable({ name: "<img src=x onerror=alert(1)>" });
        const guest = await visit({ site: "", path: maker.url() });
        expect(await guest.textContent(".invitation h1")).toBe("<img src=x onerror=alert(1)> invites you");
        expect(await guest.locator(".invitation img").count()).toBe(0);
    });
});
