/** Browsers in which the library cannot run: the server's computer plays, and the server says what the rules say. */
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { violations } from "./axe";
import { forgive, label, move, pressSurely, tap, visit, waitForLabel, waitForMessage, waitForTurn } from "./browser";

const withoutWebAssembly = (context: BrowserContext): Promise<unknown> =>
    context.addInitScript(() => {
        Reflect.deleteProperty(window, "WebAssembly");
    });

async function movesMade(page: Page, count: number): Promise<void> {
    await page.waitForFunction((wanted) => document.querySelectorAll(".move").length === wanted, count);
}

describe("without WebAssembly", () => {
    test("the computer plays at the server: the page says so, and one tap begins", async () => {
        const page = await visit({ prepare: withoutWebAssembly, reducedMotion: true });
        await page.waitForSelector("text=This browser cannot run the game by itself, so the computer plays");
        expect(await violations(page)).toEqual([]);
        await tap(page, "c5");
        await page.waitForURL("**/t/*");
        await movesMade(page, 2);
        await waitForTurn(page, "goats");
        expect(await page.textContent(".game")).toContain("the computer plays at the server");
        expect(await violations(page)).toEqual([]);
        // A wrong tap still says why nothing happened.
        await tap(page, "c5");
        await waitForMessage(page, /Goats may not move until all twenty|That point is taken/);
        const free = await page.$eval(".point[aria-label$=', empty']", (point) => point.getAttribute("data-name"));
        await tap(page, free ?? "");
        await movesMade(page, 4);
        await waitForTurn(page, "goats");
        await page.click("text=Take back");
        await movesMade(page, 2);
        expect(await label(page, free ?? "")).not.toContain("goat");
        await pressSurely(page, ".game-actions button:has-text('Resign')", "text=Really resign?");
        await page.waitForSelector(".end");
        expect(await page.textContent(".end h2")).toBe("You lose.");
    });

    test("a module that cannot be loaded does not stop the game either", async () => {
        const page = await visit({
            choices: { side: "tigers" },
            prepare: (context) => context.route(/\.wasm$/, (route) => route.abort()),
        });
        await page.waitForSelector("text=This browser cannot run the game by itself, so the computer plays");
        await page.click(".start .primary");
        await page.waitForURL("**/t/*");
        await waitForTurn(page, "tigers");
        await movesMade(page, 1);
        await tap(page, "a1");
        await waitForLabel(page, "a1", "chosen");
        await page.click(".point[aria-label*='can go here']");
        await movesMade(page, 3);
        forgive();
    });

    test("two at one device are told what is missing", async () => {
        const page = await visit({ prepare: withoutWebAssembly, choices: { opponent: "device" } });
        await tap(page, "c3");
        expect(await page.textContent(".refused")).toContain("no WebAssembly");
    });

    test("a friend by link is played as ever", async () => {
        const maker = await visit({ prepare: withoutWebAssembly, choices: { opponent: "friend", name: "Asha" } });
        await maker.click(".start .primary");
        await maker.waitForSelector(".waiting");
        const guest = await visit({ site: "", path: maker.url() });
        await guest.click(".invitation .primary");
        await waitForTurn(maker, "goats");
        await move(maker, "b2");
        await waitForTurn(guest, "tigers");
        await move(guest, "a1xc3");
        await waitForLabel(maker, "c3", "tiger");
        await waitForLabel(maker, "b2", "empty");
        expect(await maker.textContent("[data-count=eaten] dd .hidden")).toBe("1 of 5 goats eaten");
        await waitForTurn(maker, "goats");
        await move(maker, "d1");
        await waitForLabel(guest, "d1", "goat");
    });
});
