/**
 * The page without a network: every file of the build is kept, a build's files all together under its version.
 *
 * A new version is fetched beside the old one and takes over when the page asks for it, or when no page is open any more; the
 * page is then loaded again, so that files of two builds never meet. The files of the version before are kept until the next
 * one, for pages that another tab still has open.
 */
declare const self: ServiceWorkerGlobalScope;

// The build puts both in.
const version = "__VERSION__";
const files = "__FILES__" as unknown as string[];

const prefix = "baghchal-";
const cacheName = `${prefix}${version}`;
const page = "/";

async function keepFiles(): Promise<void> {
    const cache = await caches.open(cacheName);
    const requests = [page, ...files].map((file) => new Request(file, { cache: "reload" }));
    await cache.addAll(requests);
}

async function dropOldVersions(): Promise<void> {
    const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
    // Caches are listed in the order in which they were made: the last of the others is the version before this one.
    await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
}

async function answerPage(): Promise<Response> {
    const cache = await caches.open(cacheName);
    return (await cache.match(page)) ?? fetch(page);
}

async function answerFile(request: Request): Promise<Response> {
    const cache = await caches.open(cacheName);
    return (await cache.match(request)) ?? (await caches.match(request)) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(keepFiles()));

self.addEventListener("activate", (event) => event.waitUntil(dropOldVersions().then(() => self.clients.claim())));

self.addEventListener("message", (event) => {
    if (event.data === "take-over") {
        void self.skipWaiting();
    }
});

self.addEventListener("fetch", (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== "GET" || url.origin !== self.location.origin) {
        return;
    }
    if (request.mode === "navigate") {
        if (/^\/(play|learn|rules|game|t\/[^/]+)?$/.test(url.pathname)) {
            event.respondWith(answerPage());
        }
        return;
    }
    if (files.includes(url.pathname) || url.pathname.startsWith("/assets/")) {
        event.respondWith(answerFile(request));
    }
});

export {};
