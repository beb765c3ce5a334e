/** A part of a page that is not there until somebody wants it. */
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { Icon } from "./icons.tsx";

export interface FoldProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

export function Fold({ title, children }: FoldProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <section class="zg-fold">
      <h3>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          <span class={isOpen ? "zg-turned" : ""}>
            <Icon name="next" />
          </span>
          {title}
        </button>
      </h3>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  );
}
