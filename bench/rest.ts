/** P1–P4: what a request costs, in a real Node-RED, against a bare node:http server that answers the same bytes. */
import { fileURLToPath } from "node:url";
import { type Started, start } from "../test/support/start.ts";
import { type Control, startControl } from "./control.ts";
import { atLeast, type Bench, type Result, sideBySide } from "./goals.ts";
import { http, load } from "./load.ts";

export const BARE_FLOWS = fileURLToPath(new URL("flows.json", import.meta.url)); // a gateway and nothing that listens
const READERS = 64; // enough that the client never sleeps: a server would pay for waking it
const WRITERS = 16;
const SENSORS = 880;
const MILLISECONDS = 2_000;

export const benches: readonly Bench[] = [
  {
    goals: ["P1", "P2", "P3", "P4"],
    run: async () => {
      const house = await start({ args: ["--flows", BARE_FLOWS] });
      try {
        await furnish(house);
        const results = [
          await reads(house, "P1", 0.85, "GET one sensor", "/sensors/1"),
          await reads(house, "P2", 0.75, `GET ${SENSORS} sensors`, "/sensors"),
          await whileWritten(house),
          await notModified(house),
          await writes(house),
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

async function reads(house: Started, goal: string, wanted: number, what: string, path: string): Promise<Result> {
  const { body, headers } = await ask(house, "GET", path);
  const control = await startControl({ kind: "same bytes", body, headers });
  const request = http("GET", `/api/${house.key}${path}`);
  const figures = await both(house, control, () => request);
  return atLeast(wanted, { goal, what, unit: "requests/s", ...figures });
}

/** A hundred writes a second make the page of the collection anew each time it is read after one. */
async function whileWritten(house: Started): Promise<Result> {
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
  return atLeast(0.5, {
    goal: "P2",
    what: `GET ${SENSORS} sensors, 100 writes a second`,
    unit: "requests/s",
    ...figures,
  });
}

async function notModified(house: Started): Promise<Result> {
  const { headers } = await ask(house, "GET", "/sensors/1");
  const { "content-type": _, "content-length": __, ...rest } = headers;
  const control = await startControl({ kind: "not modified", body: "", headers: rest });
  const request = http("GET", `/api/${house.key}/sensors/1`, "", { "If-None-Match": headers.etag ?? "" });
  const figures = await both(house, control, () => request);
  return atLeast(0.95, { goal: "P3", what: "GET with If-None-Match that hits", unit: "requests/s", ...figures });
}

async function writes(house: Started): Promise<Result> {
  const { headers } = await ask(house, "GET", "/sensors/1");
  const { "content-length": _, etag: __, ...rest } = headers;
  const control = await startControl({ kind: "echo", body: "", headers: rest });
  const request = (turn: number) =>
    http("PUT", `/api/${house.key}/sensors/${4 * (1 + (turn % 200))}/state`, `{"temperature":${turn % 3000}}`);
  const figures = await both(house, control, request, WRITERS);
  return atLeast(0.5, { goal: "P4", what: "PUT the state of a CLIP sensor", unit: "requests/s", ...figures });
}

async function both(
  house: Started,
  control: Control,
  request: (turn: number) => string,
  connections = READERS,
): ReturnType<typeof sideBySide> {
  const run = async (port: number) =>
    (await load({ port, request, connections, milliseconds: MILLISECONDS })).perSecond;
  const own = Number(house.host.split(":")[1]);
  await run(own); // both warm before they count
  await run(control.port);
  const figures = await sideBySide(
    () => run(own),
    () => run(control.port),
  );
  control.stop();
  return figures;
}

async function ask(house: Started, method: string, path: string, body?: string) {
  const response = await fetch(`http://${house.host}/api/${house.key}${path}`, {
    method,
    ...(body === undefined ? {} : { body }),
  });
  const { date: _, connection: __, "keep-alive": ___, ...headers } = Object.fromEntries(response.headers);
  return { body: await response.text(), headers: headers as Record<string, string> };
}
