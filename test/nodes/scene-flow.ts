/** A flow of scene nodes, each with another dialog: for the tests of both versions. */
import { type FlowNode, flowNode, gatewayNode, sink, TAB } from "../support/node-red.ts";

export const GROUP = { address: "/groups/9", uniqueid: "", resourceName: "Desk", house: "" };
const MOVIE = { scene: "1", sceneName: "Movie" };
export const ALL = ["1", "2", "3"]; // lights
export const OK = ALL.map((id) => ({ id, ok: true }));

export const scene = (id: string, more: object = {}) =>
  flowNode(id, "zigbee-gateway-scene", { gateway: "gw", ...GROUP, wires: [["out"], [`${id}Facts`]], ...more });
export const flow = (...others: readonly FlowNode[]): FlowNode[] => [
  TAB,
  { id: "tab2", type: "tab", label: "Other" },
  gatewayNode("gw", { radio: "virtual" }),
  scene("said", { facts: true }),
  scene("movie", { ...MOVIE, transition: "0", facts: true, own: true }),
  scene("sure", { confirm: true, deadline: "20" }),
  scene("patient", { ...MOVIE, confirm: true, deadline: "8" }),
  scene("quick", { ...MOVIE, transition: "0", confirm: true, deadline: "1.5" }),
  scene("next", { scene: "next" }),
  scene("back", { scene: "previous", does: "recall" }),
  scene("anywhere", { address: "", resourceName: "", target: "message", facts: true, z: "tab2" }),
  scene("lost", { scene: "77", sceneName: "Gone" }),
  scene("homeless", { address: "/groups/77", resourceName: "Attic" }),
  scene("nothing", { address: "", resourceName: "" }),
  ...["out", "saidFacts", "movieFacts", "anywhereFacts", "caught"].map(sink),
  flowNode("catch", "catch", { scope: null, uncaught: false, wires: [["caught"]] }),
  flowNode("catch2", "catch", { scope: null, uncaught: false, wires: [["caught"]], z: "tab2" }),
  ...others,
];
