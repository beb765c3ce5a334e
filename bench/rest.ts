/** P1–P4: the cost of a request, in a real Node-RED, against a bare node:http server that answers the same bytes. */
import { fileURLToPath } from "node:url";
import { type Started, start } from "../test/support/start.ts";
import { type Control, startControl } from "./control.ts";
import {
  atLeast,
  type Bench,
  changed,
  type Paired,
  paired,
  type Result,
  SHORT,
  sideBySide,
  toldOnly,
} from "./goals.ts";
import { http, load } from "./load.ts";
import { listenerOn, secondsOf } from "./processor.ts";

export const BARE_FLOWS = fileURLToPath(new URL("flows.json", import.meta.url)); // a gateway and nothing that listens
const READERS = 64; // enough that the client never sleeps: a server would pay for waking it
const WRITERS = 16;
const SENSORS = 880;
const MILLISECONDS = SHORT ? 300 : 2_000;

interface Wanted {
  readonly throughput: number;
  readonly processor?: number; // the control's processor time to ours
}

interface Figures {
  readonly throughput: Paired;
  readonly processor: Paired; // microseconds of a request
}

export const benches: readonly Bench[] = [
  {
    goals: ["P1", "P2", "P3", "P4"],
    run: async () => {
      const house = await start({ args: ["--flows", BARE_FLOWS] });
      try {
        await furnish(house);
        const results = [
          ...(await reads(house, "P1", { throughput: 0.88, processor: 0.9 }, "GET one sensor", "/sensors/1")),
          ...(await reads(house, "P2", { throughput: 0.75 }, `GET ${SENSORS} sensors`, "/sensors")),
          ...(await whileWritten(house)),
          ...(await notModified(house)),
          ...(await writes(house)),
        ];
        return results;
      } finally {
        await house.remove();
      }
    },
  },
];

async function furnish(house: Started): Promise<void> {
  for (let turn = 1; turn <= SENSORS; turn += 1) {
    const type = ["CLIPTemperature", "CLIPPresence", "CLIPSwitch", "CLIPLightLevel"][turn % 4];
    const body = {
      name: `Sensor ${turn}`,
      modelid: "M1",
      swversion: "1.0",
      type,
      uniqueid: `clip-${turn}`,
      manufacturername: "Bench",
    };
    await ask(house, "POST", "/sensors", JSON.stringify(body));
  }
}

async function reads(house: Started, goal: string, wanted: Wanted, what: string, path: string): Promise<Result[]> {
  const { body, headers } = await ask(house, "GET", path);
  const control = await startControl({ kind: "same bytes", body, headers });
  const request = http("GET", `/api/${house.key}${path}`);
  return told(wanted, goal, what, await both(house, control, () => request));
}

/** A hundred writes a second make the page of the collection anew each time it is read after one. */
async function whileWritten(house: Started): Promise<Result[]> {
  const { body, headers } = await ask(house, "GET", "/sensors");
  const control = await startControl({ kind: "same bytes", body, headers });
  const request = http("GET", `/api/${house.key}/sensors`);
  let flag = 0;
  const writer = setInterval(() => {
    flag += 1;
    ask(house, "PUT", `/sensors/${4 * (1 + (flag % 200))}/state`, JSON.stringify({ temperature: flag })).catch(
      () => {},
    );
  }, 10);
  const figures = await both(house, control, () => request);
  clearInterval(writer);
  return told({ throughput: 0.5 }, "P2", `GET ${SENSORS} sensors, 100 writes a second`, figures);
}

async function notModified(house: Started): Promise<Result[]> {
  const { headers } = await ask(house, "GET", "/sensors/1");
  const { "content-type": _, "content-length": __, ...rest } = headers;
  const control = await startControl({ kind: "not modified", body: "", headers: rest });
  const request = http("GET", `/api/${house.key}/sensors/1`, "", { "If-None-Match": headers.etag ?? "" });
  const figures = await both(house, control, () => request);
  return told({ throughput: 0.93, processor: 0.95 }, "P3", "GET with If-None-Match that hits", figures);
}

async function writes(house: Started): Promise<Result[]> {
  const { headers } = await ask(house, "GET", "/sensors/1");
  const { "content-length": _, etag: __, ...rest } = headers;
  const control = await startControl({ kind: "echo", body: "", headers: rest });
  const request = (turn: number) =>
    http("PUT", `/api/${house.key}/sensors/${4 * (1 + (turn % 200))}/state`, `{"temperature":${turn % 3000}}`);
  const figures = await both(house, control, request, WRITERS);
  return told({ throughput: 0.45 }, "P4", "PUT the state of a CLIP sensor", figures);
}

async function both(
  house: Started,
  control: Control,
  request: (turn: number) => string,
  connections = READERS,
): Promise<Figures> {
  const own = Number(house.host.split(":")[1]);
  const costs = new Map<number, number[]>([
    [own, []],
    [control.port, []],
  ]);
  const run = async (port: number) => {
    const pid = listenerOn(port);
    const before = secondsOf(pid);
    const { answers, perSecond } = await load({ port, request, connections, milliseconds: MILLISECONDS });
    costs.get(port)?.push(((secondsOf(pid) - before) / answers) * 1e6);
    return perSecond;
  };
  await run(own); // both warm before they count
  await run(control.port);
  for (const each of costs.values()) each.length = 0;
  const throughput = await sideBySide(
    () => run(own),
    () => run(control.port),
  );
  control.stop();
  const bare = costs.get(control.port) ?? [];
  const processor = paired((costs.get(own) ?? []).map((cost, round) => [cost, bare[round] ?? Number.NaN]));
  return { throughput, processor };
}

/** Beside the throughput, the processor time of the serving process; other load on the machine is not in it. */
function told(wanted: Wanted, goal: string, what: string, { throughput, processor }: Figures): Result[] {
  const given = { goal, what: `${what}, processor time of one: the control's to ours`, unit: "µs" };
  const turned = changed(processor, ([ours, control]) => [control, ours]);
  return [
    atLeast(wanted.throughput, { goal, what, unit: "requests/s", ...throughput }),
    wanted.processor === undefined
      ? toldOnly({ ...given, ...turned })
      : atLeast(wanted.processor, { ...given, ...turned }),
  ];
}

async function ask(house: Started, method: string, path: string, body?: string) {
  const response = await fetch(`http://${house.host}/api/${house.key}${path}`, {
    method,
    ...(body === undefined ? {} : { body }),
  });
  const { date: _, connection: __, "keep-alive": ___, ...headers } = Object.fromEntries(response.headers);
  return { body: await response.text(), headers: headers as Record<string, string> };
}
