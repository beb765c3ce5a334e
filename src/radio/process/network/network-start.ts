/** Starts herdsman on the stick, with the network that is ours and no other, and says what became of that network. */
import { Controller, setLogger } from "zigbee-herdsman";
import { Device as HerdsmansDevice } from "zigbee-herdsman/dist/controller/model/index.js";
import type { RadioSettings } from "../../protocol.ts";
import { type Device, type Herdsman, keepOnlyTexts } from "../herdsman.ts";
import { listenTo } from "../herdsman-log.ts";
import { type Files, textIn } from "./network-files.ts";
import { hasDevices, type NetworkNumbers } from "./network-identity.ts";
import type { SerialOptions } from "./stick-detection.ts";

export interface StartingParts {
  readonly settings: RadioSettings;
  readonly stick: SerialOptions;
  readonly files: Files;
  readonly numbers: NetworkNumbers & { readonly areNew: boolean };
  readonly say: (level: "info" | "warn" | "error", text: string) => void;
}

export interface Starting {
  readonly herdsman: Herdsman; // its database is open already
  /** Whether a new network was made just now. */
  readonly formed: Promise<boolean>;
}

const ROOM = 64; // frames in herdsman's own queue: who goes first is decided before
const COORDINATOR = "Coordinator";

/** It takes a second at least, and much can be done meanwhile. `lost`: the stick is gone. */
export function startHerdsman(parts: StartingParts, lost: () => void): Starting {
  const { settings, stick, files, numbers, say } = parts;
  setLogger(listenTo(say));
  keepOnlyTexts(HerdsmansDevice.prototype);
  const herdsman = new Controller({
    network: {
      panID: numbers.panid,
      extendedPanID: [...numbers.extendedpanid],
      networkKey: [...numbers.key],
      channelList: [settings.channel],
    },
    serialPort: { ...stick },
    databasePath: files.database,
    databaseBackupPath: files.databaseCopy,
    backupPath: files.coordinator,
    adapter: { disableLED: false, concurrent: ROOM },
    acceptJoiningDeviceHandler: async () => true,
  });
  herdsman.setMaxListeners(0);
  herdsman.once("adapterDisconnected", lost);
  const formed = start(herdsman, parts);
  formed.catch(() => {}); // whoever waits for it hears of it
  return { herdsman, formed };
}

async function start(herdsman: Herdsman, { settings, files, numbers, say }: StartingParts): Promise<boolean> {
  const hadDevices = hasDevices(textIn(files.database));
  const result = await herdsman.start();
  if (result === "restored") say("info", "the stick was given the network of coordinator_backup.json");
  if (result === "reset" && hadDevices) {
    say(
      "warn",
      `a new network was made, and all devices must join again: the former ones are in ${files.databaseCopy}`,
    );
  }
  await backUpNewChannel(herdsman, files, settings.channel);
  return result === "reset" || numbers.areNew;
}

export function devicesOf(herdsman: Herdsman): Device[] {
  return [...herdsman.getDevicesIterator(({ type }) => type !== COORDINATOR)];
}

/** A network that was moved must not be restored to where it was before. */
async function backUpNewChannel(herdsman: Herdsman, files: Files, channel: number): Promise<void> {
  const [, before] = /"channel":\s*(\d+)/.exec(textIn(files.coordinator) ?? "") ?? [];
  if (before !== undefined && Number(before) !== channel) await herdsman.backup();
}
