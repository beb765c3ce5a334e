/** The topics below the base: the subscriptions, and the request in a topic that comes in. */

interface AskedTopic {
  readonly name: string; // of a device or group, perhaps with an endpoint behind it
  readonly does: "set" | "get";
  readonly attribute: string | undefined;
}

const DEEPEST = 6; // levels of a name, with its endpoint
const REQUEST = "bridge/request/";
const AVAILABILITY = "/availability";
export const BRIDGE_STATE = "bridge/state";

/** Any name, by how many levels it has. */
const NAMES = Array.from({ length: DEEPEST }, (_, index) =>
  Array(index + 1)
    .fill("+")
    .join("/"),
);

/** Not all below the base: then each of our own messages would come back. */
export function subscriptions(base: string): readonly string[] {
  const asked = NAMES.flatMap((name) => ["set", "set/+", "get", "get/+"].map((end) => `${base}/${name}/${end}`));
  return [`${base}/${REQUEST}#`, ...asked];
}

/** The topics of all availabilities that an earlier run may have left. */
export function availabilities(base: string): readonly string[] {
  return NAMES.map((name) => `${base}/${name}${AVAILABILITY}`);
}

/** "zigbee2mqtt/kitchen/lamp/availability" → "kitchen/lamp". */
export function availabilityIn(topic: string, base: string): string | undefined {
  return askedBy(topic, base) === undefined ? nameBefore(AVAILABILITY, topic, base) : undefined;
}

/** Gateways whose base topics lie below ours: "home/garden" below "home". */
export function bridgesBelow(base: string): readonly string[] {
  return NAMES.map((name) => `${base}/${name}/${BRIDGE_STATE}`);
}

/** "home/garden/bridge/state" → "garden". */
export function bridgeStateIn(topic: string, base: string): string | undefined {
  return nameBefore(`/${BRIDGE_STATE}`, topic, base);
}

export function askedBy(topic: string, base: string): AskedTopic | undefined {
  const parts = inside(topic, base)?.split("/") ?? [];
  for (const at of [parts.length - 1, parts.length - 2]) {
    const does = parts[at];
    if (at < 1 || (does !== "set" && does !== "get")) continue;
    return { name: parts.slice(0, at).join("/"), does, attribute: parts[at + 1] };
  }
  return undefined;
}

/** "zigbee2mqtt/bridge/request/device/rename" → "device/rename". */
export function requestIn(topic: string, base: string): string | undefined {
  const rest = inside(topic, base);
  return rest?.startsWith(REQUEST) ? rest.slice(REQUEST.length) : undefined;
}

function nameBefore(end: string, topic: string, base: string): string | undefined {
  const rest = inside(topic, base);
  return rest?.endsWith(end) ? rest.slice(0, -end.length) : undefined;
}

function inside(topic: string, base: string): string | undefined {
  return topic.startsWith(`${base}/`) ? topic.slice(base.length + 1) : undefined;
}
