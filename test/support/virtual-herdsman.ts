/** Herdsman on a simulated stick, as the stories need it: one of each in a process. */
import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Controller, setLogger } from "zigbee-herdsman";
import { VirtualNetwork } from "../../src/virtual/air/virtual-network.ts";
import type { StickOptions, VirtualStick } from "../../src/virtual/sticks/virtual-stick.ts";
import { plugIn, STICK } from "./stick.ts";
import type { TestStation } from "./virtual.ts";

export const OWN = "0x00124b0012345678";
export const BLANK = "0x00124b00000000aa";
export const ONE = "0x00158d0000000001";
export const OTHER = "0x00158d0000000002";
export const PREFORMED = {
  panid: 0x1a62,
  extendedpanid: [1, 2, 3, 4, 5, 6, 7, 8],
  channel: 15,
  networkKey: [1, 3, 5, 7, 9, 11, 13, 15, 0, 2, 4, 6, 8, 10, 12, 13],
  ieee: OWN,
};
export const HASTY = { disableRecovery: true, timeout: 500 };
export const PATIENT = { disableRecovery: true, timeout: 5000 };

type Options = ConstructorParameters<typeof Controller>[0];
type Told = [event: string, detail: unknown];

export const folder = mkdtempSync(join(tmpdir(), "virtual-"));
export const network = new VirtualNetwork({ expiry: 1000 });
export const told: Told[] = [];
const warnings: string[] = [];
export let stick!: VirtualStick;
export let controller!: Controller;

const note = (message: string | (() => string)) => warnings.push(typeof message === "string" ? message : message());
setLogger({ debug: () => {}, info: () => {}, warning: note, error: note });

export async function plug(options: Partial<StickOptions<object>> = { preformed: PREFORMED }): Promise<void> {
  stick = await plugIn({ network, ...options });
}

export async function start(more: Partial<Options> = {}): Promise<string> {
  controller = new Controller({
    network: {
      panID: PREFORMED.panid,
      extendedPanID: PREFORMED.extendedpanid,
      channelList: [PREFORMED.channel],
      networkKey: PREFORMED.networkKey,
    },
    serialPort: { path: `tcp://127.0.0.1:${stick.port}`, adapter: STICK },
    databasePath: join(folder, "database.db"),
    databaseBackupPath: join(folder, "database.db.backup"),
    backupPath: join(folder, "backup.json"),
    adapter: { disableLED: false },
    ...more,
  } as Options);
  controller.on("deviceJoined", ({ device }) => told.push(["joined", device.ieeeAddr]));
  controller.on("deviceInterview", ({ status }) => told.push(["interview", status]));
  controller.on("deviceAnnounce", ({ device }) => told.push(["announced", device.ieeeAddr]));
  controller.on("deviceLeave", ({ ieeeAddr }) => told.push(["left", ieeeAddr]));
  controller.on("deviceNetworkAddressChanged", ({ device }) => told.push(["address", device.networkAddress]));
  controller.on("adapterDisconnected", () => told.push(["down", undefined]));
  controller.on("message", ({ type, data }) => told.push([type, data]));
  return controller.start();
}

export async function until(holds: () => boolean, what: string): Promise<void> {
  for (const end = Date.now() + 20_000; !holds(); await new Promise((resolve) => setTimeout(resolve, 5))) {
    assert.ok(Date.now() < end, `in vain: ${what}; told ${JSON.stringify(told)}, warned ${warnings.join("; ")}`);
  }
}

export const wasTold = (event: string, detail?: unknown) =>
  told.some((each) => each[0] === event && (detail === undefined || each[1] === detail));

/** Lets it join, and waits until all is known of it. */
export async function welcome(station: TestStation): Promise<void> {
  await controller.permitJoin(60);
  assert.ok(network.join(station));
  await until(() => wasTold("interview", "successful"), "the interview");
}

export function endpoint(ieee = ONE) {
  return controller.getDeviceByIeeeAddr(ieee)?.getEndpoint(1) ?? assert.fail(`no ${ieee}`);
}

export const toggle = (options = {}) => endpoint().command("genOnOff", "toggle", {}, options);
export const frameCounter = () => stick.frameCounter;
