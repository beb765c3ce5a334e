/** The virtual sensor that a sensor node declares. */
import type { Node } from "node-red";
import { type Declaration, type DeclaringDef, declaredReference } from "./declaration.ts";

const LONGEST_NAME = 32;
const WORDS = { modelid: "Flow", manufacturername: "Node-RED", swversion: "1" };

export function declaredSensor(node: Node, { declares, declaredName }: DeclaringDef): Declaration | undefined {
  if (typeof declares !== "string" || declares === "") return undefined;
  const given = typeof declaredName === "string" ? declaredName.trim().slice(0, LONGEST_NAME) : "";
  const name = given || declares.replace(/^CLIP/, "");
  const once = { type: declares, ...WORDS };
  return { pick: declaredReference(node, "/sensors", name), type: declares, says: () => ({ name }), once };
}
