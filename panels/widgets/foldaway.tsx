/** Controls that stand in sight where there is room, and on a phone behind a button: the filters of a list, rare actions. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { IconName } from "./icons.tsx";
import { Button } from "./widgets.tsx";

interface FoldawayProps {
  readonly icon: IconName;
  readonly label: string;
  readonly isInUse?: boolean; // the folded controls have an effect
  readonly children: ComponentChildren;
}

/** The element around it lays its parts out, and its width counts: a container. */
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
