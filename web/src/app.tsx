/** The frame: header, sections, the section shown. */

import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { Teacher } from "./components/teacher";
import { Trouble } from "./components/trouble";
import { useAnswer } from "./latest";
import { isProjected, project } from "./projector";
import { NAVIGATION, type Section, addressOf, format, section } from "./route";
import { said } from "./said";
import { type Theme, setTheme, theme } from "./theme";

const TITLES: Record<Section, string> = {
  start: "Start",
  learn: "Learn",
  explore: "Explore",
  solve: "Solve",
  play: "Play",
  measure: "Measure",
  watch: "Watch",
};

/** Each section is loaded when it is first opened. */
const LOADERS: Record<Section, () => Promise<{ default: ComponentType }>> = {
  start: () => import("./sections/start"),
  learn: () => import("./sections/learn"),
  explore: () => import("./sections/explore"),
  solve: () => import("./sections/solve"),
  play: () => import("./sections/play"),
  measure: () => import("./sections/measure"),
  watch: () => import("./sections/watch"),
};

export function App() {
  const main = useRef<HTMLElement>(null);
  return (
    <>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          // The fragment is the route.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to the section
      </a>
      <Header />
      <Teacher />
      <main id="main" ref={main} tabIndex={-1}>
        <Shown section={section.value} />
      </main>
      <p class="hidden" role="status">
        {said.value}
      </p>
      <footer class="foot">
        <p>
          Everything is computed in your browser, or by the server of this page. Nothing is sent
          elsewhere.
        </p>
      </footer>
    </>
  );
}

/** One row. On a narrow screen the sections are in a menu, which the browser opens and closes. */
function Header() {
  const now = section.value;
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Without a menu there is none to close.
    if (menu.current?.matches(":popover-open")) menu.current.hidePopover();
  }, [now]);
  return (
    <header class="head">
      <div class="inner">
        <a
          class="brand"
          href={format("start")}
          aria-label="queens, to the start"
          aria-current={now === "start" ? "page" : undefined}
        >
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <path d="M5 10l6 7 5-11 5 11 6-7-3.5 14h-15z" />
            <rect x="8.5" y="25" width="15" height="2.6" rx="1.2" />
          </svg>
          queens
        </a>
        <span class="shown" aria-hidden="true">
          {now === "start" ? "" : TITLES[now]}
        </span>
        <button type="button" class="menu" popoverTarget="sections">
          Menu
        </button>
        <div class="sections" id="sections" popover="auto" ref={menu}>
          <nav aria-label="Sections">
            <ul>
              {NAVIGATION.map((name) => (
                <li key={name}>
                  <a href={addressOf(name)} aria-current={now === name ? "page" : undefined}>
                    {TITLES[name]}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <button
            type="button"
            class="projector"
            aria-pressed={isProjected.value}
            title="Large type, the board and the code alone"
            onClick={() => project(!isProjected.value)}
          >
            Projector
          </button>
          <label class="theme">
            <span>Theme</span>
            <select
              value={theme.value}
              onChange={(event) => setTheme(event.currentTarget.value as Theme)}
            >
              <option value="system">System</option>
              <option value="light">Light</option>
              <option value="dark">Dark</option>
            </select>
          </label>
        </div>
      </div>
    </header>
  );
}

function Shown({ section: name }: { section: Section }) {
  const { answer: loaded, error } = useAnswer(() => LOADERS[name](), [name]);
  useEffect(() => {
    said.value = "";
    scrollTo({ top: 0 });
    document.title = `queens: ${TITLES[name]}`;
  }, [name]);
  if (error !== null) {
    return (
      <Trouble
        message={`the section ${TITLES[name]} could not be loaded: ${String(error)}`}
        advice="load the page again"
      />
    );
  }
  if (loaded === null) return <p class="quiet">Loading…</p>;
  return <loaded.default />;
}
