/** The three steps of moving in: where the house is, what would come, and go. Nothing is written before the last one. */
import { useRef, useState } from "preact/hooks";
import type { Values } from "../../../src/model/resource.ts";
import type { Api } from "../../api.ts";
import { SettingsButton } from "../../health/findings.tsx";
import { useApi, useHouse } from "../../hooks.ts";
import { madeId, perform, sayFailure } from "../../perform.ts";
import { say } from "../../texts.ts";
import { Dialog } from "../../widgets/dialog.tsx";
import { Field, Select, TextField } from "../../widgets/fields.tsx";
import { Button, Fault } from "../../widgets/widgets.tsx";
import { sayRefused } from "./move-notes.ts";
import { Report, reportIn } from "./report.tsx";

const STEPS = ["source", "report", "ready"] as const;
const STICKS = ["settings", "same", "zstack", "ember", "deconz"] as const;
const LOOK_AGAIN = 400; // milliseconds

interface Source {
  readonly path: string;
  readonly file?: File | undefined;
  readonly stick: (typeof STICKS)[number];
}

export function MoveDialog({ onClose }: { readonly onClose: () => void }) {
  const hasStick = useHouse(({ hasRadio, isVirtual }) => hasRadio && !isVirtual);
  const isVirtual = useHouse((house) => house.isVirtual);
  const [source, setSource] = useState<Source>({ path: "", stick: hasStick ? "settings" : "same" });
  const [isGone, setGone] = useState(false);
  const { job, fault, look, go, leave } = useMove(source);
  const report = reportIn(job);
  const isReady = isLaidReady(job);
  const canGo = report !== undefined && report.stick.verdict !== "refused";
  const step = isReady ? "ready" : report ? "report" : "source";
  const next = canGo ? (
    <Button kind="primary" onClick={() => go({ print: report.source.print, rare: true, gone: isGone })}>
      {say("moving.go")}
    </Button>
  ) : (
    <Button kind="primary" isDisabled={source.path.trim() === "" && !source.file} onClick={look}>
      {say("moving.look")}
    </Button>
  );
  return (
    <Dialog title={say("moving.title")} onClose={onClose} actions={isReady ? <SettingsButton /> : next}>
      <ol class="zg-moving-steps">
        {STEPS.map((each) => (
          <li key={each} aria-current={each === step ? "step" : undefined}>
            {say(`moving.steps.${each}`)}
          </li>
        ))}
      </ol>
      {step === "source" && <SourceForm {...{ source, hasStick }} onChange={setSource} />}
      {step === "report" && report && (
        <>
          <Report {...{ report, isGone, setGone }} />
          {canGo && <p>{say(isVirtual ? "moving.before-virtual" : "moving.before")}</p>}
          <Button icon="back" onClick={leave}>
            {say("moving.other")}
          </Button>
        </>
      )}
      {isReady && (
        <div role="status">
          <p>
            {say("moving.ready")} {!isVirtual && say("moving.ready-restart")}
          </p>
          <p class="zg-hint">{say("moving.then")}</p>
        </div>
      )}
      {fault !== undefined && <Fault>{fault}</Fault>}
    </Dialog>
  );
}

interface SourceFormProps {
  readonly source: Source;
  readonly hasStick: boolean; // set in the gateway
  readonly onChange: (source: Source) => void;
}

function SourceForm({ source, hasStick, onChange }: SourceFormProps) {
  const sticks = STICKS.filter((each) => hasStick || each !== "settings");
  const set = (more: Partial<Source>) => onChange({ ...source, ...more });
  return (
    <>
      <p>{say("moving.stop-first")}</p>
      <TextField
        label={say("moving.path")}
        hint={say("moving.path-hint")}
        value={source.path}
        onType={(path) => set({ path })}
      />
      <Field label={say("moving.file")} hint={say("moving.file-hint")}>
        {(input) => (
          <input {...input} type="file" onChange={(event) => set({ file: event.currentTarget.files?.[0] })} />
        )}
      </Field>
      <Select
        label={say("moving.stick")}
        value={source.stick}
        options={sticks.map((each) => [each, say(`moving.sticks.${each}`)])}
        onChange={(stick) => set({ stick: stick as Source["stick"] })}
      />
    </>
  );
}

/** Looks at the other program's house, and moves in from it. After a move that fails, the report of another look names the obstacle. */
function useMove({ path, file, stick }: Source) {
  const api = useApi();
  const [job, setJob] = useState<Values>({});
  const [fault, setFault] = useState<string | undefined>(undefined);
  const kept = useRef<{ readonly file: File; readonly id: string } | undefined>(undefined);
  const where = async () => {
    if (!file) return { path: path.trim() };
    if (kept.current?.file !== file) kept.current = { file, id: await api.upload(file) };
    return { upload: kept.current.id };
  };
  const run = async (more: Values) => {
    setFault(undefined);
    try {
      const body = { ...(await where()), ...STICK_WISHES[stick] };
      const ended = await moved(api, { ...body, ...more });
      if (ended.status !== "failed") return setJob(ended);
      const seen = more.go ? await moved(api, body) : {};
      setJob(seen);
      if (!reportIn(seen)?.running.length) setFault(sayRefused(ended)); // else the report says it on top
    } catch (error) {
      setFault(error instanceof RefusedMove ? error.message : sayFailure(error));
    }
  };
  return {
    ...{ job, fault, leave: () => setJob({}), look: () => run({}) },
    go: (more: Values) => run({ go: true, ...more }),
  };
}

const STICK_WISHES: Readonly<Record<Source["stick"], Values>> = {
  settings: {},
  same: { stick: { same: true } },
  zstack: { stick: { adapter: "zstack", same: false } },
  ember: { stick: { adapter: "ember", same: false } },
  deconz: { stick: { adapter: "deconz", same: false } },
};

class RefusedMove extends Error {}

/** The job, when it has ended or waits for the restart. */
async function moved(api: Api, body: Values): Promise<Values> {
  const { reply, refusal } = await perform(api, { method: "POST", address: "/imports", body });
  if (refusal !== undefined || !reply) throw new RefusedMove(say("moving.failed", { reason: refusal ?? "" }));
  for (;;) {
    const { body: job } = await api.perform("GET", `/imports/${madeId(reply)}`);
    if ((job as Values).status !== "running" || isLaidReady(job as Values)) return job as Values;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
  }
}

function isLaidReady({ progress }: Values): boolean {
  return (progress as Values | undefined)?.now === "restart";
}
