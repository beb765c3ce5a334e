/** Moving in from another program, in three steps: where its house is, what would come, and go. Nothing is written before the last one. */
import { useState } from "preact/hooks";
import type { Values } from "../../../src/model/resource.ts";
import type { Api } from "../../api.ts";
import { SettingsButton } from "../../health/findings.tsx";
import { useApi, useNote } from "../../hooks.ts";
import { madeId, perform, sayFailure } from "../../perform.ts";
import { say } from "../../texts.ts";
import { Dialog } from "../../widgets/dialog.tsx";
import { Field, Select, TextField } from "../../widgets/fields.tsx";
import { Button, Fault } from "../../widgets/widgets.tsx";
import { sayRefused } from "./move-notes.ts";
import { Report, reportIn } from "./report.tsx";
import "./move-in.css";

const STICKS = ["", "same", "zstack", "ember", "deconz"] as const;
const LOOK_AGAIN = 400; // milliseconds

export function MoveIn() {
  const [isOpen, setOpen] = useState(false);
  const api = useApi();
  const note = useNote();
  const undo = async () => {
    const { refusal } = await perform(api, { method: "POST", address: "/imports/undo" });
    note(say(refusal === undefined ? "moving.ready" : "moving.nothing"), refusal === undefined ? "good" : "bad");
  };
  return (
    <section class="zg-section" aria-labelledby="zg-move-in">
      <h2 id="zg-move-in">{say("moving.title")}</h2>
      <p class="zg-hint">{say("moving.about")}</p>
      <div class="zg-actions">
        <Button icon="house" onClick={() => setOpen(true)}>
          {say("moving.open")}
        </Button>
        <Button icon="back" onClick={undo}>
          {say("moving.undo")}
        </Button>
      </div>
      {isOpen && <MoveDialog onClose={() => setOpen(false)} />}
    </section>
  );
}

function MoveDialog({ onClose }: { readonly onClose: () => void }) {
  const move = useMove();
  const [isGone, setGone] = useState(false);
  const { report, isReady, fault } = move;
  const canGo = report !== undefined && report.stick.verdict !== "refused" && !isReady;
  const go = () => move.run({ go: true, print: report?.source.print, rare: true, gone: isGone });
  const next = canGo ? (
    <Button kind="primary" onClick={go}>
      {say("moving.go")}
    </Button>
  ) : (
    <Button kind="primary" isDisabled={!move.hasSource} onClick={() => move.run({})}>
      {say("moving.look")}
    </Button>
  );
  return (
    <Dialog title={say("moving.title")} onClose={onClose} actions={isReady ? <SettingsButton /> : next}>
      {!report && <Source {...move} />}
      {report && !isReady && (
        <>
          <Report {...{ report, isGone, setGone }} />
          {canGo && <p>{say("moving.before")}</p>}
          <Button icon="back" onClick={move.forget}>
            {say("moving.other")}
          </Button>
        </>
      )}
      {isReady && <p role="status">{say("moving.ready")}</p>}
      {fault !== undefined && <Fault>{fault}</Fault>}
    </Dialog>
  );
}

/** Where the other program's house is, and the job that looks at it or brings it here. */
function useMove() {
  const api = useApi();
  const [path, setPath] = useState("");
  const [file, setFile] = useState<File | undefined>(undefined);
  const [stick, setStick] = useState("");
  const [upload, setUpload] = useState<string | undefined>(undefined);
  const [job, setJob] = useState<Values>({});
  const [fault, setFault] = useState<string | undefined>(undefined);
  const wish = (kept: string | undefined) => ({
    ...(kept === undefined ? { path: path.trim() } : { upload: kept }),
    ...(stick === "" ? {} : { stick: stick === "same" ? { same: true } : { adapter: stick, same: false } }),
  });
  const run = async (more: Values) => {
    setFault(undefined);
    try {
      const kept = file && (upload ?? (await api.upload(file)));
      setUpload(kept);
      const ended = await moved(api, { ...wish(kept), ...more });
      if (ended.status === "failed") setFault(sayRefused(ended));
      if (ended.status !== "failed" || !more.go) setJob(ended);
    } catch (error) {
      setFault(error instanceof RefusedMove ? error.message : sayFailure(error));
    }
  };
  return {
    ...{ path, stick, setPath, setStick, fault, run },
    setFile: (given: File | undefined) => {
      setFile(given);
      setUpload(undefined);
    },
    hasSource: path.trim() !== "" || file !== undefined,
    report: reportIn(job),
    isReady: (job.progress as Values | undefined)?.now === "restart",
    forget: () => setJob({}),
  };
}

interface SourceProps {
  readonly path: string;
  readonly stick: string;
  readonly setPath: (path: string) => void;
  readonly setFile: (file: File | undefined) => void;
  readonly setStick: (stick: string) => void;
}

function Source({ path, stick, setPath, setFile, setStick }: SourceProps) {
  return (
    <>
      <p>{say("moving.stop-first")}</p>
      <TextField label={say("moving.path")} hint={say("moving.path-hint")} value={path} onType={setPath} />
      <Field label={say("moving.file")} hint={say("moving.file-hint")}>
        {(input) => <input {...input} type="file" onChange={(event) => setFile(event.currentTarget.files?.[0])} />}
      </Field>
      <Select
        label={say("moving.stick")}
        value={stick}
        options={STICKS.map((each) => [each, say(`moving.sticks.${each || "settings"}`)])}
        onChange={setStick}
      />
    </>
  );
}

class RefusedMove extends Error {}

/** The job, when it has ended or waits for the restart. */
async function moved(api: Api, body: Values): Promise<Values> {
  const { reply, refusal } = await perform(api, { method: "POST", address: "/imports", body });
  if (refusal !== undefined || !reply) throw new RefusedMove(say("moving.failed", { reason: refusal ?? "" }));
  for (;;) {
    const { body: job } = await api.perform("GET", `/imports/${madeId(reply)}`);
    const { status, progress } = job as Values;
    if (status !== "running" || (progress as Values | undefined)?.now === "restart") return job as Values;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
  }
}
