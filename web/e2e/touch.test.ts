import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { label, move, tap, visit, waitForLabel } from "./browser";

interface Spot {
    x: number;
    y: number;
}

async function middle(page: Page, point: string): Promise<Spot> {
    const box = await page.locator(`[data-name=${point}]`).boundingBox();
    if (box === null) {
        throw new Error(`no ${point}`);
    }
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A finger that goes from one spot to another. */
async function finger(page: Page, from: Spot, to: Spot): Promise<void> {
    const session = await page.context().newCDPSession(page);
    const send = (type: "touchStart" | "touchMove" | "touchEnd", spots: Spot[]): Promise<unknown> =>
        session.send("Input.dispatchTouchEvent", { type, touchPoints: spots });
    await send("touchStart", [from]);
    for (let step = 1; step <= 8; step += 1) {
        await send("touchMove", [
            { x: from.x + ((to.x - from.x) * step) / 8, y: from.y + ((to.y - from.y) * step) / 8 },
        ]);
        await page.waitForTimeout(16);
    }
    await send("touchEnd", []);
    await session.detach();
}

async function phone(moves: string[] = []): Promise<Page> {
    const page = await visit({ width: 360, height: 640, touch: true, choices: { opponent: "device" } });
    await page.tap(".start .primary");
    await page.waitForURL("**/play");
    for (const text of moves) {
        await move(page, text);
    }
    return page;
}

describe("on a phone", () => {
    test("dragging a piece moves it and does not scroll", async () => {
        const page = await phone(["c3"]);
        await finger(page, await middle(page, "a1"), await middle(page, "a2"));
        await waitForLabel(page, "a2", "tiger");
        expect(await page.evaluate(() => window.scrollY)).toBe(0);
    });

    test("scrolling from an empty part of the board still works", async () => {
        const page = await phone(["c3"]);
        const from = await middle(page, "c2");
        await finger(page, from, { x: from.x, y: from.y - 180 });
        await page.waitForFunction(() => window.scrollY > 50);
        expect(await label(page, "c2")).toBe("c2, empty");
    });

    test("a slipping finger is still a tap", async () => {
        const page = await phone(["c3"]);
        const from = await middle(page, "a1");
        await finger(page, from, { x: from.x + 6, y: from.y - 4 });
        await waitForLabel(page, "a1", "chosen");
        // Further than a slip, but still over the same point.
        await page.keyboard.press("Escape");
        await finger(page, from, { x: from.x + 16, y: from.y - 8 });
        await waitForLabel(page, "a1", "chosen");
    });

    test("a double tap does not zoom", async () => {
        const page = await phone();
        await page.tap("[data-name=c3]");
        await page.tap("[data-name=c3]");
        expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1);
        const actions = await page.$$eval(".point, .action", (elements) =>
            elements.map((element) => getComputedStyle(element).touchAction),
        );
        expect(actions.filter((action) => action !== "manipulation" && action !== "none")).toEqual([]);
    });

    test("points are large enough for thumbs", async () => {
        const page = await phone();
        const sizes = await page.$$eval(".point", (elements) =>
            elements
                .map((element) => element.getBoundingClientRect())
                .map(({ width, height }) => Math.min(width, height)),
        );
        expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
    });

    test("points are large enough for thumbs on a phone on its side", async () => {
        for (const [width, height] of [
            [640, 360],
            [568, 320],
            [844, 390],
        ] as const) {
            const page = await visit({ width, height, touch: true, choices: { opponent: "device" } });
            await page.tap(".start .primary");
            await page.waitForURL("**/play");
            const sizes = await page.$$eval(".point", (elements) =>
                elements.map((element) => element.getBoundingClientRect().width),
            );
            expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
        }
    });

    test("rotated twice, the game is where it was", async () => {
        const page = await phone(["c3"]);
        await tap(page, "a1");
        await page.setViewportSize({ width: 640, height: 360 });
        await page.setViewportSize({ width: 360, height: 640 });
        await waitForLabel(page, "a1", "chosen");
        await tap(page, "b2");
        await waitForLabel(page, "b2", "tiger");
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    });

    test("on its side the whole board is in view, beside whose turn it is", async () => {
        const page = await phone(["c3"]);
        await page.setViewportSize({ width: 640, height: 360 });
        const rectangle = () => page.$eval(".board", (element) => element.getBoundingClientRect().toJSON());
        for (const y of [1000, 0]) {
            await page.evaluate((top) => window.scrollTo(0, top), y);
            expect((await rectangle()).top).toBeGreaterThanOrEqual(0);
            expect((await rectangle()).bottom).toBeLessThanOrEqual(360);
        }
        const board = await rectangle();
        const strip = await page.$eval(".game-top", (element) => element.getBoundingClientRect().toJSON());
        expect(strip.left).toBeGreaterThan(board.right);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640);
    });

    test("the next step of the lesson brings the board back into view", async () => {
        const page = await visit({ width: 360, height: 740, touch: true, path: "/learn" });
        await page.tap(".lesson-step .primary");
        await page.waitForSelector("text=Step 2 of 6");
        await page.waitForFunction(() => {
            const board = document.querySelector(".board")?.getBoundingClientRect();
            return board !== undefined && board.top >= 0 && board.bottom <= window.innerHeight;
        });
    });

    test("the first sound is unlocked by a tap and by a drag", async () => {
        for (const gesture of ["tap", "drag"] as const) {
            const page = await visit({
                width: 360,
                height: 640,
                touch: true,
                choices: { opponent: "device" },
                path: "/",
                prepare: (context) =>
                    context.addInitScript(() => {
                        const Original = window.AudioContext;
                        window.AudioContext = class extends Original {
                            constructor() {
                                super();
                                Object.assign(window, { heard: this });
                            }
                        };
                    }),
            });
            if (gesture === "tap") {
                await page.tap("[data-name=c3]");
            } else {
                const from = await middle(page, "c2");
                await finger(page, from, { x: from.x, y: from.y - 120 });
                await page.tap(".start-hint");
            }
            await page.waitForFunction(
                () => (window as unknown as { heard?: AudioContext }).heard?.state === "running",
            );
        }
    });
});
