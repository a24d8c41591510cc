/** The real server for the tests: started once, with its data in a folder of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";

declare module "vitest" {
    interface ProvidedContext {
        site: string;
    }
}

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export function program(): string {
    const named = process.env.BAGHCHAL_PROGRAM;
    const found = [named, path("../../build/release/baghchal"), path("../../build/dev/baghchal")].find(
        (file) => file !== undefined && existsSync(file),
    );
    if (found === undefined) {
        throw new Error("the program is not built");
    }
    return found;
}

export interface RunningServer {
    site: string;
    process: ChildProcess;
    stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a server; resolves once it says where it is. */
export function startServer(data: string, port = 0): Promise<RunningServer> {
    const child = spawn(
        program(),
        ["serve", "--port", String(port), "--data", data, "--solve", "no", "--web", path("../../build/web")],
        { stdio: ["ignore", "pipe", "pipe"] },
    );
    servers.push(child);
    return new Promise((resolve, reject) => {
        let said = "";
        const listen = (chunk: Buffer): void => {
            said += String(chunk);
            const site = /(http:\/\/[0-9.:]+)\//.exec(said)?.[1];
            if (site !== undefined) {
                resolve({
                    site,
                    process: child,
                    stop: (signal = "SIGTERM") =>
                        new Promise((stopped) => {
                            child.once("exit", () => stopped());
                            child.kill(signal);
                        }),
                });
            }
        };
        child.stdout.on("data", listen);
        child.stderr.on("data", listen);
        child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
    });
}

const folders: string[] = [];
const servers: ChildProcess[] = [];

// Also when a test fails halfway nothing stays behind.
process.on("exit", () => {
    for (const server of servers) {
        server.kill("SIGKILL");
    }
    for (const folder of folders) {
        rmSync(folder, { recursive: true, force: true });
    }
});

export function dataFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), "baghchal-e2e-"));
    folders.push(folder);
    return folder;
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
    const server = await startServer(dataFolder());
    project.provide("site", server.site);
    return () => server.stop();
}
