/** The entry of the probe process, which lists the serial ports, asks one stick, or silences it: a driver that hangs or crashes takes nothing with it. */
import process from "node:process";
import { findMdnsAdapter } from "zigbee-herdsman/dist/adapter/adapterDiscovery.js";
import { SerialPort } from "zigbee-herdsman/dist/adapter/serialPort.js";
import type { AskedStick } from "../../model/imports/asked-stick.ts";
import { stickFailure } from "../stick-failures.ts";
import type { StickAdapter } from "../stick-names.ts";
import type { PortFacts, ProbeTask, StickAnswer, StickTest } from "../sticks.ts";
import { heldNetwork } from "./held-network.ts";
import { silence } from "./silencing.ts";
import { openSerial, openTcp } from "./stick-connection.ts";
import { identifyStick, type OpenConnection } from "./stick-identification.ts";

process.on("SIGINT", () => {}); // Ctrl-C is for Node-RED, which ends us
process.on("disconnect", () => process.exit(0));
process.once("message", (task: ProbeTask) => {
  answer(task).then(
    (found) => process.send?.(found, () => process.exit(0)),
    (error) => process.send?.({ ok: false, reason: String(error) }, () => process.exit(1)),
  );
});

async function answer(task: ProbeTask): Promise<StickAnswer | AskedStick | readonly PortFacts[] | "silenced"> {
  if (task.forkProbe === "list") return await SerialPort.list();
  if (task.forkProbe === "silence") {
    await silence(task.stick);
    return "silenced";
  }
  const { test } = task;
  try {
    const isSerial = !/^(tcp|socket|mdns):/.test(test.path);
    const { path, guess, open } = isSerial ? serialLine(test) : await networkLine(test);
    const found = await identifyStick({ ...test, ...guess }, isSerial, open);
    if (!found.ok || task.forkProbe === "test") return found;
    const { adapter, firmware, baudRate } = found;
    const held = await heldNetwork(adapter, { path, baudRate, open: () => open(baudRate) });
    return { adapter, firmware, ...held };
  } catch (error) {
    return { ok: false, reason: stickFailure(error, test) };
  }
}

interface Line {
  readonly path: string; // as herdsman names it
  readonly guess: { readonly guess?: StickAdapter };
  readonly open: OpenConnection;
}

function serialLine({ path }: StickTest): Line {
  return { path, guess: {}, open: (baudRate) => openSerial(path, baudRate ?? 115_200) };
}

async function networkLine({ path }: StickTest): Promise<Line> {
  const found = path.startsWith("mdns://") ? await findMdnsAdapter(path) : { path };
  const { hostname, port } = new URL((found.path ?? "").replace(/^\w+:/, "http:"));
  if (!hostname || !port) throw new Error("expected format: tcp://host:port");
  const host = hostname.replace(/^\[|\]$/g, "");
  return {
    path: `tcp://${host}:${port}`,
    guess: "adapter" in found ? { guess: found.adapter as StickAdapter } : {},
    open: () => openTcp(host, Number(port)),
  };
}
