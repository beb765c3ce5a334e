/** The tasks for which users ask the API: each task knows its method, its address, and a body to begin with. Pure. */

/** The resource of a task, as the gateway lists it. */
export interface Asked {
  readonly address: string;
  readonly family: string;
  readonly members?: Readonly<Record<string, readonly string[]>>;
  readonly scenes?: readonly { readonly id: string; readonly name: string }[];
}

/** The choices besides the resource: some of them stand in the address, the rest in the body. */
export type FieldName = "scene" | "member" | "step" | "power" | "percent" | "name";

export interface Task {
  readonly method: "GET" | "PUT" | "POST";
  readonly of?: readonly string[]; // families of which one has to be chosen
  readonly address: string; //       "*" is the one that was chosen, "{member}" the field of that name
  readonly body?: object;
  readonly fields?: readonly FieldName[];
}

/** By the keys of their texts; those that read come first, and those that make something new last. */
export const TASKS = {
  lights: { method: "GET", address: "/lights" },
  sensors: { method: "GET", address: "/sensors" },
  groups: { method: "GET", address: "/groups" },
  one: { method: "GET", of: ["lights", "sensors", "groups"], address: "*" },
  history: {
    ...{ method: "GET", of: ["sensors"], address: "*/history?member={member}&step={step}" },
    fields: ["member", "step"],
  },
  light: {
    ...{ method: "PUT", of: ["lights"], address: "*/state", body: { on: true } },
    fields: ["power", "percent"],
  },
  group: {
    ...{ method: "PUT", of: ["groups"], address: "*/action", body: { on: true } },
    fields: ["power", "percent"],
  },
  scene: { method: "PUT", of: ["groups"], address: "*/scenes/{scene}/recall", body: {}, fields: ["scene"] },
  rename: { method: "PUT", of: ["lights", "sensors", "groups"], address: "*", body: { name: "" }, fields: ["name"] },
  permit: { method: "PUT", address: "/config", body: { permitjoin: 60 } },
  room: { method: "POST", address: "/groups", body: { name: "", type: "Room" }, fields: ["name"] },
} as const satisfies Readonly<Record<string, Task>>;

type TaskName = keyof typeof TASKS;
type Chosen = Readonly<Partial<Record<string, string>>>;

const NAMES = Object.keys(TASKS) as TaskName[];
export const STEPS = ["minute", "hour", "day", "month"];
/** The values that most users want to see over time come first; the others follow as the sensor has them. */
const MEASURED = ["temperature", "humidity", "power", "consumption", "lux", "presence", "open", "battery"];
const NEVER_MEASURED = ["lastupdated", "buttonevent"];

export const taskOf = (name: string): Task | undefined =>
  NAMES.includes(name as TaskName) ? TASKS[name as TaskName] : undefined;

/** The values of it that have a history, the most asked for first. */
export function valuesOf({ members = {} }: Pick<Asked, "members">): readonly string[] {
  const all = (members.state ?? []).filter((name) => !NEVER_MEASURED.includes(name));
  return [...MEASURED.filter((name) => all.includes(name)), ...all.filter((name) => !MEASURED.includes(name))];
}

export function fits({ of = [], fields = [] }: Task, asked: Asked): boolean {
  if (!of.includes(asked.family)) return false;
  if (fields.includes("scene")) return (asked.scenes ?? []).length > 0;
  return !fields.includes("member") || valuesOf(asked).length > 0;
}

/** Undefined: the user has to choose a resource first. Other missing choices become the first that there is. */
export function addressFor(task: Task, asked: Asked | undefined, chosen: Chosen = {}): string | undefined {
  if (!task.of) return task.address;
  if (!asked || !fits(task, asked)) return undefined;
  const usual: Chosen = { scene: asked.scenes?.[0]?.id, member: valuesOf(asked)[0], step: "hour" };
  return task.address
    .replace("*", asked.address)
    .replace(/\{(\w+)\}/g, (_, field: string) => chosen[field] || usual[field] || "");
}

/** The choices that an address of this task holds; undefined: it is the address of another task. */
export function chosenIn({ address: form, of = [] }: Task, address: string): Chosen | undefined {
  const pattern = form
    .replace("?", "\\?")
    .replace("*", `/(?:${of.join("|")})/[^/?]+`)
    .replace(/\{(\w+)\}/g, "(?<$1>[^/&?]+)");
  const found = new RegExp(`^${pattern}$`).exec(address);
  return found ? (found.groups ?? {}) : undefined;
}

/** Which task has this method and address; undefined: none has. */
export function taskIn(method: string, address: string): TaskName | undefined {
  return NAMES.find((name) => TASKS[name].method === method && chosenIn(TASKS[name], address) !== undefined);
}

/** "/lights/5" of "/lights/5/state". */
export function resourceIn(address: string): string {
  return /^\/[a-z]+\/[^/?]+/.exec(address)?.[0] ?? "";
}
