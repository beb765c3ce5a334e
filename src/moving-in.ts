/**
 * Moving in from another program: its house is looked at in a process of its own, and the result is staged like a restored backup.
 * The next start finds the one house or the other, and the former one is set aside.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { thawed } from "./core/records.ts";
import { recordsLeft } from "./edges/disk/recovery.ts";
import { dropRestore, stageRestore, stageUndo } from "./edges/disk/restore.ts";
import { VERSION } from "./edges/disk/versions.ts";
import { type RunningWork, runOnce } from "./edges/import-worker.ts";
import type { Gateway } from "./gateway.ts";
import type { LookedAt } from "./import-house.ts";
import type { ImportQuestion } from "./import-process.ts";
import type { ImportPlan, PresentGateway } from "./imports/plan/plan.ts";
import { type ImportReport, type ToldNote, told } from "./imports/report.ts";
import { collectionOf } from "./model/addresses.ts";
import type { StickSays } from "./model/imports/asked-stick.ts";
import { IMPORT, IMPORT_LOOK, type Imports, type ImportWish } from "./model/imports/wish.ts";
import { JOBS, JOBS_ADDRESS, type RunningJob } from "./model/jobs.ts";
import type { Clock } from "./model/ports.ts";
import type { Radio } from "./model/radio/radio-port.ts";
import type { Address, Cause } from "./model/resource.ts";
import { isSure, type OwnTraces, signsOf, stickHolders } from "./other-program.ts";
import { filesLeft } from "./radio/backup-files.ts";
import { recordIn } from "./radio/network-record.ts";
import { askStick, type StickTest } from "./radio/sticks.ts";
import { WHITELIST } from "./resources/config/keys.ts";
import { CONFIG } from "./resources/config/type.ts";

const SUFFIX = import.meta.url.endsWith(".ts") ? ".ts" : ".js"; // from the sources or built
const PROCESS = fileURLToPath(new URL(`./import-process${SUFFIX}`, import.meta.url));
const STEPS = 3; // look, stage, restart

interface MovingInParts {
  readonly gateway: Gateway;
  readonly folder: string;
  readonly stickFolder: string; // where a house lives that has a stick
  readonly clock: Clock;
  /** The stick of the dialog. */
  readonly stick: Pick<StickTest, "path" | "adapter" | "baudRate">;
  readonly radio: Radio;
  readonly own: () => OwnTraces;
}

/** Why a move failed, with the notes that the panels word themselves. */
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
    if (jobs.running(IMPORT).length + jobs.running(IMPORT_LOOK).length > 0) return undefined;
    let work: RunningWork | undefined;
    const job = jobs.begin({
      ...(wish.go ? { does: IMPORT, total: STEPS, completedByRestart: true } : { does: IMPORT_LOOK }),
      cause,
      cancel: async () => {
        work?.cancel();
        if (wish.go) await dropRestore(this.#parts.stickFolder);
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
    if (isThere) {
      job.found({ back: this.#wayBack() });
      job.progress(1, 2, "restart");
    } else job.failed(new Error("nothing is set aside: there is nothing to take back"));
    return isThere;
  }

  /** To the other program, with its stick: as the report of the last move had it. */
  #wayBack(): ImportReport["back"] {
    const moves = this.#parts.gateway.store
      .list(JOBS_ADDRESS)
      .filter(({ attr }) => attr.does === IMPORT && attr.status === "done");
    const report = moves.at(-1)?.state.report as ImportReport | undefined;
    return report?.back ?? [];
  }

  async #run(wish: ImportWish, job: RunningJob, look: (question: ImportQuestion) => Promise<unknown>): Promise<void> {
    const says = await this.#askStick(wish);
    if (!job.isRunning) return;
    const options = await this.#optionsOf(wish, says);
    if (!job.isRunning) return;
    const answer = (await look({ source: this.#sourceOf(wish), options })) as Answer;
    if (!job.isRunning) return;
    if ("refused" in answer) throw new MoveError(answer.refused.says, answer.refused.notes);
    if ("failed" in answer) throw new MoveError(answer.failed);
    const plan = answer.done;
    const sticks = [plan.report.stick.path, this.#pathOf(wish)].filter((path) => path !== "");
    const running = await signsOf({ ...plan.traces, program: plan.report.source.program, sticks }, this.#parts.own());
    if (!job.isRunning) return;
    const report: ImportReport = { ...plan.report, running };
    job.found({ report });
    if (!wish.go) return job.done();
    job.progress(1, STEPS);
    demandGone(wish, running);
    demandGo(wish, plan);
    await this.#stage({ ...plan, report }, job);
  }

  /** That of the wish, else that of the dialog; "" where there is none of hardware. */
  #pathOf({ stick }: ImportWish): string {
    const path = stick?.path ?? this.#parts.stick.path;
    return path === "virtual" || path === "none" ? "" : path;
  }

  /** A stick that another program has open is left alone; the gateway's own stick has told its network before. */
  async #askStick(wish: ImportWish): Promise<StickSays | undefined> {
    const { stick: own, radio } = this.#parts;
    const path = this.#pathOf(wish);
    if (path === "") return undefined;
    if (path === own.path && radio.up && radio.network) return await this.#ownStick(radio.network);
    const [holder] = await stickHolders(path);
    if (holder) return { reason: holder.says };
    const says = await askStick({ path, ...(path === own.path && { baudRate: own.baudRate, guess: own.adapter }) });
    const isMeant = !("adapter" in says) || (wish.stick?.adapter ?? says.adapter) === says.adapter;
    return isMeant ? says : undefined; // another one than that which is plugged in now
  }

  async #ownStick({ adapter, firmware }: NonNullable<Radio["network"]>): Promise<StickSays | undefined> {
    const { files } = await filesLeft(join(this.#parts.folder, "radio"));
    const record = recordIn(files["network.json"] ?? "");
    if (!record?.coordinator || record.channel === null) return undefined;
    const { key, panid, extendedpanid, channel, updateid, counter } = record;
    const address = record.coordinator.slice(2);
    const holds = { key, panid, extendedpanid, channel, updateid, counter, coordinator: address };
    return { adapter, firmware, address, holds };
  }

  /** The job goes along, as its own log. */
  async #stage({ records, radio, report }: ImportPlan, job: RunningJob): Promise<void> {
    const { gateway, stickFolder, clock } = this.#parts;
    const own = gateway.store.record(job.address);
    const archive = {
      records: [...records, own],
      radio,
      about: { program: report.source.program },
      dataVersion: VERSION,
    };
    await stageRestore(stickFolder, { ...archive, made: new Date(clock.now()).toISOString() });
    if (!job.isRunning)
      await dropRestore(stickFolder); // cancelled meanwhile
    else job.progress(2, STEPS, "restart");
  }

  #sourceOf({ source }: ImportWish): ImportQuestion["source"] {
    if ("path" in source) return source;
    if (this.#upload?.id !== source.upload) throw new MoveError("what was uploaded is gone: upload it once more");
    return { name: [...this.#upload.files.keys()].join(", "), files: this.#upload.files };
  }

  async #optionsOf(wish: ImportWish, says: StickSays | undefined): Promise<ImportQuestion["options"]> {
    const { clock, stick: own } = this.#parts;
    const { stick, network, allKeys, areas, go } = wish;
    const isStick = own.path !== "virtual" && own.path !== "none";
    const present = await this.#present();
    const set = isStick ? { path: own.path, ...(own.adapter && { adapter: own.adapter }) } : {};
    return {
      now: clock.now(),
      stick: { ...set, ...stick, ...(says && { says }) },
      present,
      ...(network && { network }),
      ...(allKeys && { allKeys }),
      ...(areas && { areas }),
      isLook: go !== true,
    };
  }

  /** The virtual house stays: a move replaces the former records in the folder of the stick. */
  async #present(): Promise<PresentGateway> {
    const { gateway, folder, stickFolder } = this.#parts;
    const { store } = gateway;
    const left = folder === stickFolder ? undefined : await recordsLeft(stickFolder);
    const others = left?.flatMap((record) => thawed(record, store.definitions) ?? []);
    const replaced = (collection: Address) =>
      (others?.filter(({ address }) => collectionOf(address) === collection) ?? store.list(collection)).filter(
        (resource) => resource.attr.gone !== true && !store.definition(resource).unlisted,
      );
    return {
      config: store.get(CONFIG)?.attr ?? {},
      keys: store.list(WHITELIST).map(({ address }) => store.record(address)),
      devices: replaced("/devices").length,
      groups: replaced("/groups").length,
      isVirtual: left !== undefined,
    };
  }
}

type Answer =
  | { readonly done: LookedAt }
  | { readonly refused: { readonly says: string; readonly notes: readonly ToldNote[] } }
  | { readonly failed: string };

/** Two coordinators of one network destroy it. A user may overrule most signs, but not that of a program with the stick open. */
function demandGone({ isGone }: ImportWish, running: readonly ToldNote[]): void {
  const left = isGone ? running.filter(isSure) : running;
  if (left.length > 0) throw new MoveError(left.map(({ says }) => says).join(". "), left);
}

function demandGo({ print, mayBeRare }: ImportWish, { report, radio }: ImportPlan): void {
  const { verdict, notes } = report.stick;
  if (verdict === "refused" || Object.keys(radio).length === 0)
    throw new MoveError(notes.map(({ says }) => says).join(". "), notes);
  if (verdict === "rare" && !mayBeRare) throw new MoveError(notes.map(({ says }) => says).join(". "), notes);
  if (print !== undefined && print !== report.source.print) {
    const notes = told([{ code: "files-changed" }]);
    throw new MoveError(notes.map(({ says }) => says).join(), notes);
  }
}
