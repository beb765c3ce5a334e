/** P7, P8, P10, P11: the cost of rules and timers while they wait, and how fast they are when it is time. P9 is the disk's. */
import { once } from "node:events";
import { WebSocket } from "ws";
import { type Started, start } from "../test/support/start.ts";
import { atMost, type Bench, type Pair, paired, type Result, ROUNDS, SHORT, sideBySide } from "./goals.ts";
import { inside } from "./inside.ts";
import { at, http, median, openLine } from "./load.ts";
import { BARE_FLOWS } from "./rest.ts";

const FEW = 10;
const WATCHING = 500;
const TURNS = SHORT ? 200 : 600;
const PAIRS = 120; // of sensors: a rule that fires more than 50 times in ten seconds is held back, and seven rounds may take less
const DUE = SHORT ? 5 : 20; // seconds

const rules: Bench = {
  goals: ["P7", "P8", "P10"],
  run: async (long) => [await elsewhere(long), await watching(), await reaction()],
};

const timers: Bench = { goals: ["P11"], run: waiting };

export const benches: readonly Bench[] = [rules, timers];

interface Costs {
  readonly unwatched: number;
  readonly watched: number;
}

async function elsewhere(long: boolean): Promise<Result> {
  const many = long ? 10_000 : 1_000;
  const cost = async (rules: number) =>
    (await inside<Costs>("rule-events", { elsewhere: rules, watching: 0 })).unwatched;
  const figures = await sideBySide(
    () => cost(many),
    () => cost(FEW),
  );
  return atMost(1.1, { goal: "P7", what: `an event beside ${many} rules, against ${FEW}`, unit: "µs", ...figures });
}

async function watching(): Promise<Result> {
  const pairs: Pair[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { watched, unwatched } = await inside<Costs>("rule-events", { elsewhere: 0, watching: WATCHING });
    pairs.push([(watched - unwatched) / WATCHING, 2]);
  }
  const what = `a rule of ${WATCHING} that watch an event and do not fire`;
  return atMost(1, { goal: "P8", what, unit: "µs", ...paired(pairs) });
}

/** From sending a PUT until a client holds the change by a rule, against holding the change itself. */
async function reaction(): Promise<Result> {
  const house = await start({ args: ["--flows", BARE_FLOWS] });
  for (let turn = 1; turn <= 2 * PAIRS + 1; turn += 1) await post(house, "/sensors", flag(turn));
  for (let turn = 1; turn <= PAIRS; turn += 1) {
    const conditions = [{ address: `/sensors/${turn}/state/lastupdated`, operator: "dx" }];
    const actions = [{ method: "PUT", address: `/sensors/${PAIRS + turn}/state`, body: { flag: true } }];
    await post(house, "/rules", { name: "r", conditions, actions });
  }
  const figures = await sideBySide(
    () => roundTrips(house, (turn) => [1 + (turn % PAIRS), PAIRS + 1 + (turn % PAIRS)]),
    () => roundTrips(house, () => [2 * PAIRS + 1, 2 * PAIRS + 1]),
  );
  await house.remove();
  return atMost(2, {
    goal: "P10",
    what: "from PUT through a rule to push, against PUT to push",
    unit: "ms",
    ...figures,
  });
}

async function roundTrips(
  { host, key }: Started,
  pair: (turn: number) => readonly [told: number, heard: number],
): Promise<number> {
  const port = Number(host.split(":")[1]);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
  await once(socket, "open");
  const line = await openLine(port);
  const times: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const [told, awaited] = pair(turn);
    const heard = new Promise<void>((resolve) => {
      socket.on("message", function listen(text) {
        if (!String(text).includes(`"id":"${awaited}"`)) return;
        socket.off("message", listen);
        resolve();
      });
    });
    const sent = performance.now();
    const answered = line.ask(http("PUT", `/api/${key}/sensors/${told}/state`, `{"flag":${turn % 2 === 0}}`));
    await heard;
    if (turn >= 100) times.push(performance.now() - sent);
    await answered;
  }
  socket.terminate();
  line.close();
  return median(times);
}

async function waiting(long: boolean): Promise<readonly Result[]> {
  const many = long ? 10_000 : 1_000;
  const milliseconds = long ? 60_000 : DUE * 1000;
  const ask = (pending: number, due: number) => inside<Waited>("rule-timers", { timers: pending, milliseconds, due });
  const rounds: { readonly idle: Pair; readonly late: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [ours, control] = await Promise.all([ask(many, DUE), ask(0, 0)]); // at the same time: an idle process leaves room
    rounds.push({ idle: [ours.idle, control.idle], late: at([...ours.late].sort(bySize), 0.99) });
  }
  const idle = `processor time of ${milliseconds / 1000} idle seconds, ${many} timers pending`;
  const late = paired(rounds.map((round) => [round.late, 20]));
  return [
    atMost(1.1, { goal: "P11", what: idle, unit: "ms", ...paired(rounds.map((round) => round.idle)) }),
    atMost(1, { goal: "P11", what: "beside them: late after the second (p99)", unit: "ms", ...late }),
  ];
}

interface Waited {
  readonly idle: number; //            milliseconds of the processor
  readonly late: readonly number[]; // milliseconds after the second, of each that was due
}

function bySize(one: number, other: number): number {
  return one - other;
}

function flag(turn: number): unknown {
  const words = {
    name: `Flag ${turn}`,
    modelid: "M1",
    swversion: "1",
    manufacturername: "B",
    uniqueid: `flag-${turn}`,
  };
  return { ...words, type: "CLIPGenericFlag", state: { flag: false } };
}

async function post({ host, key }: Started, path: string, body: unknown): Promise<void> {
  const { status } = await fetch(`http://${host}/api/${key}${path}`, { method: "POST", body: JSON.stringify(body) });
  if (status !== 200) throw new Error(`POST ${path}: ${status}`);
}
