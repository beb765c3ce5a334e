/** The checks of the fields in the gateway's dialog: a check names a fault by the key of its sentence. */
import { hasWrongPort, isHost, isPort, isStickAddress } from "../../nodes/shared/addresses.ts";
import { type EditedNode, fieldValue, isEnvironment, type Property } from "../editor.ts";
import { say } from "../gateway-dialog.ts";

/** Undefined: it fits. */
type FaultOf = (text: string, node: EditedNode) => string | undefined;

/** Where Node-RED itself listens, as the runtime tells it while a dialog is open. */
export interface NodeRedAt {
  readonly port: number; // 0: it is not known
  readonly address: string;
}

const EVERYWHERE = ["", "::", "0.0.0.0"];
const MOST_POWER = 20; // dBm
let nodeRed: NodeRedAt = { port: 0, address: "" };

export function tellNodeRed(at: NodeRedAt): void {
  nodeRed = at;
}

/** An empty field, and a name of the environment, is no fault. A validator with two parameters may answer a sentence. */
export function checked(faultOf: FaultOf, value = ""): Property {
  return {
    value,
    validate(this: EditedNode, given: unknown, _?: unknown) {
      const text = String(given ?? "").trim();
      const fault = text === "" || isEnvironment(text) ? undefined : faultOf(text, this);
      return fault === undefined || say(`error.${fault}`);
    },
  };
}

export const portFault: FaultOf = (text) => (isPort(text) ? undefined : "port");

/** A port that is opened on this machine is not the one that Node-RED has. */
export const ownPortFault: FaultOf = (text, node) =>
  portFault(text, node) ?? (Number(text) === nodeRed.port && isSharedWith(node) ? "taken" : undefined);

/** Two may have one port at different addresses of a machine. */
function isSharedWith(node: EditedNode): boolean {
  const field = $("#node-config-input-portAddress"); // of the dialog, while it is open
  const own = (field.length > 0 ? fieldValue(field) : String(node.portAddress ?? "")).trim();
  return EVERYWHERE.includes(own) || EVERYWHERE.includes(nodeRed.address) || own === nodeRed.address;
}

export const hostFault: FaultOf = (text) => (isHost(text) ? undefined : "host");

/** Of the address of a stick, as it is typed. */
export function pathFault(text: string): string | undefined {
  if (text === "" || isEnvironment(text) || isStickAddress(text)) return undefined;
  return hasWrongPort(text) ? "address-port" : "path";
}

export const radioFault: FaultOf = (text) =>
  ["virtual", "none"].includes(text) || !pathFault(text) ? undefined : "radio";

export const spareFault: FaultOf = (text) =>
  isStickAddress(text) ? undefined : hasWrongPort(text) ? "address-port" : "spare";

export function degreesFault(name: "latitude" | "longitude", most: number): FaultOf {
  return (text) => (Number.isFinite(Number(text)) && Math.abs(Number(text)) <= most ? undefined : name);
}

export const baudRateFault: FaultOf = (text) => (/^\d+$/.test(text) ? undefined : "baudRate");

export const powerFault: FaultOf = (text) => (/^\d+$/.test(text) && Number(text) <= MOST_POWER ? undefined : "power");

/** Of a broker: without a protocol it is mqtt. */
export const brokerFault: FaultOf = (text) => {
  const url = /^[a-z]+:\/\//i.test(text) ? text : `mqtt://${text}`;
  if (hasWrongPort(url)) return "address-port";
  return /^(mqtts?|tcp|tls|ssl|wss?):\/\/[^\s/?#]+(\/\S*)?$/i.test(url) && URL.canParse(url) ? undefined : "broker";
};

export const topicFault: FaultOf = (text) => (/^[^+#/][^+#]*$/.test(text) && !text.endsWith("/") ? undefined : "topic");
