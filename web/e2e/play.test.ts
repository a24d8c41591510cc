import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { Game } from "../src/rules/game";
import { Library, loadModule } from "../src/rules/module";
import {
    copied,
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

const device = { opponent: "device" };

async function devicePage(choices: Record<string, unknown> = {}, moves: string[] = []): Promise<Page> {
    const page = await visit({ choices: { ...device, ...choices } });
    await page.click(".start .primary");
    await page.waitForURL("**/play");
    await moveQuickly(page, moves);
    return page;
}

describe("a game at one device", () => {
    test("is played from the first tap to the trapped tigers, and says who won and why", async () => {
        const { moves } = referenceGame(3);
        const page = await visit({ choices: { ...device, "goats-to-win": 4 } });
        await tap(page, moves[0] ?? "");
        await page.waitForURL("**/play");
        await moveQuickly(page, moves.slice(1));
        await page.waitForSelector(".end");
        expect(await page.textContent(".end h2")).toBe("The goats win!");
        expect(await page.textContent(".end p")).toBe("No tiger can move any more.");
        expect(await page.locator(".piece-trapped").count()).toBe(4);
        expect(await page.locator(".piece-marked").count()).toBe(4);
        expect(await page.textContent("[data-count=trapped] dd .hidden")).toBe("4 of 4 tigers trapped");
    });

    test("no legal move ends the game at once", async () => {
        const { moves } = referenceGame(3);
        const page = await devicePage({ "goats-to-win": 4 }, moves.slice(0, -1));
        expect(await page.locator(".end").count()).toBe(0);
        await move(page, moves.at(-1) ?? "");
        await page.waitForSelector(".end");
    });

    test("five goats end it at once, with a message", async () => {
        const page = await devicePage();
        // The tiger on a1 goes back and forth over goats that are fed to it.
        const feed = ["b2", "a1xc3", "b2", "c3xa1", "b2", "a1xc3", "b2", "c3xa1", "b2"];
        await moveQuickly(page, feed);
        expect(await page.locator(".end").count()).toBe(0);
        await move(page, "a1xc3");
        expect(await page.textContent(".end h2")).toBe("The tigers win!");
        expect(await page.textContent(".end p")).toBe("The tigers have eaten 5 goats.");
    });

    test("is played with the keyboard alone", async () => {
        const page = await visit({ choices: { ...device, "goats-to-win": 4 } });
        await page.focus(".start .primary");
        await page.keyboard.press("Enter");
        await page.waitForURL("**/play");
        await page.focus('.board .point[tabindex="0"]');
        const place = async (): Promise<string> =>
            (await page.evaluate(() => document.activeElement?.getAttribute("data-name"))) ?? "";
        for (const text of ["b2", "a1xc3", "b2", "c3xa1", "b2", "a1xc3", "b2", "c3xa1"]) {
            for (const point of text.split("x")) {
                const target = [point.charCodeAt(0), Number(point[1])] as const;
                for (let now = await place(); now !== point; now = await place()) {
                    const file = target[0] - now.charCodeAt(0);
                    const rank = target[1] - Number(now[1]);
                    const key = file > 0 ? "ArrowRight" : file < 0 ? "ArrowLeft" : rank > 0 ? "ArrowUp" : "ArrowDown";
                    await page.keyboard.press(key);
                }
                await page.keyboard.press("Enter");
            }
        }
        await page.waitForSelector(".end");
        expect(await page.textContent(".end p")).toBe("The tigers have eaten 4 goats.");
    });

    test("is played by typed moves, with Devanagari digits too", async () => {
        const page = await devicePage();
        for (const text of ["c3", "A1-B2", "d४", "b2b1"]) {
            await page.fill("#typed-move", text);
            await page.keyboard.press("Enter");
        }
        expect(await page.locator(".move").allTextContents()).toEqual(["c3", "a1-b2", "d4", "b2-b1"]);
        await page.fill("#typed-move", "b1xq9");
        await page.keyboard.press("Enter");
        await waitForMessage(page, /not a move|no such point/);
    });

    test("goats may not move in the placement phase and the page says so", async () => {
        const page = await devicePage({}, ["c3", "a1-b1"]);
        await tap(page, "c3");
        await waitForMessage(page, "Goats may not move until all twenty have been placed.");
    });

    test("wrong taps say why nothing happened", async () => {
        const page = await devicePage({}, ["c3"]);
        await tap(page, "b1");
        await waitForMessage(page, "First choose one of the tigers.");
        await tap(page, "a1", "e3");
        await waitForMessage(page, "No line leads there.");
        await page.keyboard.press("Escape");
        await tap(page, "c3");
        await waitForMessage(page, "The tigers are to move.");
    });

    test("a piece is dragged to its point", async () => {
        const page = await devicePage({}, ["c3"]);
        const from = await page.locator("[data-name=a1]").boundingBox();
        const to = await page.locator("[data-name=b2]").boundingBox();
        if (from === null || to === null) {
            throw new Error("no board");
        }
        await page.mouse.move(from.x + 30, from.y + 30);
        await page.mouse.down();
        await page.mouse.move(from.x + 60, from.y, { steps: 4 });
        await page.mouse.move(to.x + 40, to.y + 40, { steps: 4 });
        await page.mouse.up();
        expect(await label(page, "b2")).toContain("tiger");
        expect(await page.locator(".piece-chosen").count()).toBe(0);
    });

    test("takeback restores hand, eaten goats and the board", async () => {
        const page = await devicePage({}, ["b2", "a1xc3"]);
        expect(await page.textContent("[data-count=eaten] dd .hidden")).toBe("1 of 5 goats eaten");
        await page.click("text=Take back");
        expect(await page.textContent("[data-count=eaten] dd .hidden")).toBe("0 of 5 goats eaten");
        expect(await label(page, "b2")).toContain("goat");
        await page.click("text=Take back");
        expect(await page.textContent("[data-count=hand] dd .hidden")).toBe("20 goats in hand");
        expect(await page.locator(".action:has-text('Take back')").isDisabled()).toBe(true);
    });

    test("a reload goes on with the game, and another visit offers to", async () => {
        const page = await devicePage({}, ["c3", "a1-b2"]);
        await page.reload();
        await waitForLabel(page, "b2", "tiger");
        const other = await secondTab(page, inject("site"));
        await other.click("text=Continue your game");
        await waitForLabel(other, "b2", "tiger");
    });

    test("a new game does not throw away a game without a question", async () => {
        const page = await devicePage({}, ["c3", "a1-b2", "c5", "e1-d2"]);
        await page.click("text=New game");
        expect(await page.locator(".move").count()).toBe(4);
        await page.click("text=Leave this game?");
        await page.waitForSelector(".moves-none");
    });

    test("a game that is over is shared by its address", async () => {
        const page = await devicePage({}, ["c3"]);
        await pressSurely(page, "text=Resign", "text=Really resign?");
        const address = await copied(page, ".end-actions >> text=Share");
        const replay = await visit({ site: "", path: address });
        await replay.click("[aria-label='Latest position']");
        expect(await replay.textContent(".end p")).toBe("The tigers gave up.");
    });

    test("the rule set stays in view on a phone, and leads to the rules written out for it", async () => {
        const page = await visit({
            width: 360,
            height: 740,
            touch: true,
            choices: { ...device, "goats-to-win": 6, repetition: "forbidden" },
        });
        await tap(page, "c3");
        await waitForTurn(page, "tigers");
        const bottom = await page.$eval(".game-rules", (element) => element.getBoundingClientRect().bottom);
        expect(bottom).toBeLessThanOrEqual(740);
        await page.click(".game-rules a");
        await page.waitForSelector("text=The tigers win when they have eaten 6 goats.");
        await page.waitForSelector("text=no move may bring back an earlier arrangement");
        await page.goBack();
        await waitForLabel(page, "c3", "goat");
    });

    test("the back button from a game goes back", async () => {
        const page = await devicePage({}, ["c3"]);
        await page.goBack();
        await page.waitForSelector(".start");
        await page.goForward();
        await waitForLabel(page, "c3", "goat");
    });

    test("without local storage it is still playable", async () => {
        const page = await visit({
            prepare: (context) =>
                context.addInitScript(() => {
                    Object.defineProperty(window, "localStorage", {
                        get: () => {
                            throw new DOMException("forbidden", "SecurityError");
                        },
                    });
                }),
        });
        await page.click("label:has-text('Two here')");
        await tap(page, "c3");
        await page.waitForURL("**/play");
        await move(page, "a1-b2");
        expect(await label(page, "b2")).toContain("tiger");
    });

    test("the board turns for each player, or the upper player's words are upside down", async () => {
        const page = await devicePage({ passing: "turn" }, ["c3"]);
        const left = async (point: string): Promise<number> =>
            (await page.locator(`[data-name=${point}]`).boundingBox())?.x ?? 0;
        expect(await left("a1")).toBeGreaterThan(await left("e1"));
        await move(page, "a1-b2");
        expect(await left("a1")).toBeLessThan(await left("e1"));
        const facing = await devicePage({ passing: "face" }, ["c3"]);
        expect(await facing.locator(".strip-tigers.strip-upside-down").count()).toBe(1);
        expect(await facing.locator(".message-facing").count()).toBe(1);
    });

    test("a position that comes back is warned of, shown, and a third time is asked for twice", async () => {
        const page = await visit({
            path: "/game?rules=nepal&moves=&start=TGGGT%2FGGGGG%2FG1T1G%2FGGGGG%2FGG1GT+g+0+2+0+40",
        });
        await page.click("text=Play on from here");
        await page.waitForURL("**/play");
        await page.evaluate(() => {
            const game = JSON.parse(localStorage.getItem("baghchal.game") ?? "{}");
            game.setup.opponent = "device";
            localStorage.setItem("baghchal.game", JSON.stringify(game));
        });
        await page.reload();
        const round = ["c2-c1", "c3-d3", "c1-c2", "d3-c3"];
        for (const text of round) {
            await move(page, text);
        }
        await waitForMessage(page, "This position has been here twice. A third time is a draw.");
        await page.click("text=Show the earlier time");
        await waitForMessage(page, /Turn 0 of 4/);
        await page.click("text=Back to the game");
        for (const text of round) {
            await move(page, text);
        }
        await waitForMessage(page, /the game would be a draw/);
        // Both earlier times can be looked at.
        expect(await page.locator(".earlier button").allTextContents()).toEqual(["Turn 4", "Turn 0"]);
        await tap(page, "c3");
        expect(await page.textContent(".end p")).toBe("The same position stood on the board for the third time.");
    });

    test("who plays on from a replay keeps the repetitions of the game", async () => {
        const start = "TGGGT%2FGGGGG%2FG1T1G%2FGGGGG%2FGG1GT+g+0+2+0+40";
        const round = ["c2c1", "c3d3", "c1c2", "d3c3"].join("~");
        const page = await visit({ path: `/game?rules=nepal&moves=${round}&start=${start}` });
        await page.click("[aria-label='Latest position']");
        await page.click("text=Play on from here");
        await page.waitForURL("**/play");
        await waitForMessage(page, "This position has been here twice. A third time is a draw.");
        expect(await page.locator(".move").count()).toBe(4);
    });

    test("where repetition is free every earlier time of a position can be looked at", async () => {
        const start = "TGGGT%2FGGGGG%2FG1T1G%2FGGGGG%2FGG1GT+g+0+2+0+40";
        const round = ["c2c1", "c3d3", "c1c2", "d3c3"].join("~");
        const moves = [round, round].join("~");
        const page = await visit({ path: `/game?rules=nepal,repetition%3Dnone&moves=${moves}&start=${start}` });
        await page.click("[aria-label='Latest position']");
        await page.click("text=Play on from here");
        await waitForMessage(page, "This position has been here 3 times.");
        expect(await page.locator(".earlier button").allTextContents()).toEqual(["Turn 4", "Turn 0"]);
        await page.click(".earlier >> text=Turn 4");
        await waitForMessage(page, /Turn 4 of 8/);
    });

    test("is downloaded in every text form, and its address replays it", async () => {
        const page = await devicePage({}, ["b2", "a1xc3"]);
        await page.click("summary:has-text('Download')");
        const buttons = page.locator(".downloads-list button:has(.icon):not(:has([role=status]))");
        expect(await buttons.count()).toBe(5);
        for (let index = 0; index < 5; index += 1) {
            const [download] = await Promise.all([page.waitForEvent("download"), buttons.nth(index).click()]);
            expect(download.suggestedFilename()).toMatch(/\.txt$/);
        }
        const address = await copied(page, "text=Copy the link to this game");
        const replay = await visit({ site: "", path: address });
        await replay.click("[aria-label='Latest position']");
        expect(await label(replay, "c3")).toContain("tiger");
        await tap(replay, "c3");
        await waitForMessage(replay, "You are watching this game.");
    });
});

describe("a game against the computer", () => {
    async function stronger(level: number): Promise<(moves: string[]) => string> {
        const library = await Library.make(await loadModule());
        library.call.engine_start(1 << 22);
        const game = new Game(library);
        return (moves) => {
            game.begin(game.rules);
            game.playAll(moves);
            return game.decode(library.call.engine_choose(level, moves.length)).text;
        };
    }

    test("begins with one tap and is played to its end; the weakest level loses to a better player", async () => {
        const choose = await stronger(6);
        const page = await visit({ choices: { level: 1, side: "tigers" } });
        await page.click(".start .primary");
        await page.waitForURL("**/play");
        for (let turn = 0; turn < 80; turn += 1) {
            await waitForTurn(page, "tigers");
            if ((await page.locator(".end").count()) > 0) {
                break;
            }
            const moves = await page.locator(".move").allTextContents();
            await move(page, choose(moves));
        }
        expect(await page.textContent(".end h2")).toBe("You win!");
    });

    test("one tap on the start page places the first goat, and the tigers answer", async () => {
        const page = await visit();
        await tap(page, "c5");
        await page.waitForURL("**/play");
        await page.waitForSelector(".strip-tigers.strip-turn");
        await waitForTurn(page, "goats");
        expect(await page.locator(".move").count()).toBe(2);
    });

    test("takeback goes back to one's own turn, even while it thinks", async () => {
        const page = await visit();
        await tap(page, "c5");
        await waitForTurn(page, "goats");
        await tap(page, "a3");
        await page.click("text=Take back");
        await page.waitForTimeout(1500);
        expect(await page.locator(".move").count()).toBe(2);
        expect(await page.locator(".strip-goats.strip-turn").count()).toBe(1);
    });

    test("spamming new game while the computer thinks leaves one game, with one answer", async () => {
        const page = await visit();
        await tap(page, "c5");
        await page.waitForURL("**/play");
        for (let count = 0; count < 12; count += 1) {
            await page.click("text=New game");
        }
        await page.waitForTimeout(300);
        expect(await page.locator(".move").count()).toBe(0);
        await tap(page, "c1");
        await waitForTurn(page, "goats");
        await page.waitForTimeout(800);
        expect(await page.locator(".move").count()).toBe(2);
    });

    test("it never thinks for ever: a watchdog moves on when the engine does not answer", async () => {
        const page = await visit({
            prepare: (context) =>
                context.route(/worker-.*\.js$/, (route) =>
                    route.fulfill({ contentType: "text/javascript", body: "self.onmessage = () => {};" }),
                ),
        });
        await tap(page, "c5");
        await page.waitForURL("**/play");
        await page.waitForSelector(".banner[role=alert]", { timeout: 20000 });
        expect(await page.textContent(".banner")).toContain("did not answer in time");
        expect(await page.locator(".move").count()).toBe(2);
    });

    test("a computer that cannot start goes on at the server", async () => {
        for (const side of ["goats", "tigers"] as const) {
            const page = await visit({
                choices: { side, level: 2 },
                prepare: (context) => context.route(/worker-.*\.js$/, (route) => route.abort()),
            });
            await page.click(".start .primary");
            if (side === "goats") {
                await tap(page, "c5");
            }
            await page.waitForURL("**/t/*");
            await waitForTurn(page, side);
            await page.waitForFunction(
                (count) => document.querySelectorAll(".move").length === count,
                side === "goats" ? 2 : 1,
            );
            expect(await page.textContent(".game")).toContain(
                "does not run in this browser, so it goes on at the server",
            );
            // The way back leads to the start page, and from there to the table and not to the game that was given away.
            await page.goBack();
            await page.waitForSelector(".start");
            if (side === "goats") {
                await page.click("text=Continue your game");
                await page.waitForURL("**/t/*");
            }
            forgive();
        }
    });

    test("an engine that fails in the middle of a game is replaced by the server from there on", async () => {
        const page = await visit({
            choices: { level: 2 },
            prepare: (context) =>
                context.addInitScript(() => {
                    const Real = window.Worker;
                    window.Worker = class extends Real {
                        override postMessage(message: { moves: string[] }): void {
                            const fails = message.moves.length > 1;
                            super.postMessage(fails ? { ...message, rules: undefined } : message);
                        }
                    } as typeof Worker;
                }),
        });
        await tap(page, "c5");
        await page.waitForURL("**/play");
        await waitForTurn(page, "goats");
        const free = await page.$eval(".point[aria-label$=', empty']", (point) => point.getAttribute("data-name"));
        await tap(page, free ?? "");
        await page.waitForURL("**/t/*");
        await waitForTurn(page, "goats");
        await waitForLabel(page, free ?? "", "goat");
        expect(await page.locator(".move").count()).toBe(1);
        expect(await page.textContent(".strip-goats")).toContain("18");
        forgive();
    });

    test("where the server cannot stand in either the game goes on, with simple moves, and says so", async () => {
        for (const language of ["en", "ne"] as const) {
            const page = await visit({
                language,
                choices: { language },
                prepare: async (context) => {
                    await context.route(/worker-.*\.js$/, (route) => route.abort());
                    await context.route("**/api/v1/tables", (route) => route.abort());
                },
            });
            await tap(page, "c5");
            await page.waitForURL("**/play");
            await page.waitForSelector(".banner[role=alert]");
            expect(await page.textContent(".banner")).toContain(
                language === "en" ? "the server cannot stand in for it now" : "सर्भरले पनि खेल सम्हाल्न सकेन",
            );
            expect(await page.locator(".move").count()).toBe(2);
            await tap(page, "c1");
            await page.waitForFunction(() => document.querySelectorAll(".move").length === 4);
            forgive();
        }
    });

    test("the page never freezes while it thinks", async () => {
        const page = await visit({ choices: { level: 8 } });
        // Counts how often the page comes to other things while the computer thinks; frozen, it would not at all.
        await page.evaluate(() => {
            let count = 0;
            setInterval(() => {
                if (document.querySelector(".strip-tigers.strip-turn .thinking-dots") !== null) {
                    count += 1;
                    document.body.dataset.breaths = String(count);
                }
            }, 10);
        });
        await tap(page, "c5");
        await waitForTurn(page, "goats");
        expect(Number(await page.getAttribute("body", "data-breaths"))).toBeGreaterThan(5);
    });

    test("its move is announced while focus is elsewhere", async () => {
        const page = await visit();
        await tap(page, "c5");
        await page.waitForURL("**/play");
        await page.focus("#typed-move");
        await waitForTurn(page, "goats");
        await page.locator("[data-announcement]", { hasText: /^Tiger from .* Goats to move\.$/ }).waitFor({
            state: "attached",
        });
        expect(await page.evaluate(() => document.activeElement?.id)).toBe("typed-move");
    });
});
