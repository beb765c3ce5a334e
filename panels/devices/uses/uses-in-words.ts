/** Who uses a device, in words, and where the panels show it. Pure. */
import type { Use, Uses } from "../../../src/model/admin-api.ts";
import { say } from "../../texts.ts";

const MOST_TOLD = 8; // before a removal

/** "Rule: Hall at night", "Scene: Evening (Living room)". */
export function sayUse({ by, name, within, kind = "", way }: Use): string {
  const own = name || kind.replace(/^zigbee-gateway-/, "");
  const text = way === undefined ? `devices.uses.by.${by}` : `devices.uses.by.${by}-${way}`;
  return within ? say(`${text}-within`, { name: own, within }) : say(text, { name: own });
}

/** Undefined: no panel shows it. */
export function pathOf({ by, address = "" }: Use): readonly string[] | undefined {
  const [, family = "", id = ""] = address.split("/");
  if (by === "rule" || by === "schedule") return ["automation", address];
  if (family === "groups") return ["home", id];
  return family === "devices" ? ["devices", id] : undefined;
}

/** Of several devices: each use once, and not more than can be read. */
export function usesTogether(uses: Uses): { readonly told: readonly Use[]; readonly more: number } {
  const all = new Map(
    Object.values(uses)
      .flat()
      .map((use) => [`${use.by} ${use.address ?? use.node} ${use.way}`, use]),
  );
  return { told: [...all.values()].slice(0, MOST_TOLD), more: Math.max(0, all.size - MOST_TOLD) };
}
