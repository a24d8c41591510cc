import { render } from "preact";
import { Gradients } from "./board/Artwork";
import { install } from "./device/installation";
import { listenForNetwork } from "./device/network";
import { applyPreferences } from "./device/preferences";
import { listenForAddress } from "./device/router";
import { listenForUnlock } from "./device/sound";
import { App } from "./pages/App";
import "./styles/base.css";
import "./styles/board.css";
import "./styles/game.css";
import "./styles/pages.css";

applyPreferences();
listenForAddress();
listenForNetwork();
listenForUnlock();

const root = document.getElementById("page");
if (root !== null) {
    render(
        <>
            <Gradients />
            <App />
        </>,
        root,
    );
}
if (import.meta.env.PROD) {
    void install();
}
