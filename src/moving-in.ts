/**
 * Moving in from another program: its house is looked at in a process of its own, and what comes of it is staged as a backup is that is restored.
 * The next start finds the one house or the other, and what was here before is set aside.
 */
import { fileURLToPath } from "node:url";
import { dropRestore, stageRestore, stageUndo } from "./edges/disk/restore.ts";
import { VERSION } from "./edges/disk/versions.ts";
import { type RunningWork, runOnce } from "./edges/import-worker.ts";
import type { Gateway } from "./gateway.ts";
import type { ImportQuestion } from "./import-process.ts";
import type { ImportPlan, PresentGateway } from "./imports/plan/plan.ts";
import type { ToldNote } from "./imports/report.ts";
import { IMPORT, type Imports, type ImportWish } from "./model/imports/wish.ts";
import { JOBS, type RunningJob } from "./model/jobs.ts";
import type { Clock } from "./model/ports.ts";
import type { Cause } from "./model/resource.ts";
import { WHITELIST } from "./resources/config/keys.ts";
import { CONFIG } from "./resources/config/type.ts";

const SUFFIX = import.meta.url.endsWith(".ts") ? ".ts" : ".js"; // from the sources or built
const PROCESS = fileURLToPath(new URL(`./import-process${SUFFIX}`, import.meta.url));
const STEPS = 3; // look, stage, restart

export interface MovingInParts {
  readonly gateway: Gateway;
  readonly folder: string;
  readonly clock: Clock;
  /** The stick of the dialog. */
  readonly stick: { readonly path: string; readonly adapter?: string | undefined };
}

/** Why a move failed, with what the panels word themselves. */
class MoveError extends Error {
  readonly notes: readonly unknown[];

  constructor(says: string, notes: readonly unknown[] = []) {
    super(says);
    this.notes = notes;
  }
}

export class MovingIn implements Imports {
  readonly #parts: MovingInParts;
  #upload: { readonly id: string; readonly files: ReadonlyMap<string, Uint8Array> } | undefined;
  #uploads = 0;

  constructor(parts: MovingInParts) {
    this.#parts = parts;
  }

  begin(wish: ImportWish, cause: Cause): RunningJob | undefined {
    const jobs = this.#parts.gateway.engines.get(JOBS);
    if (jobs.running(IMPORT).length > 0) return undefined;
    let work: RunningWork | undefined;
    const job = jobs.begin({
      ...{ does: IMPORT, cause, ...(wish.go ? { total: STEPS, completedByRestart: true } : {}) },
      cancel: async () => {
        work?.cancel();
        if (wish.go) await dropRestore(this.#parts.folder);
      },
    });
    const look = (question: ImportQuestion) => {
      work = runOnce(PROCESS, question);
      return work.answer;
    };
    this.#run(wish, job, look).catch((error) => {
      if (error instanceof MoveError) job.found({ refused: error.notes });
      job.failed(error);
    });
    return job;
  }

  keep(files: ReadonlyMap<string, Uint8Array>): string {
    this.#uploads += 1;
    this.#upload = { id: String(this.#uploads), files };
    return this.#upload.id;
  }

  async undo(cause: Cause): Promise<boolean> {
    const { gateway, folder } = this.#parts;
    const job = gateway.engines.get(JOBS).begin({ does: "undo-import", cause, completedByRestart: true });
    const isThere = await stageUndo(folder).catch((error) => {
      job.failed(error);
      throw error;
    });
    if (isThere) job.progress(1, 2, "restart");
    else job.failed(new Error("nothing is set aside: there is nothing to take back"));
    return isThere;
  }

  async #run(wish: ImportWish, job: RunningJob, look: (question: ImportQuestion) => Promise<unknown>): Promise<void> {
    const answer = (await look({ source: this.#sourceOf(wish), options: this.#optionsOf(wish) })) as Answer;
    if (!job.isRunning) return;
    if ("refused" in answer) throw new MoveError(answer.refused.says, answer.refused.notes);
    if ("failed" in answer) throw new MoveError(answer.failed);
    const plan = answer.done;
    job.found({ report: plan.report });
    if (!wish.go) return job.done();
    job.progress(1, STEPS);
    demandGo(wish, plan);
    await this.#stage(plan, job);
  }

  /** The job goes along, as its own log. */
  async #stage({ records, radio, report }: ImportPlan, job: RunningJob): Promise<void> {
    const { gateway, folder, clock } = this.#parts;
    const own = gateway.store.record(job.address);
    const archive = {
      records: [...records, own],
      radio,
      about: { program: report.source.program },
      dataVersion: VERSION,
    };
    await stageRestore(folder, { ...archive, made: new Date(clock.now()).toISOString() });
    if (!job.isRunning)
      await dropRestore(folder); // cancelled meanwhile
    else job.progress(2, STEPS, "restart");
  }

  #sourceOf({ source }: ImportWish): ImportQuestion["source"] {
    if ("path" in source) return source;
    if (this.#upload?.id !== source.upload) throw new MoveError("what was uploaded is gone: upload it once more");
    return { name: [...this.#upload.files.keys()].join(", "), files: this.#upload.files };
  }

  #optionsOf({ stick, network, allKeys, areas }: ImportWish): ImportQuestion["options"] {
    const { clock, stick: own } = this.#parts;
    const isStick = own.path !== "virtual" && own.path !== "none";
    return {
      now: clock.now(),
      stick: { ...(isStick && { path: own.path }), ...(isStick && own.adapter && { adapter: own.adapter }), ...stick },
      present: this.#present(),
      ...(network && { network }),
      ...(allKeys && { allKeys }),
      ...(areas && { areas }),
    };
  }

  #present(): PresentGateway {
    const { store } = this.#parts.gateway;
    return {
      config: store.get(CONFIG)?.attr ?? {},
      keys: store.list(WHITELIST).map(({ address }) => store.record(address)),
      devices: store.list("/devices").filter(({ attr }) => attr.gone !== true).length,
      groups: store.count("/groups"),
    };
  }
}

type Answer =
  | { readonly done: ImportPlan }
  | { readonly refused: { readonly says: string; readonly notes: readonly ToldNote[] } }
  | { readonly failed: string };

function demandGo({ print, mayBeRare }: ImportWish, { report, radio }: ImportPlan): void {
  const { verdict, notes } = report.stick;
  if (verdict === "refused" || Object.keys(radio).length === 0)
    throw new MoveError(notes.map(({ says }) => says).join(". "), notes);
  if (verdict === "rare" && !mayBeRare) throw new MoveError(notes.map(({ says }) => says).join(". "), notes);
  if (print !== undefined && print !== report.source.print)
    throw new MoveError("the files have changed since they were looked at: look once more");
}
