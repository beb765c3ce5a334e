/** The entry of the probe process, which lists the serial ports, asks one stick, or silences it: a driver that hangs or crashes takes nothing with it. */
import process from "node:process";
import { findMdnsAdapter } from "zigbee-herdsman/dist/adapter/adapterDiscovery.js";
import { SerialPort } from "zigbee-herdsman/dist/adapter/serialPort.js";
import { stickFailure } from "../stick-failures.ts";
import type { StickAdapter } from "../stick-names.ts";
import type { PortFacts, ProbeTask, StickAnswer, StickTest } from "../sticks.ts";
import { silence } from "./silencing.ts";
import { openSerial, openTcp } from "./stick-connection.ts";
import { identifyStick } from "./stick-identification.ts";

process.on("SIGINT", () => {}); // Ctrl-C is for Node-RED, which ends us
process.on("disconnect", () => process.exit(0));
process.once("message", (task: ProbeTask) => {
  answer(task).then(
    (found) => process.send?.(found, () => process.exit(0)),
    (error) => process.send?.({ ok: false, reason: String(error) }, () => process.exit(1)),
  );
});

async function answer(task: ProbeTask): Promise<StickAnswer | readonly PortFacts[] | "silenced"> {
  if (task.forkProbe === "list") return await SerialPort.list();
  if (task.forkProbe === "silence") {
    await silence(task.stick);
    return "silenced";
  }
  const { test } = task;
  if (!/^(tcp|socket|mdns):/.test(test.path)) {
    return await identifyStick(test, true, (baudRate) => openSerial(test.path, baudRate ?? 115_200));
  }
  return await testNetworked(test);
}

async function testNetworked(test: StickTest): Promise<StickAnswer> {
  try {
    const found = test.path.startsWith("mdns://") ? await findMdnsAdapter(test.path) : { path: test.path };
    const { hostname, port } = new URL((found.path ?? "").replace(/^\w+:/, "http:"));
    if (!hostname || !port) throw new Error("expected format: tcp://host:port");
    const guess = "adapter" in found ? { guess: found.adapter as StickAdapter } : {};
    return await identifyStick({ ...test, ...guess }, false, () =>
      openTcp(hostname.replace(/^\[|\]$/g, ""), Number(port)),
    );
  } catch (error) {
    return { ok: false, reason: stickFailure(error, test) };
  }
}
