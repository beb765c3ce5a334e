/** The dialog of the schedule node. Its time is edited by the editor that the sidebar has, too: `panels/automation/editor`. */
import { lackIn, patternParts } from "../src/model/time/time-grammar.ts";
import { type EditedNode, fieldValue, isEnvironment } from "./editor.ts";
import { languageOfEditor } from "./panels-loader.ts";

const { pick, declares, part } = zigbeeGateway;

const USUAL = "W127/T07:00:00";

/** The time of a node that the user never opened: the deploy arms its schedule at once. */
function untouched(node: EditedNode): string {
  if (node.time !== USUAL) return "";
  const form = { hour: "numeric", minute: "2-digit" } as const;
  const time = new Date(2000, 0, 1, 7).toLocaleTimeString(languageOfEditor(), form);
  return node._("zigbee-gateway-schedule.usual", { time });
}

/** Of `panels/automation/dialog-parts.tsx`. */
interface ScheduleProps {
  readonly time?: string;
  readonly zone?: "local" | "utc";
  readonly place?: Readonly<Record<string, string>>;
  readonly owner?: string;
  readonly deployed?: string;
  readonly address?: string;
  readonly onTime?: (time: string) => void;
  readonly onName?: (name: string) => void;
}

/** The place that the user has just entered in the gateway's dialog: the gateway does not know it before the next deploy. */
function undeployedPlace(gateway: string): Readonly<Record<string, string>> {
  const node = RED.nodes.node(gateway);
  if (node?.changed !== true) return {};
  const { latitude, longitude, timezone } = node;
  return { latitude: String(latitude ?? ""), longitude: String(longitude ?? ""), timezone: String(timezone ?? "") };
}

function isTime(this: EditedNode, value: unknown): boolean {
  const text = String(value ?? "");
  const isPattern = patternParts(text) !== undefined && lackIn(text) === undefined;
  const isNew = this.changed === true || text !== this.time; // one that has been deployed is over because it has fired
  return this.declares === "" || isEnvironment(text) || (isPattern && !(isNew && isPast(text, this.zone)));
}

/** On the clock of this browser: the gateway tells it to the minute. */
function isPast(text: string, zone: unknown): boolean {
  const { at } = patternParts(text) ?? {};
  return at !== undefined && Date.parse(zone === "utc" ? `${at}Z` : at) < Date.now();
}

/** Also of a pattern whose time has been deleted. */
function kindOf(text: string): string {
  const emptied = text.startsWith("W") ? "weekly" : "once";
  return patternParts(text)?.kind ?? (lackIn(text) === "time" ? emptied : "text");
}

/** Without a day or a time it is called after none. */
function nameOfTime({ time, usualName = "" }: EditedNode): string {
  return lackIn(String(time ?? "")) === undefined ? String(usualName) : "";
}

let usualName = ""; // of the dialog that is open: after its time, as long as the user gives no name

zigbeeGateway.registerType("zigbee-gateway-schedule", {
  color: "#E6D3A8",
  defaults: {
    declares: { value: "Schedule" },
    time: { value: USUAL, validate: isTime },
    usualName: { value: "" },
    zone: { value: "local" },
    begins: { value: "deploy" },
    afterwards: { value: "kept" },
    payload: { value: "true" },
    payloadType: { value: "bool" },
  },
  inputs: 0,
  outputs: 1,
  icon: "zigbee-gateway-schedule.svg",
  outputNames: ["answer", "fires"],
  called: (node) => (node.declares ? node.declaredName || nameOfTime(node) || untouched(node) : node.resourceName),
  oneditprepare(say) {
    usualName = nameOfTime(this);
    const onName = (name: string) => {
      usualName = name;
      field("declaredName").attr("placeholder", name);
    };
    const planned = { value: "planned", label: say("label.planned"), hasValue: false };
    const types = ["bool", planned, "str", "num", "json", "flow", "global", "env"];
    $("#node-input-payload").typedInput({ default: "bool", types, typeField: "#node-input-payloadType" });
    const field = (name: string) => $(`#node-input-${name}`);
    const [time, zone, begins, gateway] = [field("time"), field("zone"), field("begins"), field("gateway")];
    const place = $("#zigbee-gateway-schedule-editor");
    const wait = () => void place.text(say("hint.waits"));
    const editor = part<ScheduleProps>(place[0] as HTMLElement, "schedule", wait);
    if (fieldValue(time) === "") time.val(USUAL);
    const onTime = (next: string) => {
      time.val(next).trigger("change");
      if (lackIn(next)) onName(""); // else it would be called after the time before
      show();
    };
    const show = () => {
      const isDeclared = fieldValue(field("declares")) !== "";
      const text = fieldValue(time);
      const kind = kindOf(text);
      for (const row of $("#dialog-form [data-kinds]").get())
        $(row).toggle(isDeclared && (row.dataset.kinds ?? "").split(" ").includes(kind));
      const { address = "" } = this.picker?.chosen ?? {};
      const inZone = fieldValue(zone) === "utc" ? "utc" : "local";
      const id = fieldValue(gateway);
      const deployed = this.changed === true || isEnvironment(String(this.time)) ? {} : { deployed: String(this.time) };
      const own = { owner: `flow:${this.id}`, ...deployed, time: text, zone: inZone } as const;
      editor.show(id, isDeclared ? { ...own, place: undeployedPlace(id), onTime, onName } : { address });
    };
    begins.on("input", () => {
      if (fieldValue(begins) !== "message") return;
      $("#zigbee-gateway-schedule-asks").prop("checked", true);
      $("#zigbee-gateway-schedule-more").prop("open", true); // a user who lets messages restart it sees the input for them
    });
    wait();
    $("#node-input-gateway, #node-input-zone").on("change", show);
    pick(this, { kind: "schedules", fits: ({ family }) => family === "schedules", changed: () => show() });
    declares(this, show);
    show();
  },
  oneditsave() {
    this.usualName = fieldValue($("#node-input-declaredName")).trim() === "" ? usualName : "";
  },
});
