import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { violations } from "./axe";
import { forgive, move, tap, visit, waitForLabel, waitForTurn } from "./browser";

const looks = [
    { dark: false, language: "en" },
    { dark: true, language: "ne" },
] as const;

describe("axe finds nothing", () => {
    for (const { dark, language } of looks) {
        const name = `${dark ? "dark" : "light"}, ${language}`;

        test(`on the pages of text and the start page (${name})`, async () => {
            for (const path of [
                "/",
                "/learn",
                "/rules",
                "/nothing",
                "/t/0000000000ab",
                "/game?moves=c3~a1b2",
                "/game",
            ]) {
                const page = await visit({ path, dark, language, reducedMotion: true, choices: { language } });
                await page.waitForSelector("main h1, main h2, main .board-picture");
                expect([path, await violations(page)]).toEqual([path, []]);
                await page.context().close();
            }
            // Addresses without a page or a table are answered with 404.
            forgive();
        });

        test(`in every state of a game (${name})`, async () => {
            const page = await visit({
                dark,
                language,
                reducedMotion: true,
                width: 360,
                height: 740,
                choices: { language, opponent: "device", "goats-to-win": 4 },
            });
            await tap(page, "b2");
            await page.waitForURL("**/play");
            expect(await violations(page)).toEqual([]);
            await tap(page, "a1");
            await waitForLabel(page, "a1", language === "en" ? "chosen" : "छानिएको");
            expect(await violations(page)).toEqual([]);
            await tap(page, "e4");
            expect(await violations(page)).toEqual([]);
            await page.keyboard.press("Escape");
            await page.click(".header .round");
            expect(await violations(page)).toEqual([]);
            await page.keyboard.press("Escape");
            for (const text of ["a1xc3", "b2", "c3xa1", "b2", "a1xc3", "b2", "c3xa1"]) {
                await move(page, text);
            }
            await page.waitForSelector(".end");
            await page.click("summary");
            expect(await violations(page)).toEqual([]);
            await page.click(".end .button");
            expect(await violations(page)).toEqual([]);
        });
    }

    for (const board of ["wood", "stone", "contrast"]) {
        test(`the last move is told without colour on the ${board} board`, async () => {
            const page = await visit({ choices: { opponent: "device", board } });
            await tap(page, "c3");
            await page.waitForURL("**/play");
            await move(page, "a1-b2");
            expect(await page.locator(".last-move .last-to").count()).toBe(1);
            const dashes = await page.$eval(".last-from", (element) => getComputedStyle(element).strokeDasharray);
            expect(dashes).not.toBe("none");
            // The ring against what it lies on, as luminance: seen in greyscale, too.
            const [mark, face] = await page.$eval(".last-to", (element) => {
                const stop = document.querySelector(".face-2");
                return [getComputedStyle(element).stroke, stop === null ? "" : getComputedStyle(stop).stopColor];
            });
            expect(contrast(mark ?? "", face ?? "")).toBeGreaterThan(3);
        });
    }
});

function luminance(colour: string): number {
    const numbers = (colour.match(/\d+/g) ?? []).map(Number);
    const [red = 0, green = 0, blue = 0] = numbers
        .slice(0, 3)
        .map((value) => value / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
    const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
}

describe("motion and keys", () => {
    /** What moves, or would when it changes: elements and the boxes before and after them. */
    function moving(page: Page): Promise<string[]> {
        return page.evaluate(() =>
            [...document.querySelectorAll("*")]
                .flatMap((element) =>
                    [undefined, "::before", "::after"].map((part) => ({
                        name: `${element.tagName} ${element.getAttribute("class")} ${part ?? ""}`,
                        style: getComputedStyle(element, part),
                    })),
                )
                .filter(
                    ({ style }) => style.animationName !== "none" || Number.parseFloat(style.transitionDuration) > 0,
                )
                .map(({ name }) => name)
                .concat(document.getAnimations().map(() => "a running animation")),
        );
    }

    const still: [string, Parameters<typeof visit>[0]][] = [
        ["reduced motion is respected", { reducedMotion: true }],
        ["no motion can be asked for in the settings", { choices: { stillness: true } }],
    ];
    for (const [name, options] of still) {
        test(name, async () => {
            const page = await visit(options);
            await page.waitForSelector(".start .board-picture");
            expect(await moving(page)).toEqual([]);
            await page.click(".header .round");
            await page.waitForSelector(".settings[open]");
            expect(await moving(page)).toEqual([]);
            await page.keyboard.press("Escape");
            await tap(page, "c3");
            await page.waitForURL("**/play");
            expect(await moving(page)).toEqual([]);
            await waitForTurn(page, "goats");
            expect(await moving(page)).toEqual([]);
        });
    }

    test("without such a wish pieces move", async () => {
        const page = await visit();
        await page.waitForSelector(".start .board-picture");
        expect((await moving(page)).length).toBeGreaterThan(0);
    });

    test("the board is one stop of the Tab key, and the focus is seen", async () => {
        const page = await visit({ choices: { opponent: "device" } });
        await page.focus(".language");
        expect(await page.locator('.board .point[tabindex="0"]').count()).toBe(1);
        await page.focus('.board .point[tabindex="0"]');
        await page.keyboard.press("ArrowUp");
        const outline = await page.evaluate(() => {
            const focused = document.activeElement as HTMLElement;
            return [focused.dataset.name, getComputedStyle(focused).outlineStyle];
        });
        expect(outline).toEqual(["c4", "solid"]);
    });
});
