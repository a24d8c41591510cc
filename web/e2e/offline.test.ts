import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import type { Request } from "playwright-core";
import { describe, expect, test } from "vitest";
import { forgive, label, move, tap, visit, waitForLabel, waitForTurn } from "./browser";

const build = new URL("../../build/web", import.meta.url).pathname;
const types: Record<string, string> = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
};

/** A site whose build can be exchanged for a later one: its page has another mark and its files other names. */
function exchangeableSite(): Promise<{ server: Server; site: string; exchange: () => void }> {
    let later = false;
    const rename = (text: string): string =>
        later
            ? text.replaceAll(/(index-[\w-]+)\.css/g, "later-$1.css").replaceAll("<body>", '<body data-later="1">')
            : text;
    const server = createServer((request, response) => {
        const path = new URL(request.url ?? "/", "http://site").pathname;
        const isFile = extname(path) !== "";
        const wanted = isFile ? path : "/index.html";
        const name = later ? wanted.replace("later-", "") : wanted;
        if (later && /\/index-[^/]*\.css$/.test(path)) {
            response.writeHead(404).end();
            return;
        }
        try {
            const content = readFileSync(build + name);
            const type = types[extname(name)] ?? "text/plain";
            response.setHeader("Content-Type", type);
            response.setHeader("Cache-Control", "no-cache");
            if (name === "/service_worker.js") {
                const text = rename(String(content));
                response.end(later ? text.replace(/"[0-9a-f]{12}"/, '"000000000001"') : text);
            } else {
                response.end(type === "text/html" ? rename(String(content)) : content);
            }
        } catch {
            response.writeHead(404).end();
        }
    });
    return new Promise((resolve) => {
        server.listen(0, "127.0.0.1", () => {
            const { port } = server.address() as AddressInfo;
            resolve({
                server,
                site: `http://127.0.0.1:${port}`,
                exchange: () => {
                    later = true;
                },
            });
        });
    });
}

describe("without a network", () => {
    test("after the first visit the computer, one device and the lesson work", async () => {
        const page = await visit({ serviceWorker: true });
        await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated");
        await page.context().setOffline(true);
        await page.reload();
        await page.waitForSelector("text=No network.");
        await tap(page, "c5");
        await waitForTurn(page, "goats");
        expect(await page.locator(".move").count()).toBe(2);
        await page.click("header >> text=How to play");
        await page.waitForSelector(".lesson");
        await page.goto(new URL("/learn", page.url()).href);
        await page.waitForSelector(".lesson");
        await page.goto(new URL("/", page.url()).href);
        await page.click("label:has-text('Two here')");
        await tap(page, "c3");
        await page.waitForURL("**/play");
        await move(page, "a1-b2");
        expect(await label(page, "b2")).toContain("tiger");
        forgive();
    });

    test("a friend's table says that the server cannot be reached", async () => {
        const page = await visit({ serviceWorker: true, choices: { opponent: "friend" } });
        await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated");
        await page.context().setOffline(true);
        await page.click(".start .primary");
        await page.waitForSelector(".refused");
        expect(await page.textContent(".refused")).toBe("The server cannot be reached");
        forgive();
    });
});

describe("a new version", () => {
    test("is offered, takes over when asked to, and leaves no stale file and no white page", async () => {
        const { server, site, exchange } = await exchangeableSite();
        const page = await visit({ site, serviceWorker: true, choices: { opponent: "device" } });
        await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated");
        await tap(page, "c3");
        await page.waitForURL("**/play");
        exchange();
        // The old page still works whole: its files are kept together.
        await page.reload();
        await waitForLabel(page, "c3", "goat");
        expect(await page.getAttribute("body", "data-later")).toBeNull();
        expect(await page.$eval(".primary, .action", (element) => getComputedStyle(element).display)).not.toBe("block");
        await page.waitForSelector("text=A new version is here.");
        await page.click("text=Load it");
        await page.waitForSelector("body[data-later]");
        await waitForLabel(page, "c3", "goat");
        server.close();
        server.closeAllConnections();
    });

    test("the page is installable: a manifest with icons and a service worker", async () => {
        const page = await visit({ serviceWorker: true });
        const manifest = await page.evaluate(async () => {
            const link = document.querySelector<HTMLLinkElement>("link[rel=manifest]");
            return (await fetch(link?.href ?? "")).json();
        });
        expect(manifest).toMatchObject({ start_url: "/", display: "standalone" });
        for (const icon of manifest.icons) {
            expect((await page.request.get(new URL(icon.src, page.url()).href)).status()).toBe(200);
        }
    });
});

describe("the first load", () => {
    test("is at most 120 KB of script, style and WebAssembly as sent, and nothing comes from elsewhere", async () => {
        const requests: Request[] = [];
        const page = await visit({
            prepare: async (context) => {
                context.on("requestfinished", (request) => requests.push(request));
            },
        });
        await page.waitForSelector(".board-picture");
        await page.waitForLoadState("networkidle");
        const sizes = new Map<string, number>();
        for (const request of requests) {
            sizes.set(request.url(), (await request.sizes()).responseBodySize);
        }
        const counted = [...sizes].filter(([url]) => /\.(js|css|wasm)$/.test(url));
        expect(counted.length).toBeGreaterThanOrEqual(3);
        expect(counted.reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(120 * 1024);
        const site = new URL(page.url()).origin;
        expect([...sizes.keys()].filter((url) => !url.startsWith(site))).toEqual([]);
    });
});
