/** Keeps the jobs: each is a resource as long as it runs, and for a while after it has ended. */
import { newIdOfFact } from "../core/ids.ts";
import { familyOf } from "../model/addresses.ts";
import {
  failureOf,
  JOBS,
  JOBS_ADDRESS,
  type JobRequest,
  type JobStatus,
  type Jobs,
  type RunningJob,
} from "../model/jobs.ts";
import type { Address, Cause, Resource, Values } from "../model/resource.ts";
import { utcSeconds } from "../model/time/times.ts";
import { BY_GATEWAY, type Engine, type EngineParts } from "./engine.ts";

const MOST_OF_A_KIND = 3; // that have ended; the oldest go

export const jobs: Engine = (parts) => {
  const registry = new JobRegistry(parts);
  registry.endThoseOfLastRun();
  return parts.engines.offer(JOBS, registry);
};

class JobRegistry implements Jobs {
  readonly #parts: EngineParts;
  readonly #running = new Map<Address, { readonly request: JobRequest; readonly job: RunningJob }>();

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  begin(request: JobRequest): RunningJob {
    const { store, clock } = this.#parts;
    const { does, about, cause, total, cancel, completedByRestart } = request;
    const address: Address = `${JOBS_ADDRESS}/${newIdOfFact(store, familyOf(JOBS_ADDRESS), cause)}`;
    const attr: Values = {
      ...{ does, ...(about === undefined ? {} : { about }), status: "running" satisfies JobStatus, by: cause.by },
      ...{ began: utcSeconds(clock.now()), cancellable: cancel !== undefined },
      ...(total === undefined ? {} : { progress: { done: 0, total } }),
      ...(completedByRestart ? { completedbyrestart: true } : {}),
    };
    store.put({ address, type: "Job", attr, config: {}, state: {}, action: {} }, cause);
    const job = this.#runningJob(address, cause);
    this.#running.set(address, { request, job });
    return job;
  }

  running(does: string): readonly RunningJob[] {
    return [...this.#running.values()].filter(({ request }) => request.does === does).map(({ job }) => job);
  }

  async cancel(address: Address): Promise<boolean> {
    const { request, job } = this.#running.get(address) ?? {};
    if (!request?.cancel || !job) return false;
    await request.cancel();
    job.cancelled();
    return true;
  }

  /** Jobs that were running when the gateway stopped have failed, or are completed by its start. */
  endThoseOfLastRun(): void {
    for (const { address, attr } of this.#parts.store.list(JOBS_ADDRESS)) {
      if (attr.status !== "running") continue;
      if (attr.completedbyrestart) this.#end(address, "done", BY_GATEWAY);
      else
        this.#end(address, "failed", BY_GATEWAY, {
          error: { code: "restarted", description: "the gateway was restarted while it was under way" },
        });
    }
  }

  #runningJob(address: Address, cause: Cause): RunningJob {
    const { store } = this.#parts;
    const isRunning = () => this.#running.has(address);
    const patch = (section: "attr" | "state", values: Values) => {
      if (isRunning()) store.patch(address, section, values, cause);
    };
    const end = (status: JobStatus, more?: Values) => {
      if (this.#running.delete(address)) this.#end(address, status, cause, more);
    };
    return {
      address,
      get isRunning() {
        return isRunning();
      },
      progress: (done, total, now) => {
        const before = store.get(address)?.attr.progress as { readonly total?: number } | undefined;
        const whole = total ?? before?.total;
        patch("attr", {
          progress: { done, ...(whole === undefined ? {} : { total: whole }), ...(now === undefined ? {} : { now }) },
        });
      },
      found: (values) => patch("state", values),
      done: () => end("done"),
      failed: (error) => end("failed", { error: failureOf(error) }),
      cancelled: () => end("cancelled"),
    };
  }

  #end(address: Address, status: JobStatus, cause: Cause, more: Values = {}): void {
    const { store, clock } = this.#parts;
    const ended = utcSeconds(clock.now());
    store.patch(address, "attr", { status, ended, cancellable: false, ...more }, cause);
    const does = store.get(address)?.attr.does;
    const isEnded = ({ attr }: Resource) => attr.does === does && attr.status !== "running";
    const old = store.list(JOBS_ADDRESS).filter(isEnded).slice(0, -MOST_OF_A_KIND);
    for (const job of old) store.remove(job.address, cause);
  }
}

// ---- the network has moved to another stick

const MOVE = "move";

/** Told by the radio at each of its starts, and whenever one more device has come. */
export function noteMoved({ engines }: Pick<EngineParts, "engines">, done: number, total: number): void {
  const jobs = engines.find(JOBS);
  const [running] = jobs?.running(MOVE) ?? [];
  if (done < total)
    show(running ?? jobs?.begin({ does: MOVE, cause: BY_GATEWAY, total, completedByRestart: true }), done, total);
  else running?.done();
}

function show(job: RunningJob | undefined, done: number, total: number): void {
  job?.found({ done, total });
  job?.progress(done, total);
}
