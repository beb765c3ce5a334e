/** What is pressed: a button by the name that its model gives it, or any command at all. */

import type { ButtonFrame } from "../devices/device-profile.ts";
import { writeFrame } from "../devices/zcl.ts";
import { isCount, isRecord, isText } from "./control-checks.ts";
import type { Resident } from "./residents.ts";

const MOST_ID = 0xffff;

/** The frames of a press; an error in one plain sentence when there is no such thing. */
export function pressOf({ name, device: { profile, endpoints } }: Resident, press: unknown): readonly ButtonFrame[] {
  const { presses = {} } = profile;
  if (typeof press === "string") {
    const named = Object.hasOwn(presses, press) ? presses[press] : undefined;
    if (named) return named;
    const known = Object.keys(presses);
    throw new Error(`${name} has no press ${press}${known.length > 0 ? `; it has ${known.join(", ")}` : ""}`);
  }
  const { endpoint, cluster, command, payload = {}, manufacturer } = isRecord("press", press);
  const from = endpoint === undefined ? undefined : isCount("endpoint", endpoint, 1, 255);
  if (from !== undefined && !endpoints.some(({ id }) => id === from))
    throw new Error(`${name} has no endpoint ${from}`);
  const said: ButtonFrame = {
    cluster: nameOrNumber("cluster", cluster),
    command: nameOrNumber("command", command),
    payload: isRecord("payload", payload),
    ...(from === undefined ? {} : { endpoint: from }),
    ...(manufacturer === undefined ? {} : { manufacturer: isCount("manufacturer", manufacturer, 0, MOST_ID) }),
  };
  try {
    writeFrame({ ...said, payload: said.payload, sequence: 0 }, profile.custom ?? {});
  } catch (error) {
    throw new Error(`this cannot be said: ${error instanceof Error ? error.message : error}`);
  }
  return [said];
}

function nameOrNumber(knob: string, value: unknown): string | number {
  return typeof value === "number" ? isCount(knob, value, 0, MOST_ID) : isText(knob, value);
}
