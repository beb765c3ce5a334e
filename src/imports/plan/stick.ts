/** Whether the network can go on with a stick: the same one, another one of its family, or one of another family. */
import type { AskedStick, StickSays } from "../../model/imports/asked-stick.ts";
import { reversed } from "../hex.ts";
import type { ForeignHouse, ForeignNetwork, StickFamily } from "../inventory.ts";
import { lackingIn } from "../network/coordinator-backup.ts";
import type { Note, NoteCode } from "../words.ts";

/** The stick that is to go on, as the dialog has it. */
export interface StickChoice {
  readonly path?: string;
  readonly adapter?: string;
  /** The user says that it is the very stick that the other program used. */
  readonly isSame?: boolean;
  /** The stick's own answer. */
  readonly says?: StickSays;
}

export interface StickVerdict {
  readonly verdict: "resume" | "restore" | "rare" | "refused";
  readonly isSame: boolean;
  readonly adapter: string; // "" where it is unknown
  readonly notes: readonly Note[];
}

/** The network that the stick holds: that of the files, another one, none, or it does not say. */
export type Holding = "same" | "other" | "none" | "untold";

const FAMILIES: readonly string[] = ["zstack", "ember", "deconz"];

/** `house`: with the stick's answer on its network. */
export function stickVerdict(house: ForeignHouse, choice: StickChoice): StickVerdict {
  const { network, stick } = house;
  const asked = askedIn(choice);
  const used = stick.adapter === "ezsp" ? "ember" : (stick.adapter ?? network.family ?? "");
  const adapter = asked?.adapter ?? choice.adapter ?? used;
  const samePath = choice.path === undefined || stick.path === undefined || choice.path === stick.path;
  const wished = choice.isSame ?? (samePath && (used === "" || adapter === used));
  const holding = asked && holdingOf(network, asked);
  const isSame = holding === "same" || (wished && holding !== "none" && !isAnother(network, asked));
  const silent: readonly Note[] =
    choice.says && "reason" in choice.says ? [{ code: "stick-silent", values: { reason: choice.says.reason } }] : [];
  const end = (verdict: StickVerdict["verdict"], notes: readonly Note[]) => ({
    ...{ verdict, isSame, adapter, notes: [...notes, ...silent] },
  });
  const refused = (code: NoteCode, more: Pick<Note, "values"> = {}) => end("refused", [{ code, ...more }]);
  if (lackingIn(network) !== undefined) return refused(network.obstacle?.code ?? "no-network", network.obstacle);
  if (adapter === "") return refused("stick-unknown");
  if (holding === "other" && wished) return refused("stick-other-network");
  if (network.coordinator === undefined && isFamily(adapter)) return refused("backup-none");
  if (isSame) return end("resume", [{ code: "stick-same" }, ...resumeNotes(house, holding, asked)]);
  if (network.obstacle) return refused(network.obstacle.code, network.obstacle);
  const former = network.family ?? used; // of the backup
  if (!isFamily(adapter) || !isFamily(former)) return refused("stick-unable");
  const notes: readonly Note[] = [
    ...(adapter === "ember" && asked?.address !== network.coordinator ? [{ code: "stick-new-address" } as const] : []),
    ...(holding === "other" ? [{ code: "stick-overwritten" } as const] : []),
    ...(holding === "none" && wished ? [{ code: "stick-empty" } as const] : []),
  ];
  if (adapter !== former) return end("rare", [{ code: "stick-rarely" }, ...notes]);
  return end("restore", [{ code: "stick-restore" }, ...notes]);
}

function isFamily(adapter: string): adapter is StickFamily {
  return FAMILIES.includes(adapter);
}

export function askedIn({ says }: StickChoice): AskedStick | undefined {
  return says && "adapter" in says ? says : undefined;
}

/** By key and number; some sticks, and some settings, have the extended one turned round, or as everybody has it. */
export function holdingOf(network: ForeignNetwork, { holds }: AskedStick): Holding {
  if (typeof holds === "string") return holds;
  if (lackingIn(network) === undefined)
    return holds.key === network.key && holds.panid === network.panid ? "same" : "other";
  if (network.key !== undefined && network.key !== holds.key) return "other";
  return network.coordinator === undefined || network.coordinator === holds.coordinator ? "same" : "other";
}

/**
 * The files, completed by the stick that is in their network: it knows best how far it has counted and where it is. Where they do not say
 * which network it is, that of the stick with the house's own address is it.
 */
export function withAsked(house: ForeignHouse, choice: StickChoice): ForeignHouse {
  const asked = askedIn(choice);
  const { network, notes } = house;
  if (!asked || typeof asked.holds === "string" || holdingOf(network, asked) !== "same") return house;
  const { key, panid, extendedpanid, channel, coordinator, updateid, counter } = asked.holds;
  const { obstacle, frameCounter = 0, ...known } = network;
  const counted = Math.max(frameCounter, counter ?? 0);
  const isComplete = lackingIn(network) === undefined;
  const isCounted = obstacle?.code === "counter-near-end" || counted === 0;
  const isMoved = isComplete && network.channel !== channel;
  const here: ForeignNetwork = {
    ...known,
    ...{ key, panid, channel, coordinator, updateId: Math.max(updateid, network.updateId ?? 0) },
    extendedpanid:
      isComplete && reversed(extendedpanid) === network.extendedpanid ? network.extendedpanid : extendedpanid,
    ...(isFamily(asked.adapter) && { family: asked.adapter }),
    ...(counted > 0 && { frameCounter: counted }),
    ...(isCounted && { obstacle: obstacle ?? { code: "counter-unknown" } }),
  };
  const more: readonly Note[] = [
    ...(isComplete ? [] : [{ code: "network-of-stick" } as const]),
    ...(isMoved ? [{ code: "stick-channel", values: { there: network.channel ?? 0, channel } } as const] : []),
  ];
  return { ...house, network: here, notes: [...notes, ...more] };
}

/** An Ember stick has an address of its own, and so had the network that it was in. */
function isAnother({ coordinator, family }: ForeignNetwork, asked: AskedStick | undefined): boolean {
  if (asked?.holds !== "untold" || asked.address === null || coordinator === undefined) return false;
  return family === "ember" && asked.adapter === "ember" && asked.address !== coordinator;
}

function resumeNotes(
  { network, source }: ForeignHouse,
  holding: Holding | undefined,
  asked: AskedStick | undefined,
): readonly Note[] {
  const own = network.obstacle && source.program !== "deconz" ? [network.obstacle] : [];
  if (holding !== "same" || !asked || typeof asked.holds === "string") return own;
  const { counter } = asked.holds;
  const isBehind = counter !== null && counter < (network.frameCounter ?? 0);
  return isBehind ? [...own, { code: "stick-behind" }] : own;
}
