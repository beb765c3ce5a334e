/**
 * Examples come without a gateway. An import uses the one that is there; where there is none, it gets one with a virtual house, which says so.
 * When a user makes a gateway of their own later, one click gives the flows of the examples to that gateway.
 */
import { EXAMPLE_HOUSE } from "../nodes/shared/example-house.ts";
import type { ConfigNode, EditedNode, HistoryStep } from "./editor.ts";
import { say } from "./gateway-dialog.ts";

const { id: EXAMPLE, type: GATEWAY } = EXAMPLE_HOUSE;
const KEPT = "zigbee-gateway-example-house-kept"; // in the browser: the user wants both
const SHORTLY = 8000; // milliseconds

let waiting: EditedNode[] = []; // that came in one go
let isLoaded = false; // the flows that were saved are left alone
let closeOffer = () => {};

export function watchExamples(): void {
  RED.events.on("flows:loaded", () => {
    isLoaded = true;
    offerOwn();
  });
  RED.events.on("workspace:clear", () => {
    isLoaded = false;
  });
  RED.events.on("nodes:add", (node: EditedNode) => {
    if (!isLoaded) return;
    if (node.type === GATEWAY) setTimeout(adoptNodes);
    if (node.type === GATEWAY && node.id !== EXAMPLE) setTimeout(offerOwn);
    if (node.gateway !== EXAMPLE || RED.nodes.node(EXAMPLE)) return;
    if (waiting.push(node) === 1) queueMicrotask(provideGateway); // when the import is done
  });
  RED.events.on("nodes:remove", (node: EditedNode) => {
    if (node.type === GATEWAY && gateways().length < 2) closeOffer();
  });
}

/** The nodes of an example have come in: they get a gateway. Nodes that "undo" brings back stay as they were. */
function provideGateway(): void {
  const nodes = waiting;
  waiting = [];
  const step = importOf(nodes, RED.history.peek());
  if (!step || RED.nodes.node(EXAMPLE)) return;
  const own = ownGateway();
  if (own) for (const node of nodes) node.gateway = own.id;
  else {
    RED.nodes.import([{ ...EXAMPLE_HOUSE, name: say("example.name") }], { markChanged: true });
    step.nodes?.unshift(EXAMPLE); // "redo" brings it back before its users
  }
  for (const node of nodes) show(node);
  RED.view.redraw();
  const text = own
    ? say(own.radio === "virtual" ? "example.used" : "example.used-other", named(own))
    : say("example.brought");
  RED.notify($("<p>").text(text), { type: "success", timeout: SHORTLY });
}

function importOf(nodes: readonly EditedNode[], step: HistoryStep | undefined): HistoryStep | undefined {
  if (step?.t === "multi") return step.events?.find((part) => importOf(nodes, part));
  return step?.t === "add" && nodes.every(({ id }) => step.nodes?.includes(id)) ? step : undefined;
}

/** The devices of the examples are those of a virtual house: a gateway with a virtual house goes first. */
function ownGateway(): ConfigNode | undefined {
  const own = gateways().filter(({ id, d }) => id !== EXAMPLE && d !== true);
  return own.find(({ radio }) => radio === "virtual") ?? own[0];
}

function gateways(): readonly ConfigNode[] {
  const all: ConfigNode[] = [];
  RED.nodes.eachConfig((node) => {
    if (node.type === GATEWAY) all.push(node);
    return true;
  });
  return all;
}

function show(node: EditedNode): void {
  RED.nodes.updateConfigNodeUsers(node, { action: "add" });
  RED.editor.validateNode(node);
  node.changed = true;
  node.dirty = true;
  RED.events.emit("nodes:change", node);
}

// ---- the first gateway

/** Nodes that were put on a flow before there was any gateway get the only one. */
function adoptNodes(): void {
  const [own, ...others] = gateways();
  if (!own || others.length > 0) return;
  RED.nodes.eachNode((node) => {
    if (!node.type.startsWith(`${GATEWAY}-`) || node.gateway) return true;
    node.gateway = own.id;
    show(node);
    RED.nodes.dirty(true);
    return true;
  });
  RED.view.redraw();
}

/** For a user without a gateway: the example house, deployed at once where no other change waits for a deploy. Says whether it was. */
export function bringHouse(): boolean {
  const dirty = RED.nodes.dirty();
  RED.nodes.import([{ ...EXAMPLE_HOUSE, name: say("example.name") }], { markChanged: true });
  RED.history.push({ t: "add", nodes: [EXAMPLE], dirty });
  adoptNodes();
  RED.nodes.dirty(true);
  if (!dirty) RED.actions.invoke("core:deploy-flows");
  return !dirty;
}

// ---- mine instead

function offerOwn(): void {
  const [example, own] = [RED.nodes.node(EXAMPLE), ownGateway()];
  closeOffer();
  if (!example || !own || localStorage.getItem(KEPT) === own.id) return;
  const notice = RED.notify($("<p>").text(say("example.offer", named(own))), {
    fixed: true,
    buttons: [
      {
        text: say("example.keep"),
        click: () => {
          localStorage.setItem(KEPT, own.id);
          closeOffer();
        },
      },
      {
        text: say("example.mine", named(own)),
        class: "primary",
        click: () => {
          closeOffer();
          useOwn(example, own);
        },
      },
    ],
  });
  closeOffer = () => {
    notice.close();
    closeOffer = () => {};
  };
}

/** All nodes of the example house go to this gateway, and the house goes; "undo" takes it back. */
function useOwn(example: EditedNode, own: ConfigNode): void {
  const dirty = RED.nodes.dirty();
  const users: EditedNode[] = [];
  RED.nodes.eachNode((node) => {
    if (node.gateway === EXAMPLE) users.push(node);
    return true;
  });
  const events = users.map((node): object => {
    const event = { t: "edit", node, changes: { gateway: EXAMPLE }, changed: node.changed, dirty };
    RED.nodes.updateConfigNodeUsers(node, { action: "remove" });
    node.gateway = own.id;
    show(node);
    return event;
  });
  RED.nodes.remove(EXAMPLE);
  RED.history.push({ t: "multi", events: [...events, { t: "delete", nodes: [example], changes: {}, dirty }], dirty });
  RED.nodes.dirty(true);
  RED.view.redraw();
}

function named({ name }: ConfigNode): { readonly name: string } {
  return { name: name || say("label.gateway") };
}
