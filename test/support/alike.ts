/** The answers of two gateways on the same house, compared: without values of the moment, of the stick, or of how it hears. */

/** docs/guide/adapters.md says why. */
const DIFFERENT = new Set([
  ...[
    "lastseen",
    "lastupdated",
    "lastannounced",
    "etag",
    "UTC",
    "localtime",
    "whitelist",
    "uuid",
    "linkquality",
    "lqi",
  ],
  ...["fwversion", "mac", "bridgeid", "devicename", "rfstatus", "panid", "ipaddress", "port", "websocketport"],
]);

/** Member by member, each with its place. */
export function differing(one: unknown, other: unknown, place: string): string[] {
  const isNested = [one, other].every((value) => typeof value === "object" && value !== null);
  if (!isNested) return one === other ? [] : [`${place}: ${JSON.stringify(one)}, not ${JSON.stringify(other)}`];
  const [left, right] = [one, other] as Record<string, unknown>[];
  const names = new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})]);
  const asked = String(left?.asked ?? "");
  return [...names].flatMap((name) => differing(left?.[name], right?.[name], `${place} ${asked || name}`));
}

export function alike(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(alike);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !DIFFERENT.has(name));
  return Object.fromEntries(members.map(([name, member]) => [name, alike(member)]));
}
