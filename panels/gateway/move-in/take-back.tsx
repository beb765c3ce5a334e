/** Taking back the last move or restore, with how the house goes back to the other program; shown where there is something to take back. */
import { useState } from "preact/hooks";
import { IMPORT } from "../../../src/model/imports/wish.ts";
import type { Values } from "../../../src/model/resource.ts";
import { useApi, useHouse, useNote, useQuery, useRead } from "../../hooks.ts";
import { perform } from "../../perform.ts";
import { say } from "../../texts.ts";
import { Question } from "../../widgets/dialog.tsx";
import { Button } from "../../widgets/widgets.tsx";
import { reportIn, Sentences } from "./report.tsx";

export function TakeBack() {
  const api = useApi();
  const jobs = useHouse(({ jobs }) => Object.values(jobs).map(sayProgress).join()); // a restore is done when the gateway has begun anew
  const { answer: isSetAside, again } = useQuery(() => api.isSetAside(), [api, jobs]);
  const [isAsked, ask] = useState(false);
  const close = () => {
    ask(false);
    again();
  };
  if (!isSetAside && !isAsked) return null;
  return (
    <>
      <div class="zg-actions">
        <Button icon="back" onClick={() => ask(true)}>
          {say("moving.undo")}
        </Button>
      </div>
      {isAsked && <TakeBackQuestion onClose={close} />}
    </>
  );
}

function sayProgress({ does, status }: Values): string {
  return `${does} ${status}`;
}

function TakeBackQuestion({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const note = useNote();
  const jobs = useRead<Readonly<Record<string, Values>>>("/imports");
  const moves = Object.values(jobs ?? {}).filter((job) => job.does === IMPORT && job.status === "done");
  const { back = [] } = reportIn(moves.at(-1) ?? {}) ?? {};
  const undo = async () => {
    const { refusal } = await perform(api, { method: "POST", address: "/imports/undo" });
    note(say(refusal === undefined ? "moving.undone" : "moving.nothing"), refusal === undefined ? "lasting" : "bad");
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
