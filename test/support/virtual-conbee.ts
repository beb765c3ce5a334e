/** A ConBee without any line to it: it is asked directly, and the frames it sends by itself are kept. */
import assert from "node:assert/strict";
import { VirtualNetwork } from "../../src/virtual/air/virtual-network.ts";
import { ConBee } from "../../src/virtual/sticks/deconz/conbee.ts";
import { answerTo } from "../../src/virtual/sticks/deconz/deconz-stick.ts";
import { FIRMWARES, type Firmware } from "../../src/virtual/sticks/deconz/generations.ts";
import { type ConBeeMemory, preformed } from "../../src/virtual/sticks/deconz/memory.ts";
import { testStation } from "./virtual.ts";

export const OWN = "0x00212effff000001";
export const ONE = "0x00158d0000000001";
export const NETWORK = {
  panid: 0x1a62,
  extendedpanid: [1, 2, 3, 4, 5, 6, 7, 8],
  channel: 15,
  networkKey: new Array<number>(16).fill(7),
  ieee: OWN,
};
export const SENDS = 0x12;
export const CONFIRM = 0x04;
export const INDICATION = 0x17;
export const OFF_AIR = 0;
export const ON_AIR = 2;

export interface ConBeeOptions {
  readonly memory?: ConBeeMemory;
  readonly firmware?: Partial<Firmware>;
}

export function openConBee({ memory = preformed(NETWORK), firmware }: ConBeeOptions = {}) {
  const told: number[] = [];
  let restarts = 0;
  const network = new VirtualNetwork({ timeScale: 0.001 });
  const stick = new ConBee({
    network,
    memory,
    firmware: { ...FIRMWARES["ConBee II"], ...firmware },
    tell: (status) => told.push(status),
    restarted: () => {
      restarts += 1;
    },
  });
  /** The result, and the data in hex; behind its length where it has one. */
  const ask = (command: number, data = "") => {
    const answer = answerTo(stick, { command, sequence: 1, result: 0, data: Buffer.from(data, "hex") });
    return answer && { result: answer.result, data: answer.data.toString("hex") };
  };
  const counted = (command: number, data: string): [result: number, data: string] => {
    const length = Buffer.alloc(2);
    length.writeUInt16LE(data.length / 2);
    const { result = -1, data: answered = "" } = ask(command, length.toString("hex") + data) ?? {};
    return [result, answered.slice(4)];
  };
  const onAir = () => until(() => stick.radio.isOn);
  return { network, stick, told, ask, counted, onAir, restarts: () => restarts };
}

export async function until(isSo: () => boolean): Promise<void> {
  for (const end = performance.now() + 60_000; !isSo(); await new Promise((resolve) => setTimeout(resolve, 1)))
    assert.ok(performance.now() < end, "in vain");
}

/** A lamp that has joined. */
export async function withLamp(options?: ConBeeOptions) {
  const world = openConBee(options);
  await world.onAir();
  world.counted(0x0b, "21ff");
  const station = testStation({ ieee: ONE });
  assert.ok(world.network.join(station));
  await until(() => world.stick.transmission.hasIndications);
  const announcement = world.ask(INDICATION, "010001");
  const address = world.network.addressOf(ONE) ?? 0;
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(address);
  return { ...world, station, address, at: bytes.toString("hex"), announcement };
}
