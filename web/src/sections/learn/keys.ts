/** The keys of a search that goes step by step. */

import { useEffect, useRef } from "preact/hooks";

/** Keys work unless what has the focus has its own use for them. */
export function useKeys(actions: Record<string, () => void>) {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (hasUseFor(event.target as Element, event.key)) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const action = latest.current[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", press);
    document.addEventListener("mousedown", keepFocus);
    return () => {
      document.removeEventListener("keydown", press);
      document.removeEventListener("mousedown", keepFocus);
    };
  }, []);
}

/** Whether an element that has the focus does something of its own with a key. */
function hasUseFor(element: Element, key: string): boolean {
  if (element.closest("select, textarea, [role=gridcell], [role=region]")) return true;
  if (element.closest("input:not([type=checkbox])")) return true;
  return key === " " && element.closest("a, button, input, summary") !== null;
}

/** A click leaves the focus where it is, so that the space bar goes on playing and pausing. */
function keepFocus(event: MouseEvent): void {
  if ((event.target as Element).closest(".controls button")) event.preventDefault();
}
