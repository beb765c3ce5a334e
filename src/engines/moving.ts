/** After the network got another stick with another address: a job counts the devices that report to it, over restarts of the radio and of the gateway. */
import { JOBS, type RunningJob } from "../model/jobs.ts";
import { BY_GATEWAY, type EngineParts } from "./engine.ts";

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
