/**
 * The versions of saved nodes: the steps bring an older node to the newest version, and it keeps its meaning. Pure; it runs where nodes
 * are made and, bundled, in the editor, where their dialogs open.
 */
export const NEWEST = 5;

export type Properties = Readonly<Record<string, unknown>>;

interface Migrated {
  readonly changes: Properties; // the properties that differ in the newest version; the version itself, too
  readonly newer?: number; //      the version of a node that comes from a newer package
}

/** From a version to the next: the properties that change. */
type MigrationStep = (node: Properties) => Properties;

const SCHEDULE = "zigbee-gateway-schedule";
const GATEWAY = "zigbee-gateway";
const EVENT = "zigbee-gateway-event";

/** Nodes without a version were written by hand, or by a program: a missing property means this, not the default of a new node. */
const UNSAID: Readonly<Record<string, Properties>> = {
  "zigbee-gateway-light": { does: "", arrows: "", target: "", units: "human", deadline: "5" },
  "zigbee-gateway-scene": { does: "recall", target: "", deadline: "5" },
  "zigbee-gateway-sensor": { declares: "", units: "human", when: "change" },
  "zigbee-gateway-rule": { declares: "" },
  [SCHEDULE]: {
    declares: "",
    zone: "local",
    begins: "deploy",
    afterwards: "kept",
    payloadType: "planned",
  },
  "zigbee-gateway-pairing": { seconds: "120" },
  "zigbee-gateway-touchlink": { does: "scan" },
  "zigbee-gateway-request": { body: "payload", bodyType: "msg" },
};

/** The first leads from no version to 1. */
const STEPS: readonly MigrationStep[] = [
  (node) => ({ ...unsaidBy(node), ...(node.adapter === "auto" ? { adapter: "" } : {}) }),
  /** A schedule without a payload of its own said the planned time; a new one says `true`. */
  ({ type, payloadType }) => (type === SCHEDULE && !payloadType ? { payloadType: "planned" } : {}),
  /** The virtual house knew one kind of stick. */
  ({ type, stick }) => (type === GATEWAY && !stick ? { stick: "zstack" } : {}),
  /** An event node told all changes; a new one leaves out measurements, which come all day long. */
  ({ type, measured }) => (type === EVENT && typeof measured !== "boolean" ? { measured: true } : {}),
  /** An event node spoke as the API counts; a new one as people do. */
  ({ type, units }) => (type === EVENT && !units ? { units: "api" } : {}),
];

export function migrated(node: Properties): Migrated {
  const version = versionOf(node);
  if (version > NEWEST) return { changes: unsaidBy(node), newer: version }; // a property of this version may be gone there
  let changes: Properties = {};
  for (const step of STEPS.slice(version)) changes = { ...changes, ...step({ ...node, ...changes }) };
  return { changes: version < NEWEST ? { ...changes, version: NEWEST } : changes };
}

/** Any program may have written the node: a value that is no version counts as none. */
function versionOf({ version }: Properties): number {
  const number = typeof version === "string" && version.trim() !== "" ? Number(version) : version;
  return Number.isSafeInteger(number) && Number(number) > 0 ? Number(number) : 0;
}

function unsaidBy(node: Properties): Properties {
  const usual = Object.entries(UNSAID[String(node.type)] ?? {});
  return Object.fromEntries(usual.filter(([name]) => node[name] === undefined || node[name] === null));
}
