/** Light or dark: what the system prefers, unless the reader chooses. */

import { signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";

const KEY = "queens.theme";

function stored(): Theme {
  try {
    const text = localStorage.getItem(KEY);
    return text === "light" || text === "dark" ? text : "system";
  } catch {
    // This browser stores nothing.
    return "system";
  }
}

const system = matchMedia("(prefers-color-scheme: dark)");

export const theme = signal<Theme>(stored());
/** Whether the page is dark just now; charts redraw when it changes. */
export const dark = signal(false);

function apply(): void {
  dark.value = theme.value === "system" ? system.matches : theme.value === "dark";
  document.documentElement.dataset.theme = dark.value ? "dark" : "light";
}

system.addEventListener("change", apply);
theme.subscribe(apply);

export function setTheme(choice: Theme): void {
  theme.value = choice;
  try {
    if (choice === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // It holds until the page is left.
  }
}
