import { render } from "preact";

import "./styles/theme.css";
import "./styles/page.css";
import "./theme";
// Before the route reads the address.
import "./token";
import { App } from "./app";

const root = document.getElementById("page");
if (root) render(<App />, root);

// The service worker lets the page open without its server. Browsers allow it in secure contexts: on this
// machine, or over HTTPS. Without it, the page works while it stays open.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => {
    navigator.serviceWorker.register("./offline.js").catch(() => undefined);
  });
}
