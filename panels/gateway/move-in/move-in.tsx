/** Moving in from another program. */
import { useState } from "preact/hooks";
import { say } from "../../texts.ts";
import { Button } from "../../widgets/widgets.tsx";
import { MoveDialog } from "./move-dialog.tsx";

export function MoveIn() {
  const [isOpen, open] = useState(false);
  return (
    <section class="zg-section" aria-labelledby="zg-move-in">
      <h2 id="zg-move-in">{say("moving.title")}</h2>
      <p class="zg-hint">{say("moving.about")}</p>
      <div class="zg-actions">
        <Button icon="house" onClick={() => open(true)}>
          {say("moving.open")}
        </Button>
      </div>
      {isOpen && <MoveDialog onClose={() => open(false)} />}
    </section>
  );
}
