/** Browsers for the tests: each visitor is a context of its own, whose page must neither fail nor complain. */
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";

export interface Visit {
    path?: string;
    site?: string;
    width?: number;
    height?: number;
    dark?: boolean;
    touch?: boolean;
    language?: "en" | "ne";
    reducedMotion?: boolean;
    serviceWorker?: boolean;
    /** Remembered choices, as the page keeps them. */
    choices?: Record<string, unknown>;
    prepare?: (context: BrowserContext) => Promise<unknown>;
}

let browser: Browser | undefined;
const contexts: BrowserContext[] = [];
const complaints: string[] = [];

beforeAll(async () => {
    browser = await chromium.launch({
        executablePath: process.env.BAGHCHAL_CHROMIUM ?? "/usr/bin/chromium",
        args: ["--no-sandbox"],
    });
});

afterAll(async () => {
    await browser?.close();
});

afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(complaints.splice(0)).toEqual([]);
});

/** What a test lets the page complain of: a server that is down, a refusal that is meant. */
export function forgive(): void {
    complaints.length = 0;
}

export async function visit(options: Visit = {}): Promise<Page> {
    if (browser === undefined) {
        throw new Error("no browser");
    }
    const { width = 1280, height = 800, language = "en" } = options;
    const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: options.dark ? "dark" : "light",
        reducedMotion: options.reducedMotion ? "reduce" : "no-preference",
        hasTouch: options.touch ?? false,
        isMobile: options.touch ?? false,
        locale: language === "ne" ? "ne-NP" : "en-GB",
        serviceWorkers: options.serviceWorker ? "allow" : "block",
    });
    context.setDefaultTimeout(60000);
    contexts.push(context);
    await context.addInitScript((choices) => {
        try {
            for (const [key, value] of Object.entries(choices)) {
                if (localStorage.getItem(`baghchal.${key}`) === null) {
                    localStorage.setItem(`baghchal.${key}`, JSON.stringify(value));
                }
            }
        } catch {
            // A browser that keeps nothing.
        }
    }, options.choices ?? {});
    await options.prepare?.(context);
    const page = await context.newPage();
    listen(page);
    await page.goto((options.site ?? inject("site")) + (options.path ?? "/"));
    return page;
}

/** Another tab of the same visitor. */
export async function secondTab(page: Page, url: string): Promise<Page> {
    const other = await page.context().newPage();
    listen(other);
    await other.goto(url);
    return other;
}

function listen(page: Page): void {
    page.on("pageerror", (error) => complaints.push(`${error.message}`));
    page.on("console", (message) => {
        const text = message.text();
        if (message.type() === "error" && !text.includes("Service Worker registration blocked")) {
            complaints.push(text);
        }
    });
}

/** Clicks points of the board. */
export async function tap(page: Page, ...points: string[]): Promise<void> {
    for (const point of points) {
        await page.click(`[data-name=${point}]`);
    }
}

/** The board as the buttons describe it: the label of a point. */
export async function label(page: Page, point: string): Promise<string> {
    return (await page.getAttribute(`[data-name=${point}]`, "aria-label")) ?? "";
}

export async function waitForLabel(page: Page, point: string, part: string): Promise<void> {
    await page.waitForSelector(`[data-name=${point}][aria-label*="${part}"]`);
}

/** Makes a move given as c3, a1-b2 or a1xc3. */
export async function move(page: Page, text: string): Promise<void> {
    await tap(page, ...text.split(/[-x]/));
}

/** Makes many moves, as fast as the page takes them. */
export async function moveQuickly(page: Page, moves: readonly string[]): Promise<void> {
    await page.evaluate(async (texts) => {
        for (const point of texts.flatMap((text) => text.split(/[-x]/))) {
            document.querySelector<HTMLElement>(`[data-name=${point}]`)?.click();
            await new Promise((resolve) => setTimeout(resolve, 0));
            await new Promise((resolve) => setTimeout(resolve, 0));
        }
    }, moves);
}

export async function waitForTurn(page: Page, side: "goats" | "tigers"): Promise<void> {
    await page.waitForSelector(`.strip-${side}.strip-turn, .end`);
}

/** Waits until the line under the board says this, or something like it. */
export async function waitForMessage(page: Page, said: string | RegExp): Promise<void> {
    const line = page.locator(".game-message .message [role=status]");
    const wanted = typeof said === "string" ? new RegExp(`^${said.replaceAll(/[.?()]/g, "\\$&")}$`) : said;
    await line.filter({ hasText: wanted }).waitFor();
}

/** What has been copied, once the page says that it has. */
export async function copied(page: Page, button: string): Promise<string> {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.click(button);
    await page.waitForSelector("text=Copied");
    return page.evaluate(() => navigator.clipboard.readText());
}

/** Presses a button that asks once more, and answers it; again where a busy machine let the question lapse. */
export async function pressSurely(page: Page, button: string, sure: string): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
        await page.click(button);
        try {
            await page.click(sure, { timeout: 3500 });
            return;
        } catch (error) {
            if (attempt === 5) {
                throw error;
            }
        }
    }
}
