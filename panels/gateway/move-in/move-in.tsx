/** Moving in from another program, and taking back what came last, with how the house goes back to that program. */
import { useState } from "preact/hooks";
import { IMPORT } from "../../../src/model/imports/wish.ts";
import type { Values } from "../../../src/model/resource.ts";
import { useApi, useNote, useRead } from "../../hooks.ts";
import { perform } from "../../perform.ts";
import { say } from "../../texts.ts";
import { Question } from "../../widgets/dialog.tsx";
import { Button } from "../../widgets/widgets.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { reportIn, Sentences } from "./report.tsx";
import "./move-in.css";

export function MoveIn() {
  const [opened, setOpened] = useState<"move" | "undo" | undefined>(undefined);
  const close = () => setOpened(undefined);
  return (
    <section class="zg-section" aria-labelledby="zg-move-in">
      <h2 id="zg-move-in">{say("moving.title")}</h2>
      <p class="zg-hint">{say("moving.about")}</p>
      <div class="zg-actions">
        <Button icon="house" onClick={() => setOpened("move")}>
          {say("moving.open")}
        </Button>
        <Button icon="back" onClick={() => setOpened("undo")}>
          {say("moving.undo")}
        </Button>
      </div>
      {opened === "move" && <MoveDialog onClose={close} />}
      {opened === "undo" && <TakeBack onClose={close} />}
    </section>
  );
}

function TakeBack({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const note = useNote();
  const jobs = useRead<Readonly<Record<string, Values>>>("/imports");
  const moves = Object.values(jobs ?? {}).filter((job) => job.does === IMPORT && job.status === "done");
  const { back = [] } = reportIn(moves.at(-1) ?? {}) ?? {};
  const undo = async () => {
    const { refusal } = await perform(api, { method: "POST", address: "/imports/undo" });
    note(say(refusal === undefined ? "moving.undone" : "moving.nothing"), refusal === undefined ? "good" : "bad");
  };
  return (
    <Question title={say("moving.undo")} yes={say("moving.undo-yes")} onYes={undo} onClose={onClose}>
      <p>{say("moving.undo-what")}</p>
      {back.length > 0 && (
        <>
          <h3>{say("moving.back")}</h3>
          <Sentences notes={back} />
        </>
      )}
    </Question>
  );
}
