/** The network as deCONZ keeps it: in its database, in the backup that Phoscon saves, and the counter in its settings. */
import { isObject, parsedJson, type Values } from "../../model/resource.ts";
import type { SqliteDatabase } from "../formats/sqlite.ts";
import { hexOf, isMeant, wholeNumber } from "../hex.ts";
import type { ForeignNetwork } from "../inventory.ts";
import { known, lackingIn, numberOf, obstacleOf } from "../network/coordinator-backup.ts";
import { ImportRefusal } from "../refusal.ts";
import type { SourceFiles } from "../source-files.ts";
import { objectAt, tableOf } from "./cells.ts";

const CONF = "deCONZ.conf";
const INI = "config.ini";
const ENCRYPTED = 3; // as deCONZ counts its security modes

export function networkIn(
  database: SqliteDatabase,
  files: SourceFiles,
  coordinator: string | undefined,
): ForeignNetwork {
  const conf = parsedJson(files.text(CONF));
  const kept = tableOf(database, "zbconf").at(-1);
  const json = isObject(conf) ? conf : kept && objectAt(kept, "conf");
  const own: ForeignNetwork = { family: "deconz", ...(coordinator !== undefined && { coordinator }) };
  if (!json || Object.keys(json).length === 0) return { ...own, obstacle: { code: "no-network" } };
  const network = { ...own, ...networkOf(json) };
  const frameCounter = Math.max(
    wholeNumber(json.frameCounter) ?? 0,
    counterIn(files.text(INI) ?? "", network.coordinator),
  );
  const whole = frameCounter > 0 ? { ...network, frameCounter } : network;
  if (!isEncrypted(json) || !isMeant(network.key)) throw new ImportRefusal("security-off");
  const lacking = lackingIn(whole);
  if (lacking !== undefined) return { ...own, obstacle: { code: "no-network" } };
  return { ...whole, ...obstacleOf(whole) };
}

function networkOf(json: Values): ForeignNetwork {
  return known({
    key: hexOf(json.networkKey, 16),
    panid: numberOf(hexOf(json.panId, 2)),
    extendedpanid: hexOf(json.extPanId, 8),
    coordinator: hexOf(json.macAddress, 8),
    channel: wholeNumber(json.curChannel),
    updateId: wholeNumber(json.nwkUpdateId),
    keySequence: 0,
    devices: [],
  });
}

function isEncrypted({ securityMode }: Values): boolean {
  return wholeNumber(securityMode) === ENCRYPTED;
}

/** Of this stick: a host may have had several. */
function counterIn(ini: string, coordinator: string | undefined): number {
  let section = "";
  for (const line of ini.split(/\r?\n/)) {
    section = /^\[N([0-9a-f]{16})\]/i.exec(line)?.[1]?.toLowerCase() ?? (line.startsWith("[") ? "" : section);
    const counter = /^framecounter=(\d+)$/.exec(line.trim())?.[1];
    if (counter !== undefined && section !== "" && (coordinator === undefined || section === coordinator))
      return Number(counter);
  }
  return 0;
}
