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
