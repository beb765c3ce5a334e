/** The converters' facts of devices that stand in a list and are not here: for a look at a house that may move in. Nothing is sent. */
import { setLogger } from "zigbee-herdsman";
import { Device, Entity } from "zigbee-herdsman/dist/controller/model/index.js";
import { findByDevice } from "zigbee-herdsman-converters";
import type { DeviceFacts } from "../../../model/radio/device-facts.ts";
import type { Values } from "../../../model/resource.ts";
import { deviceFacts, modelDefinition, takesWeeks } from "./device-facts.ts";

const SILENT = { debug() {}, info() {}, warning() {}, error() {} };

/**
 * Of each line of zigbee-herdsman's list. Its classes keep one list for a whole process: this is only for a process that runs no radio. A line
 * that they cannot read has no facts.
 */
export async function offlineFacts(lines: readonly Values[]): Promise<readonly DeviceFacts[]> {
  setLogger(SILENT);
  const facts: DeviceFacts[] = [];
  for (const line of lines) {
    const fact = await factsOf(line).catch(() => undefined);
    if (fact) facts.push(fact);
  }
  return facts;
}

async function factsOf(line: Values): Promise<DeviceFacts | undefined> {
  Device.resetCache();
  const database = {
    *getEntriesIterator() {
      yield { ...line, id: 1 };
    },
    update() {},
    has: () => true,
  };
  Entity.injectDatabase(database as unknown as Parameters<typeof Entity.injectDatabase>[0]);
  const [device] = Device.all();
  if (!device) return undefined;
  const definition = await findByDevice(device, true);
  return deviceFacts(device, definition && modelDefinition(definition, device, {}), {
    takesWeeks: takesWeeks(definition),
  });
}
