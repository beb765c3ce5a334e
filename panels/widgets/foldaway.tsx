/** What stands in sight where there is room for it, and on a phone behind a button: the filters of a list, what is seldom done. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { IconName } from "./icons.tsx";
import { Button } from "./widgets.tsx";

interface FoldawayProps {
  readonly icon: IconName;
  readonly label: string;
  readonly isInUse?: boolean; // what is folded away has an effect
  readonly children: ComponentChildren;
}

/** Its parts are laid out by what it stands in, whose width counts: a container. */
export function Foldaway({ icon, label, isInUse = false, children }: FoldawayProps) {
  const [isOpen, open] = useState(false);
  return (
    <>
      <span class={`zg-foldaway-key${isInUse ? " zg-in-use" : ""}`}>
        <Button icon={icon} label={label} isPressed={isOpen} onClick={() => open(!isOpen)} />
      </span>
      <div class={`zg-foldaway${isOpen ? "" : " zg-folded"}`}>{children}</div>
    </>
  );
}
