/** New devices: the network is opened, who comes is seen at once, named, put into a room, tried, and made a flow of. */
import { useState } from "preact/hooks";
import { FlowDialog } from "../flow/dialog.tsx";
import { useHome } from "../hooks.ts";
import { say } from "../texts.ts";
import { Fold } from "../widgets/fold.tsx";
import { Button } from "../widgets/widgets.tsx";
import { InstallCode } from "./code.tsx";
import { Newcomers } from "./newcomers-list.tsx";
import { Opening } from "./opening.tsx";
import { Touchlink } from "./touchlink.tsx";
import "./pairing.css";

export function Pairing() {
  const { editor } = useHome();
  const [flowFor, setFlowFor] = useState<readonly string[] | undefined>(undefined);
  return (
    <>
      <Opening />
      <Newcomers {...(editor ? { onFlow: setFlowFor } : {})} />
      {editor && (
        <section class="zg-section" aria-labelledby="zg-flows">
          <h2 id="zg-flows">{say("pairing.flow.title")}</h2>
          <p class="zg-hint">{say("pairing.flow.about")}</p>
          <Button icon="flow" onClick={() => setFlowFor([])}>
            {say("pairing.flow.make")}
          </Button>
        </section>
      )}
      <Fold title={say("pairing.code.title")}>
        <InstallCode />
      </Fold>
      <Fold title={say("pairing.touchlink.title")}>
        <Touchlink />
      </Fold>
      {editor && flowFor && <FlowDialog editor={editor} devices={flowFor} onClose={() => setFlowFor(undefined)} />}
    </>
  );
}
