import { render } from "preact";

import "./styles/theme.css";
import "./styles/page.css";
import "./styles/board.css";
import "./theme";
// Before the route reads the address.
import "./sections/watch/token";
import { App } from "./app";

const root = document.getElementById("page");
if (root) render(<App />, root);

// So that the page opens without its server. In secure contexts only: on this machine, or by HTTPS. Where a
// browser refuses, the page works as long as it is open.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => {
    navigator.serviceWorker.register("./offline.js").catch(() => undefined);
  });
}
