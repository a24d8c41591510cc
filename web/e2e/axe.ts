/** What axe finds wrong with a page. */
import { readFileSync } from "node:fs";
import type axe from "axe-core";
import type { Page } from "playwright-core";

const source = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** Best practices included, once everything has come to rest. */
export async function violations(page: Page): Promise<string[]> {
    await page.evaluate(
        () =>
            Promise.allSettled(
                document
                    .getAnimations()
                    .filter((animation) => animation.effect?.getTiming().iterations !== Infinity)
                    .map((animation) =>
                        animation.finished.then(
                            () => {},
                            () => {},
                        ),
                    ),
            ).then(() => {}),
        undefined,
    );
    await page.evaluate(source);
    return page.evaluate(async () => {
        const { axe: loaded } = window as unknown as { axe: typeof axe };
        const { violations } = await loaded.run(document, { resultTypes: ["violations"] });
        return violations.flatMap(({ id, nodes }) =>
            nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary}`),
        );
    });
}
