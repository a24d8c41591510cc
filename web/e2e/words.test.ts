import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { forgive, move, tap, visit } from "./browser";

const pages = ["/", "/learn", "/rules", "/game?rules=nepal&moves=c3~a1b2~d4", "/nothing", "/t/0000000000ab"];

/** Elements whose text is cut off or sticks out sideways. */
function overflowing(page: Page): Promise<string[]> {
    return page.evaluate(() => {
        const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth ? ["page"] : [];
        const cut = [...document.querySelectorAll("button, a, label, legend, p, dt, dd, h1, h2, li, summary")]
            .filter((element) => element.getClientRects().length > 0 && element.closest(".hidden, .skip") === null)
            .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
            .filter((element) => getComputedStyle(element).display !== "inline")
            .map((element) => `${element.tagName} ${element.className}: ${element.textContent}`);
        return [...wide, ...cut];
    });
}

describe("in both languages", () => {
    for (const language of ["en", "ne"] as const) {
        test(`no text overflows at 360 pixels (${language})`, async () => {
            for (const path of pages) {
                const page = await visit({ path, language, width: 360, height: 740, choices: { language } });
                await page.waitForSelector("main h1, main h2, main .board-picture");
                expect([path, await overflowing(page)]).toEqual([path, []]);
                await page.context().close();
            }
            // Addresses without a page or a table are answered with 404.
            forgive();
        });

        test(`a game is played at 360 pixels, and nothing overflows at its end (${language})`, async () => {
            const page = await visit({
                language,
                width: 360,
                height: 740,
                choices: { language, opponent: "device", "goats-to-win": 4 },
            });
            await tap(page, "b2");
            await page.waitForURL("**/play");
            for (const text of ["a1xc3", "b2", "c3xa1", "b2", "a1xc3", "b2", "c3xa1"]) {
                expect(await overflowing(page)).toEqual([]);
                await move(page, text);
            }
            await page.waitForSelector(".end");
            expect(await overflowing(page)).toEqual([]);
        });
    }

    test("a Nepali browser is met in Nepali, with Nepali digits, and English is one tap away", async () => {
        const page = await visit({ language: "ne" });
        expect(await page.evaluate(() => document.documentElement.lang)).toBe("ne");
        await tap(page, "c3");
        await page.waitForURL("**/play");
        expect(await page.textContent("[data-count=hand] .count-number")).toBe("१९");
        await page.click(".language");
        expect(await page.textContent("[data-count=hand] .count-number")).toBe("19");
        await page.reload();
        await page.waitForSelector(".board-picture");
        expect(await page.evaluate(() => document.documentElement.lang)).toBe("en");
    });

    test("Devanagari is not clipped: lines are high enough", async () => {
        const page = await visit({ language: "ne", choices: { opponent: "device" } });
        await tap(page, "c3");
        await page.waitForURL("**/play");
        const low = await page.$$eval("h1, h2, p, button, dt, .strip-name", (elements) =>
            elements
                .filter((element) => element.getClientRects().length > 0 && element.textContent !== "")
                .map((element) => getComputedStyle(element))
                .map((style) => Number.parseFloat(style.lineHeight) / Number.parseFloat(style.fontSize))
                .filter((ratio) => ratio < 1.3),
        );
        expect(low).toEqual([]);
    });
});
