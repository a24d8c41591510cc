/** The start: what is loaded before the first tap, and good practice as audits of pages look for it. */
import { readFileSync } from "node:fs";
import type { Page, Request } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { secondTab, tap, visit, waitForLabel } from "./browser";

const pages = ["/", "/learn", "/rules", "/game?rules=nepal&moves=c3~a1b2"];

describe("the start", () => {
    test("the board stands there before the library has been loaded", async () => {
        let release = (): void => undefined;
        const held = new Promise<void>((resolve) => {
            release = resolve;
        });
        const page = await visit({
            choices: { opponent: "device" },
            prepare: (context) =>
                context.route(/\.wasm$/, async (route) => {
                    await held;
                    await route.continue();
                }),
        });
        await page.waitForSelector(".start .board-picture .piece-tiger");
        expect(await page.locator(".start .point").count()).toBe(25);
        // A tap made meanwhile is not lost.
        await tap(page, "c3");
        release();
        await page.waitForURL("**/play");
        await waitForLabel(page, "c3", "goat");
    });

    test("needs few files, and no script that blocks the page for long on a processor slowed four times", async () => {
        const requests: Request[] = [];
        const first = await visit({ path: "/rules" });
        const page = await secondTab(first, "about:blank");
        page.on("requestfinished", (request) => requests.push(request));
        await page.addInitScript(() => {
            const tasks: number[] = [];
            Object.assign(window, { tasks });
            new PerformanceObserver((list) => {
                tasks.push(...list.getEntries().map(({ duration }) => duration));
            }).observe({ type: "longtask", buffered: true });
            new MutationObserver((_, observer) => {
                if (document.querySelector(".board .point") !== null) {
                    observer.disconnect();
                    requestAnimationFrame(() => performance.mark("playable"));
                }
            }).observe(document, { childList: true, subtree: true });
        });
        const session = await page.context().newCDPSession(page);
        await session.send("Network.enable");
        await session.send("Network.setCacheDisabled", { cacheDisabled: true });
        await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
        await page.goto(inject("site"));
        await page.waitForFunction(() => performance.getEntriesByName("playable").length > 0);
        const { playable, paint, tasks } = await page.evaluate(() => ({
            playable: performance.getEntriesByName("playable")[0]?.startTime ?? Number.NaN,
            paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
            tasks: (window as unknown as { tasks: number[] }).tasks,
        }));
        await page.waitForLoadState("networkidle");
        const total = tasks.reduce((sum, duration) => sum + duration, 0);
        console.log(
            `processor slowed 4 times: first paint ${paint.toFixed(0)} ms, board playable ${playable.toFixed(0)} ms, ` +
                `${tasks.length} tasks over 50 ms, ${total.toFixed(0)} ms in all`,
        );
        const paths = requests.map((request) => new URL(request.url()).pathname);
        const kinds = paths.map((path) => /\.(js|css|wasm)$/.exec(path)?.[1]).filter((kind) => kind !== undefined);
        // One script, one style sheet and the library: no chain of files that wait for one another.
        expect(kinds.sort()).toEqual(["css", "js", "wasm"]);
        expect(paths.length).toBeLessThanOrEqual(8);
    });
});

/** Everything that Chromium itself finds fault with: deprecated or mixed content, cookies, policies. */
async function issues(page: Page, url: string): Promise<string[]> {
    const found: string[] = [];
    const session = await page.context().newCDPSession(page);
    session.on("Audits.issueAdded", ({ issue }) => found.push(`${issue.code} ${JSON.stringify(issue.details)}`));
    session.on("Log.entryAdded", ({ entry }) => {
        if (entry.level === "error" || entry.source === "deprecation") {
            found.push(entry.text);
        }
    });
    await session.send("Audits.enable");
    await session.send("Log.enable");
    await page.goto(url);
    await page.waitForSelector("main h1, main h2, main .board-picture");
    await page.waitForLoadState("networkidle");
    await session.detach();
    return found;
}

describe("good practice", () => {
    test("every page has a title, a language, a description and a viewport that may be zoomed", async () => {
        for (const language of ["en", "ne"] as const) {
            for (const path of pages) {
                const page = await visit({ path, language, choices: { language } });
                await page.waitForSelector("main h1, main h2, main .board-picture");
                const head = await page.evaluate(() => ({
                    doctype: document.doctype?.name,
                    charset: document.characterSet,
                    mode: document.compatMode,
                    title: document.title,
                    lang: document.documentElement.lang,
                    description: document.querySelector<HTMLMetaElement>("meta[name=description]")?.content ?? "",
                    viewport: document.querySelector<HTMLMetaElement>("meta[name=viewport]")?.content ?? "",
                    themes: document.querySelectorAll("meta[name=theme-color]").length,
                }));
                expect(head).toMatchObject({
                    doctype: "html",
                    charset: "UTF-8",
                    mode: "CSS1Compat",
                    lang: language,
                    themes: 2,
                });
                expect(head.title.length).toBeGreaterThan(5);
                expect(head.description.length).toBeGreaterThan(50);
                expect(head.viewport).toContain("width=device-width");
                expect(head.viewport).not.toMatch(/user-scalable|maximum-scale/);
                await page.context().close();
            }
        }
    });

    test("Chromium finds nothing deprecated, blocked or insecure", async () => {
        const first = await visit({ path: "/rules" });
        for (const path of pages) {
            const page = await secondTab(first, "about:blank");
            expect([path, await issues(page, inject("site") + path)]).toEqual([path, []]);
            await page.close();
        }
    });

    test("pictures are named or passed over, and have sizes that keep the page from jumping", async () => {
        for (const path of pages) {
            const page = await visit({ path });
            await page.waitForSelector("main h1, main h2, main .board-picture");
            const wrong = await page.evaluate(() =>
                [...document.querySelectorAll("svg, img, canvas")]
                    .filter(
                        (element) =>
                            element.closest("[aria-hidden=true]") === null &&
                            !element.hasAttribute("aria-label") &&
                            !element.hasAttribute("alt"),
                    )
                    .concat(
                        [...document.querySelectorAll("img, svg:not(.board-picture)")].filter(
                            (element) => !element.hasAttribute("width") || !element.hasAttribute("height"),
                        ),
                    )
                    .map((element) => element.outerHTML.slice(0, 80)),
            );
            expect([path, wrong]).toEqual([path, []]);
            await page.context().close();
        }
    });

    test("whatever can be tapped is large enough on a phone", async () => {
        for (const path of pages) {
            const page = await visit({ path, width: 360, height: 740, touch: true });
            await page.waitForSelector("main h1, main h2, main .board-picture");
            const small = await page.$$eval("a, button, input, summary, select", (elements) =>
                elements
                    .filter((element) => element.closest(".skip, dialog:not([open])") === null)
                    // Links within a sentence are as high as its line.
                    .filter((element) => getComputedStyle(element).display !== "inline")
                    .map((element) => ({
                        element,
                        // A switch is tapped by its whole label.
                        box: (element.closest("label") ?? element).getBoundingClientRect(),
                    }))
                    .filter(({ box }) => box.width > 0 && (box.width < 32 || box.height < 32))
                    .map(({ element, box }) => `${element.outerHTML.slice(0, 60)} ${box.width} x ${box.height}`),
            );
            expect([path, small]).toEqual([path, []]);
            await page.context().close();
        }
    });

    test("the page is sent with headers that keep it safe, compressed, and its files to be kept for ever", async () => {
        const page = await fetch(inject("site"));
        const policy = page.headers.get("content-security-policy") ?? "";
        expect(policy).toContain("default-src 'none'");
        expect(policy).not.toContain("'unsafe-inline'");
        expect(policy).not.toMatch(/'unsafe-eval'/);
        expect(policy).toContain("frame-ancestors 'none'");
        expect(page.headers.get("x-content-type-options")).toBe("nosniff");
        expect(page.headers.get("referrer-policy")).toMatch(/no-referrer|same-origin/);
        const html = await page.text();
        expect(html.slice(0, 1024)).toContain("charset");
        for (const [, file] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) {
            const answer = await fetch(inject("site") + file, { headers: { "Accept-Encoding": "br" } });
            expect(answer.headers.get("content-encoding")).toBe("br");
            expect(answer.headers.get("cache-control")).toMatch(/immutable/);
        }
    });

    test("the manifest names, colours and draws the game for a phone's screen", () => {
        const manifest = JSON.parse(
            readFileSync(new URL("../../build/web/manifest.webmanifest", import.meta.url), "utf8"),
        );
        expect(manifest).toMatchObject({
            name: expect.any(String),
            short_name: expect.any(String),
            start_url: "/",
            scope: "/",
            display: "standalone",
            background_color: expect.stringMatching(/^#/),
            theme_color: expect.stringMatching(/^#/),
        });
        const purposes = manifest.icons.map(({ purpose }: { purpose?: string }) => purpose ?? "any");
        expect(purposes).toEqual(expect.arrayContaining(["any", "maskable"]));
    });
});
