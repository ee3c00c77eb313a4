/** Dragging from one square of a board to others, with a mouse, a pen or a finger. */

import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { type Square, parseSquare, same } from "../board";

export interface Drag {
  /** Whether a drag may begin on this square. */
  begins: (from: Square, pointer: string) => boolean;
  /** The pointer came over another square. */
  over: (to: Square, from: Square) => void;
  /** The drag has ended on another square than it began, or was broken off (null). */
  ended: (to: Square | null, from: Square) => void;
}

const squareAt = (target: Element | null) =>
  parseSquare(target?.closest("[data-square]")?.getAttribute("data-square") ?? "");

/** A press without a move to another square stays a click. */
export function useDrag(place: RefObject<HTMLElement | null>, drag: Drag): void {
  const latest = useRef(drag);
  latest.current = drag;
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    let now: { from: Square; at: Square; pointer: number; x: number; y: number } | null = null;
    const down = (event: PointerEvent) => {
      const from = squareAt(event.target as Element);
      if (!from || event.button !== 0 || !latest.current.begins(from, event.pointerType)) return;
      const { pointerId: pointer, clientX: x, clientY: y } = event;
      now = { from, at: from, pointer, x, y };
    };
    const move = (event: PointerEvent) => {
      if (!now || event.pointerId !== now.pointer) return;
      const { clientX: x, clientY: y } = event;
      // A fast pointer leaps over squares; the way between is walked in small steps.
      const steps = Math.max(1, Math.ceil(Math.hypot(x - now.x, y - now.y) / 8));
      for (let step = 1; step <= steps; step += 1) {
        const part = step / steps;
        const target = document.elementFromPoint(
          now.x + part * (x - now.x),
          now.y + part * (y - now.y),
        );
        const to = element.contains(target) ? squareAt(target) : null;
        if (!to || same(to, now.at)) continue;
        element.setPointerCapture(now.pointer);
        now.at = to;
        latest.current.over(to, now.from);
      }
      now = { ...now, x, y };
    };
    const end = (event: PointerEvent) => {
      if (!now || event.pointerId !== now.pointer) return;
      const { from, at } = now;
      const moved = element.hasPointerCapture(now.pointer);
      now = null;
      if (moved) latest.current.ended(event.type === "pointerup" ? at : null, from);
    };
    element.addEventListener("pointerdown", down);
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", end);
    element.addEventListener("pointercancel", end);
    return () => {
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerup", end);
      element.removeEventListener("pointercancel", end);
    };
  }, [place]);
}
