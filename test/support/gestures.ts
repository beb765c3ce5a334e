/**
 * Counts the gestures on a page, by listening: each click (so a double click is two), drag and key is one gesture, a drop-down is two (it
 * is opened, and something is chosen), a text that is typed is one however long it is. An act of a script is none, nor is
 * a press at a device: keys of a remote are none of the page.
 */
import assert from "node:assert/strict";
import process from "node:process";
import type { Page } from "playwright-core";

export interface Gestures {
  /** Each of them so far, in words; a drop-down stands there twice. */
  list(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

interface Counting {
  readonly gestures: string[];
  readonly stop: () => void;
}

declare global {
  interface Window {
    countedGestures?: Counting;
  }
}

/** Counts from now on, until it is stopped or the page is left. */
export async function countGestures(page: Page): Promise<Gestures> {
  await page.evaluate(listen);
  return {
    list: () => page.evaluate(() => [...(window.countedGestures?.gestures ?? [])]),
    stop: () => page.evaluate(() => window.countedGestures?.stop()),
  };
}

/** That a task took so many at most; says how many, where the run asks for that (GESTURES). */
export async function assertGestures(gestures: Gestures, task: string, most: number): Promise<void> {
  const list = await gestures.list();
  await gestures.stop();
  const told = `${task}: ${list.length} gestures (at most ${most}): ${list.join(", ")}`;
  if (process.env.GESTURES) console.log(told);
  assert.ok(list.length > 0, `${task}: nothing was counted`);
  assert.ok(list.length <= most, told);
}

/** Runs in the browser, so it can use nothing from outside of itself. */
function listen(): void {
  window.countedGestures?.stop();
  const FAR = 8; // pixels: a pointer that moves on while the button is down drags
  const MODIFIERS = ["Shift", "Control", "Alt", "Meta", "AltGraph"];
  const NO_TEXT = /^(checkbox|radio|range|color|file|button|submit|reset|image)$/;
  const gestures: string[] = [];
  let typing: EventTarget | null = null; // the field in which a text is being typed
  let pressed: { readonly x: number; readonly y: number; readonly name: string } | undefined;

  const isText = (target: EventTarget | null) =>
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !NO_TEXT.test(target.type)) ||
    (target instanceof HTMLElement && target.isContentEditable);
  const nameOf = (target: EventTarget | null) => {
    if (!(target instanceof Element)) return "the page";
    const near = target.closest(
      "button, a, [role=option], [role=tab], label, input, select, g[id], [data-palette-type]",
    );
    const words = (near ?? target).textContent?.trim().replace(/\s+/g, " ").slice(0, 30);
    const { id } = near ?? target;
    return near?.getAttribute("data-palette-type") || near?.getAttribute("aria-label") || words || id || target.tagName;
  };
  const note = (gesture: string) => {
    typing = null;
    gestures.push(gesture);
  };
  const handlers: Record<string, (event: Event) => void> = {
    mousedown: (event) => {
      const { clientX: x, clientY: y, target } = event as MouseEvent;
      if (target instanceof HTMLSelectElement || target instanceof HTMLOptionElement) return;
      pressed = { x, y, name: nameOf(target) };
    },
    mouseup: (event) => {
      const { clientX, clientY } = event as MouseEvent;
      if (!pressed) return;
      const { x, y, name } = pressed;
      pressed = undefined;
      note(`${Math.hypot(clientX - x, clientY - y) > FAR ? "drag" : "click"} ${name}`);
    },
    change: ({ target }) => {
      if (!(target instanceof HTMLSelectElement)) return;
      note(`open ${nameOf(target)}`);
      note(`choose ${target.selectedOptions[0]?.text ?? ""}`);
    },
    keydown: (event) => {
      const { key, repeat, target, ctrlKey, metaKey } = event as KeyboardEvent;
      if (repeat || MODIFIERS.includes(key)) return;
      const isTyped = isText(target) && !ctrlKey && !metaKey && (key.length === 1 || key === "Backspace");
      if (!isTyped) note(`key ${ctrlKey ? "Control+" : ""}${key}`);
    },
    input: ({ target }) => {
      if (!isText(target) || typing === target) return;
      note(`type into ${nameOf(target)}`);
      typing = target;
    },
  };
  const heard = (event: Event) => {
    const isByScript = !event.isTrusted && !["change", "input"].includes(event.type); // of those the tests send their own
    if (!isByScript) handlers[event.type]?.(event);
  };
  for (const type of Object.keys(handlers)) window.addEventListener(type, heard, true);
  window.countedGestures = {
    gestures,
    stop: () => {
      for (const type of Object.keys(handlers)) window.removeEventListener(type, heard, true);
    },
  };
}
