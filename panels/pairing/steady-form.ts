/**
 * A form stays where it is while somebody fills it in, however many newcomers appear above it: the panel scrolls along
 * by as much as they take.
 */
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

interface HeldForm {
  readonly form: Element;
  readonly top: number; // pixels, in the window
}

export function useSteadyForm(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const own = root.current;
    const panel = own?.closest(".zg-panel");
    if (!own || !panel) return;
    let held: HeldForm | undefined;
    const note = () => {
      const form = document.activeElement?.closest("form");
      held = form && own.contains(form) ? { form, top: form.getBoundingClientRect().top } : undefined;
    };
    const restore = () => {
      if (held?.form.isConnected) panel.scrollTop += held.form.getBoundingClientRect().top - held.top;
      note();
    };
    const sizes = new ResizeObserver(restore); // tells before anything is painted
    sizes.observe(own);
    own.addEventListener("focusin", note);
    own.addEventListener("focusout", note);
    panel.addEventListener("scroll", note);
    return () => {
      sizes.disconnect();
      own.removeEventListener("focusin", note);
      own.removeEventListener("focusout", note);
      panel.removeEventListener("scroll", note);
    };
  }, [root]);
}
