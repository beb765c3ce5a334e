/** The columns of the table of devices: the facts of a device, in words and to sort by. Pure. */
import { batteryLevel } from "../../../src/model/sensors/batteries.ts";
import { say, sayAgo, sayNumber } from "../../texts.ts";
import type { SortKey } from "../../widgets/rows.ts";
import { deviceReach, lastSeen, linkQuality, seenAt } from "../availability.ts";
import type { ListedDevice } from "../list-rows.ts";
import { sayMember, withUnit } from "../values/words.ts";

export interface TableColumn {
  readonly id: string;
  readonly title: () => string;
  readonly text: (entry: ListedDevice, now: number) => string;
  readonly sortBy?: (entry: ListedDevice) => SortKey; // where its words do not sort
  readonly isNumber?: true;
}

/** The name stands before them, and always. */
export const COLUMNS: readonly TableColumn[] = [
  column("room", "devices.room", ({ rooms }) => rooms.map(({ name }) => name).join(", ")),
  column("product", "devices.fact.product", (entry) => told(entry, ["vendor", "productname"])),
  column("model", "devices.fact.model", (entry) => told(entry, ["modelid"])),
  column("software", "devices.fact.software", (entry) => told(entry, ["swversion"])),
  column("role", "devices.fact.role", ({ device: { info } }) =>
    typeof info.kind === "string" ? say(`devices.role.${info.kind}`) : "",
  ),
  {
    ...column("reach", "devices.fact.reached", reachInWords),
    sortBy: ({ device }) => (deviceReach(device) === "unreachable" ? 0 : 1),
  },
  {
    ...column("link", "network.quality", ({ device }) => sayKnown(linkQuality(device))),
    sortBy: ({ device }) => linkQuality(device),
    isNumber: true,
  },
  {
    id: "battery",
    title: () => sayMember("battery"),
    text: (entry) => {
      const percent = percentOf(entry);
      return percent === undefined ? "" : withUnit(sayNumber(percent), "%");
    },
    sortBy: percentOf,
    isNumber: true,
  },
  {
    id: "heard",
    title: () => sayMember("lastseen"),
    text: ({ device }, now) => {
      const seen = lastSeen(device, now);
      return Number.isNaN(seen) ? "" : sayAgo(seen, now, "short");
    },
    sortBy: ({ device }) => seenAt(device),
  },
  column("address", "devices.fact.address", ({ device: { key } }) => key),
];

/** The columns until the user chooses others. */
export const USUAL_COLUMNS: readonly string[] = ["room", "product", "software", "reach", "link", "battery", "heard"];

function column(id: string, title: string, text: TableColumn["text"]): TableColumn {
  return { id, title: () => say(title), text };
}

/** "not reached · 2 hours ago", where it was ever heard. */
function reachInWords({ device }: ListedDevice, now: number): string {
  const reach = deviceReach(device);
  if (reach !== "unreachable") return say(reach === "disabled" ? "devices.reach.disabled" : "devices.true");
  const seen = lastSeen(device, now);
  const since = Number.isNaN(seen) ? [] : [say("devices.seen", { ago: sayAgo(seen, now) })];
  return [say("devices.unreachable"), ...since].join(" · ");
}

/** The words that the device tells, or else its first resource. */
function told({ device: { info, resources } }: ListedDevice, names: readonly string[]): string {
  const view = resources[0]?.view ?? {};
  return names
    .map((name) => info[name] ?? view[name])
    .filter((word) => typeof word === "string" && word !== "")
    .join(" · ");
}

function percentOf({ device: { resources } }: ListedDevice): number | undefined {
  return batteryLevel(resources)?.percent;
}

function sayKnown(value: number | undefined): string {
  return value === undefined ? "" : sayNumber(value);
}

/** As spreadsheets take it: a line for each device, its cells apart by tabs. */
export function tableText(
  entries: readonly ListedDevice[],
  columns: readonly TableColumn[],
  title: string,
  now: number,
): string {
  const lines = [
    [title, ...columns.map((each) => each.title())],
    ...entries.map((entry) => [entry.device.name, ...columns.map(({ text }) => text(entry, now))]),
  ];
  return lines.map((cells) => cells.map((cell) => cell.replace(/\s+/g, " ")).join("\t")).join("\n");
}
