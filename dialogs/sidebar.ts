/** The tab of the panels in the sidebar of the editor. The editor loads nothing of the panels before a user looks at the tab. */
import type { Placed } from "./editor.ts";
import { bringHouse } from "./example-house.ts";
import { loadPanels, type MountedPanels, surroundings } from "./panels-loader.ts";
import { type SidebarBadge, sidebarBadge } from "./sidebar-badge.ts";

const ID = "zigbee-gateway";
const SHOW = "zigbee-gateway:show-sidebar";
const say = (key: string, values: Readonly<Record<string, unknown>> = {}) =>
  RED._(`node-red-contrib-zigbee-gateway/zigbee-gateway-sidebar:zigbee-gateway-sidebar.${key}`, values);
let badge: SidebarBadge | undefined;
let mounted: MountedPanels | undefined;
let observer: IntersectionObserver | undefined;
let content: JQuery | undefined;

const SHOWED = "zigbee-gateway:showed-panels"; // in the browser's memory: a user who closes the panels knows by then where they are
let isNewHere = false; // the very first gateway is being made

const loaded = () => {
  isNewHere = !hasGateway() && !localStorage.getItem(SHOWED);
};

function hasGateway(): boolean {
  let isThere = false;
  RED.nodes.eachConfig(({ type, d }) => {
    isThere ||= type === "zigbee-gateway" && !d;
    return !isThere;
  });
  return isThere;
}

/** The first one waits for its deploy, or was taken back: the panels say another thing then. */
const gatewayChanged = ({ type }: { readonly type: string }) => {
  if (type === "zigbee-gateway") mounted?.deployed();
};

const deployed = () => {
  mounted?.deployed();
  if (!isNewHere || !hasGateway()) return;
  isNewHere = false;
  localStorage.setItem(SHOWED, "yes");
  RED.sidebar.show(ID);
};

function forget(): void {
  RED.events.off("flows:loaded", loaded);
  RED.events.off("deploy", deployed);
  for (const event of ["nodes:add", "nodes:remove"]) RED.events.off(event, gatewayChanged);
  observer?.disconnect();
  mounted?.unmount();
  badge?.stop();
  mounted = undefined;
  content = undefined;
}

/** The open flow, and its nodes and groups, by their middles. */
function canvas(): object | undefined {
  const id = RED.workspaces.active();
  const flow = RED.nodes.workspace(id) || RED.nodes.subflow(id);
  const chart = document.getElementById("red-ui-workspace-chart");
  if (!flow || !chart) return undefined;
  const nodes = RED.nodes.filterNodes({ z: id }).map(({ x, y, w, h }) => ({ x, y, w, h }));
  const groups = RED.nodes.groups(id).map(({ x, y, w, h }) => ({ x: x + w / 2, y: y + h / 2, w, h }));
  const scale = RED.view.scale();
  return {
    name: flow.label || flow.name || id,
    isLocked: flow.locked === true,
    isBusy: isDialogOpen() || ![RED.state.DEFAULT, RED.state.EDITING].includes(RED.view.state()),
    left: chart.scrollLeft / scale,
    top: chart.scrollTop / scale,
    taken: [...nodes, ...groups],
  };
}

/** The view calls itself edited also after a dialog that was opened from the sidebar is closed. */
function isDialogOpen(): boolean {
  return document.querySelector("#red-ui-editor-stack .red-ui-tray") !== null;
}

/** As by a touch: they stay where they are put, and hang on no mouse. */
function importNodes(nodes: readonly unknown[]): void {
  RED.view.importNodes(nodes, { generateIds: true, touchImport: true, notify: false });
  RED.nodes.dirty(true);
  bringIntoSight(RED.view.selection().nodes ?? []);
}

const AROUND = 20; // pixels, as the editor counts

/** Where the view is full they stand below it: all of them are to be seen, or as many as there is room for. */
function bringIntoSight(nodes: readonly Placed[]): void {
  const chart = document.querySelector("#red-ui-workspace-chart");
  if (!chart || nodes.length === 0) return;
  const scale = RED.view.scale();
  const ends = (middle: "x" | "y", size: "w" | "h") => ({
    first: (Math.min(...nodes.map((node) => node[middle] - (node[size] || 0) / 2)) - AROUND) * scale,
    last: (Math.max(...nodes.map((node) => node[middle] + (node[size] || 0) / 2)) + AROUND) * scale,
  });
  const [across, down] = [ends("x", "w"), ends("y", "h")];
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = chart;
  const isIn = ({ first, last }: typeof across, from: number, room: number) => first >= from && last <= from + room;
  chart.scrollTo(
    isIn(across, scrollLeft, clientWidth) ? scrollLeft : across.first,
    isIn(down, scrollTop, clientHeight) ? scrollTop : down.first,
  );
}

/** Without an id: a new one, for a stick. */
function editGateway(id = "_ADD_", fold = ""): void {
  Object.assign(zigbeeGateway.gatewayDialog, { forStick: id === "_ADD_", fold });
  RED.editor.editConfig("", "zigbee-gateway", id);
}

function show(): void {
  observer?.disconnect();
  content?.append($("<p>", { role: "status", style: "padding: 16px; opacity: 0.8" }).text(say("loading")));
  mountPanels().catch(() => content?.text(say("not-loaded")));
}

const MADE_ROOM = "zigbee-gateway:made-room"; // in the browser's memory: a height that the user sets later stays
const ROOMY = 480; // pixels
const SHARE = 0.7; // of the sidebar's height

/** Node-RED 5 begins with an upper section of 300 pixels, above the debug messages: no room for a house. Ours is made higher, once. */
function makeRoom(place: HTMLElement): void {
  const section = place.closest<HTMLElement>(".red-ui-sidebar-section-top");
  const sidebar = section?.parentElement;
  if (!section || !sidebar || localStorage.getItem(MADE_ROOM)) return;
  const isAlone = !$(".red-ui-sidebar-section-bottom", sidebar).is(":visible");
  const wanted = Math.round(sidebar.clientHeight * SHARE);
  if (isAlone || section.offsetHeight >= Math.min(ROOMY, wanted)) return;
  $(section).outerHeight(wanted);
  localStorage.setItem(MADE_ROOM, "yes");
  RED.sidebar.show(ID); // so the editor keeps it
}

async function mountPanels(): Promise<void> {
  const { mount } = await loadPanels();
  const place = content?.[0];
  if (!place || mounted) return;
  const reveal = (id: string) => RED.view.reveal(id);
  const awaitsDeploy = () => hasGateway() && RED.nodes.dirty();
  const focus = () => RED.view.focus();
  const editor = { canvas, importNodes, editGateway, bringHouse, awaitsDeploy, reveal, focus };
  const tellHealth = (bad: number) => badge?.show(bad);
  mounted = mount(place, { ...surroundings(), home: "sidebar", editor, tellHealth });
}

RED.plugins.registerPlugin("zigbee-gateway-sidebar", {
  type: "zigbee-gateway-sidebar",
  onadd() {
    const place = $("<div>", { style: "height: 100%" });
    content = place;
    RED.sidebar.addTab({
      id: ID,
      label: say("label"),
      name: say("name"),
      iconClass: "fa fa-wifi",
      content,
      enableOnEdit: true,
      onremove: forget,
      action: SHOW,
    });
    badge = sidebarBadge(ID, (bad) => (bad === 0 ? say("name") : say("attention", { name: say("name"), bad })));
    RED.actions.add(SHOW, () => RED.sidebar.show(ID));
    observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      makeRoom(place[0] as HTMLElement);
      show();
    });
    observer.observe(place[0] as HTMLElement);
    RED.events.on("flows:loaded", loaded);
    RED.events.on("deploy", deployed);
    for (const event of ["nodes:add", "nodes:remove"]) RED.events.on(event, gatewayChanged);
  },
  onremove() {
    RED.actions.remove(SHOW);
    RED.sidebar.removeTab(ID);
  },
});
