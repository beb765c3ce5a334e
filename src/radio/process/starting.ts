/** Starts herdsman on the stick, with the network that is ours and no other, and says what became of that network. */
import { Controller } from "zigbee-herdsman";
import type { RadioSettings } from "../protocol.ts";
import { type Files, textIn } from "./files.ts";
import type { Device, Herdsman } from "./herdsman.ts";
import { hasDevices, type NetworkNumbers } from "./network-file.ts";
import type { SerialOptions } from "./stick.ts";

export interface StartingParts {
  readonly settings: RadioSettings;
  readonly stick: SerialOptions;
  readonly files: Files;
  readonly numbers: NetworkNumbers & { readonly areNew: boolean };
  readonly say: (level: "info" | "warn" | "error", text: string) => void;
}

export interface Started {
  readonly herdsman: Herdsman;
  readonly formed: boolean; // a new network was made just now
}

const ROOM = 64; // frames in herdsman's own queue: who goes first is decided before
const COORDINATOR = "Coordinator";

/** `meanwhile`: what can be done with the devices of the database while the stick takes its time. */
export async function startHerdsman(
  { settings, stick, files, numbers, say }: StartingParts,
  lost: () => void,
  meanwhile: (herdsman: Herdsman) => Promise<void>,
): Promise<Started> {
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
  const hadDevices = hasDevices(textIn(files.database));
  const starting = herdsman.start();
  const [result] = await Promise.all([starting, meanwhile(herdsman)]);
  if (result === "restored") say("info", "the stick was given the network of coordinator_backup.json");
  if (result === "reset" && hadDevices) {
    say(
      "warn",
      `a new network was made, and all devices must join again: the former ones are in ${files.databaseCopy}`,
    );
  }
  await backUpNewChannel(herdsman, files, settings.channel);
  return { herdsman, formed: result === "reset" || numbers.areNew };
}

export function devicesOf(herdsman: Herdsman): Device[] {
  return [...herdsman.getDevicesIterator(({ type }) => type !== COORDINATOR)];
}

export function isInterviewed({ interviewState }: Device): boolean {
  return String(interviewState) === "SUCCESSFUL";
}

/** A network that was moved must not be restored to where it was before. */
async function backUpNewChannel(herdsman: Herdsman, files: Files, channel: number): Promise<void> {
  const [, before] = /"channel":\s*(\d+)/.exec(textIn(files.coordinator) ?? "") ?? [];
  if (before !== undefined && Number(before) !== channel) await herdsman.backup();
}
