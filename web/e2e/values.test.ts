/** Exact values on the page. The server of the tests has no solution, so what it would say is put in its mouth. */
import type { BrowserContext, Page, Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { violations } from "./axe";
import { forgive, move, moveQuickly, pressSurely, tap, visit, waitForMessage, waitForTurn } from "./browser";

type Result = "1-0" | "0-1" | "1/2-1/2";

/** The server's answers: a solution, and values by the number of moves made, with the best move where there is one. */
function solved(values: (plies: number) => { result: Result; best?: string; next?: string; nextResult?: Result }) {
    return async (context: BrowserContext): Promise<void> => {
        await context.route("**/api/v1/server", async (route: Route) => {
            const answer = await (await route.fetch()).json();
            await route.fulfill({ json: { ...answer, solutions: [{ rules: "nepal", placement: true }] } });
        });
        await context.route("**/api/v1/values?*", async (route: Route) => {
            const moves = new URL(route.request().url()).searchParams.get("moves") ?? "";
            const { result, best, next, nextResult } = values(moves === "" ? 0 : moves.split(",").length);
            const value = (text: string, worth: Result) => ({
                move: text,
                result: worth,
                zero: worth === "1/2-1/2" ? null : 3,
                end: worth === "1/2-1/2" ? null : 7,
                repeats: false,
            });
            await route.fulfill({
                json: {
                    rules: "nepal",
                    position: "",
                    ...value("", result),
                    moves: [
                        ...(best === undefined ? [] : [value(best, result)]),
                        ...(next === undefined ? [] : [value(next, nextResult ?? result)]),
                    ],
                },
            });
        });
    };
}

/** The goats throw a draw away with c3, the tigers let the win slip, the goats throw the draw away again. */
const story = solved(
    (plies) =>
        [
            { result: "1/2-1/2", best: "c1", next: "c3", nextResult: "0-1" } as const,
            { result: "0-1", best: "a1-a2", next: "a1-b2", nextResult: "1/2-1/2" } as const,
            { result: "1/2-1/2", best: "d5", next: "b3", nextResult: "0-1" } as const,
            { result: "0-1", best: "b2xb4" } as const,
        ][plies] ?? { result: "1/2-1/2" },
);

async function finishedGame(options: Parameters<typeof visit>[0]): Promise<Page> {
    const page = await visit({ ...options, choices: { opponent: "device", ...options?.choices } });
    await tap(page, "c3");
    await page.waitForURL("**/play");
    await moveQuickly(page, ["a1-b2", "b3"]);
    await pressSurely(page, ".game-actions button:has-text('Resign')", "text=Really resign?");
    await page.waitForSelector(".end");
    return page;
}

describe("where the server has a solution", () => {
    test("the review of a finished game says what each move did", async () => {
        const page = await finishedGame({ prepare: story });
        await page.waitForSelector("[data-review=exact]");
        await page.click(".end >> text=Review");
        await page.click("[aria-label='One turn forward']");
        await waitForMessage(
            page,
            /Turn 1 of 3\. .*c3 turns a draw into a loss\. Better was c1\. Now the tigers can win within 7 turns\./,
        );
        await page.click("[aria-label='One turn forward']");
        await waitForMessage(page, /a1-b2 lets a win slip: now it is a draw\. Better was a1-a2\./);
        await page.click("[aria-label='One turn forward']");
        expect(await page.locator(".move-mark").allTextContents()).toEqual(["?", "?", "?"]);
        expect(await page.locator(".move .hidden").first().textContent()).toBe(", changes the outcome");
        expect(await violations(page)).toEqual([]);
    });

    test("the moves that changed the outcome are listed, and each leads to its position", async () => {
        const page = await finishedGame({ prepare: story });
        await page.waitForSelector("[data-review=exact]");
        expect(await page.locator(".turning-point").allTextContents()).toEqual([
            "Turn 1c3 turns a draw into a loss.",
            "Turn 2a1-b2 lets a win slip: now it is a draw.",
            "Turn 3b3 turns a draw into a loss.",
        ]);
        await page.click(".turning-point >> nth=1");
        await waitForMessage(page, /Turn 2 of 3/);
        await page.click("text=Back to the game");
        await page.waitForSelector(".end");
    });

    test("stepping through the review leaves the buttons where they are, on a phone", async () => {
        for (const language of ["en", "ne"] as const) {
            const page = await visit({
                width: 360,
                height: 740,
                language,
                choices: { language },
                path: "/game?rules=nepal&moves=c3~a1b2~b3",
                prepare: story,
            });
            await page.waitForSelector("[data-review=exact]");
            const top = (): Promise<number> =>
                page.$eval(".steppers", (element) => element.getBoundingClientRect().top + window.scrollY);
            const before = await top();
            for (let step = 0; step < 2; step += 1) {
                await page.locator(".steppers button").nth(2).click();
                await page.locator(".move[aria-current]").waitFor();
                expect(await top()).toBe(before);
            }
        }
    });

    test("a hint rests on the solution, and is shown on the board", async () => {
        const page = await visit({
            prepare: solved(() => ({ result: "1-0", best: "b4" })),
            choices: { opponent: "device" },
        });
        await tap(page, "c3");
        await page.waitForURL("**/play");
        await move(page, "a1-b2");
        await page.click("[aria-label=Hint]");
        await waitForMessage(page, "b4 keeps the win, that is certain.");
        expect(await page.locator(".mark").count()).toBe(1);
        expect(await violations(page)).toEqual([]);
        await tap(page, "b4");
        await page.locator(".mark").waitFor({ state: "detached" });
    });

    test("perfect play can be chosen, and its game is played at a table of the server", async () => {
        const page = await visit({ prepare: solved(() => ({ result: "1/2-1/2" })) });
        await page.waitForSelector("[data-perfect=whole]");
        await page.click("text=Perfect play");
        expect(await page.locator("#level").count()).toBe(0);
        await tap(page, "c5");
        await page.waitForURL("**/t/*");
        await waitForTurn(page, "goats");
        await page.waitForFunction(() => document.querySelectorAll(".move").length === 2);
        expect(await page.textContent(".strip-tigers .strip-name")).toContain("Computer, perfect");
    });
});

describe("where there are no exact values", () => {
    test("the review says that the server has no solution of the rules, and shows the engine's move", async () => {
        const page = await finishedGame({ choices: { "goats-to-win": 6 } });
        await page.waitForSelector("[data-review=rules]");
        expect(await page.textContent(".review [role=status]")).toContain("the server has no solution of these rules");
        await page.click(".end >> text=Review");
        await waitForMessage(page, /Turn 0 of 3\. .*The engine would play [a-e][1-5]\.$/);
        expect(await violations(page)).toEqual([]);
    });

    test("the review says that there are none where repetition is forbidden", async () => {
        const page = await finishedGame({ choices: { repetition: "forbidden" } });
        await page.waitForSelector("[data-review=history]");
        expect(await page.textContent(".review [role=status]")).toContain("where repetition is forbidden");
    });

    test("the review says that the server cannot be reached", async () => {
        const page = await finishedGame({
            prepare: (context) => context.route("**/api/v1/**", (route) => route.abort()),
        });
        await page.waitForSelector("[data-review=unreachable]");
        expect(await page.textContent(".review [role=status]")).toContain("cannot be reached");
        forgive();
    });

    test("a hint comes from the engine and says so", async () => {
        const page = await visit();
        await tap(page, "c5");
        await page.waitForURL("**/play");
        await waitForTurn(page, "goats");
        await page.click("[aria-label=Hint]");
        await waitForMessage(page, /^The engine would play [a-e][1-5]\. There are no exact values/);
        expect(await page.locator(".mark").count()).toBe(1);
    });

    test("perfect play cannot be chosen, and the page says why", async () => {
        const page = await visit({ choices: { perfect: true } });
        await page.waitForSelector("[data-perfect=rules]");
        expect(await page.locator(".perfect input").isDisabled()).toBe(true);
        expect(await page.locator(".perfect input").isChecked()).toBe(false);
        expect(await page.textContent(".perfect p")).toContain("the server has no solution");
        await page.click("label:has-text('Not allowed')");
        await page.waitForSelector("[data-perfect=history]");
        // The game is played all the same, at the level.
        await tap(page, "c5");
        await page.waitForURL("**/play");
        await waitForTurn(page, "goats");
    });

    test("perfect play says that it needs the server when that cannot be reached", async () => {
        const page = await visit({
            prepare: (context) => context.route("**/api/v1/server", (route) => route.abort()),
        });
        await page.waitForSelector("[data-perfect=unreachable]");
        forgive();
    });
});
