/** Word of a lost network and of a new version. */

import { loadNewVersion, newVersion } from "../device/installation";
import { online } from "../device/network";
import { words } from "../words/words";

export function Notices() {
    const text = words.value.offline;
    return (
        <div class="notices" role="status">
            {!online.value && <p class="notice">{text.offline}</p>}
            {newVersion.value && (
                <p class="notice">
                    {text.newVersion}{" "}
                    <button type="button" class="link-button" onClick={loadNewVersion}>
                        {text.reload}
                    </button>
                </p>
            )}
        </div>
    );
}
