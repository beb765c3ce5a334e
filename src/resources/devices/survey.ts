/** The survey of the network: all routers are asked for their neighbours, one after the other, so that the air stays free for others. */
import type { Call, Handler } from "../../core/call.ts";
import type { Route } from "../../core/router.ts";
import { idOf, macOf } from "../../model/addresses.ts";
import { failureOf, JOBS, JOBS_ADDRESS, type RunningJob } from "../../model/jobs.ts";
import type { Ieee } from "../../model/radio/device-facts.ts";
import { created, type Values } from "../../model/resource.ts";
import { utcMilliseconds } from "../../model/time/times.ts";
import { demandRadio } from "../handlers.ts";
import { neighboursOf } from "./network.ts";

interface Router {
  readonly mac: string;
  readonly ieee: Ieee;
}

/** One survey at a time: a client that asks while one goes on is given that one. */
const survey: Handler = (call) => {
  demandRadio(call, call.address);
  const jobs = call.engines.get(JOBS);
  const [running] = jobs.running("survey");
  if (running) return [created(JOBS_ADDRESS, idOf(running.address))];
  const routers = routersOf(call);
  const job = jobs.begin({ does: "survey", cause: call.cause, total: routers.length, cancel: () => {} });
  ask(call, routers, job).catch((error) => job.failed(error));
  return [created(JOBS_ADDRESS, idOf(job.address))];
};

/** The routers, the stick first, keep tables of neighbors: all other devices sleep, or know only their parent. */
function routersOf({ radio, store }: Call): readonly Router[] {
  const { coordinator } = radio.network ?? {};
  const routers = store.list("/devices").filter(({ attr }) => attr.kind === "router" && attr.gone !== true);
  const ieees = routers.map(({ attr }) => String(attr.ieee)).sort();
  return [...(coordinator === undefined ? [] : [coordinator]), ...ieees].map((ieee) => ({ mac: macOf(ieee), ieee }));
}

async function ask({ radio, clock }: Call, routers: readonly Router[], job: RunningJob): Promise<void> {
  for (const [index, { mac, ieee }] of routers.entries()) {
    job.progress(index, routers.length, mac);
    const answer = await neighboursOf(radio, ieee).then(
      (neighbours): Values => ({ at: `${utcMilliseconds(clock.now())}Z`, neighbours }),
      (error): Values => ({ error: failureOf(error) }),
    );
    if (!job.isRunning) return;
    job.found({ [mac]: answer });
  }
  job.progress(routers.length, routers.length);
  job.done();
}

export const surveyRoutes: readonly Route[] = [
  [
    "POST",
    "/devices/survey",
    survey,
    {
      does: "Survey the network: a job asks the stick and all routers whom they hear",
      answers: "the id of the job",
      errors: ["notConnected"],
      idle: true,
    },
  ],
];
