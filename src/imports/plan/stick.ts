/** Whether the network can go on with a stick: the same one, another one of its family, or one of another family. */
import type { ForeignHouse, StickFamily } from "../inventory.ts";
import { lackingIn } from "../network/coordinator-backup.ts";
import type { Note, NoteCode } from "../words.ts";

/** The stick that is to go on, as the dialog has it. */
export interface StickChoice {
  readonly path?: string;
  readonly adapter?: string;
  /** Somebody says that it is the very stick that the other program used. */
  readonly isSame?: boolean;
}

export interface StickVerdict {
  readonly verdict: "resume" | "restore" | "rare" | "refused";
  readonly isSame: boolean;
  readonly adapter: string; // "" where nobody knows
  readonly notes: readonly Note[];
}

const FAMILIES: readonly string[] = ["zstack", "ember", "deconz"];

export function stickVerdict({ network, stick, source }: ForeignHouse, choice: StickChoice): StickVerdict {
  const used = stick.adapter === "ezsp" ? "ember" : (stick.adapter ?? network.family ?? "");
  const former = network.family ?? used; // of the backup
  const adapter = choice.adapter ?? used;
  const samePath = choice.path === undefined || stick.path === undefined || choice.path === stick.path;
  const isSame = choice.isSame ?? (samePath && (used === "" || adapter === used));
  const refused = (code: NoteCode, more: Pick<Note, "values"> = {}): StickVerdict => ({
    verdict: "refused",
    isSame,
    adapter,
    notes: [{ code, ...more }],
  });
  if (lackingIn(network) !== undefined) return refused(network.obstacle?.code ?? "no-network", network.obstacle);
  if (adapter === "") return refused("stick-unknown");
  if (network.coordinator === undefined && isFamily(adapter)) return refused("backup-none");
  if (isSame) {
    const own = network.obstacle && source.program !== "deconz" ? [network.obstacle] : [];
    return { verdict: "resume", isSame, adapter, notes: [{ code: "stick-same" }, ...own] };
  }
  if (network.obstacle) return refused(network.obstacle.code, network.obstacle);
  if (!isFamily(adapter) || !isFamily(former)) return refused("stick-unable");
  const address: readonly Note[] = adapter === "ember" ? [{ code: "stick-new-address" }] : [];
  if (adapter !== former) return { verdict: "rare", isSame, adapter, notes: [{ code: "stick-rarely" }, ...address] };
  return { verdict: "restore", isSame, adapter, notes: [{ code: "stick-restore" }, ...address] };
}

export function isFamily(adapter: string): adapter is StickFamily {
  return FAMILIES.includes(adapter);
}
