/** What people ask the API for, by what they want: each task knows its method, its address, and a body to begin with. Pure. */

/** What a task is about, as the gateway lists it. */
interface Asked {
  readonly address: string;
  readonly family: string;
  readonly members?: Readonly<Record<string, readonly string[]>>;
}

interface Task {
  readonly method: "GET" | "PUT";
  readonly of?: readonly string[]; // families of which one has to be chosen
  readonly address: string; //       "*" is the one that was chosen, "?" the value of it that is asked for
  readonly body?: object;
}

/** By the keys of their texts; those that read come first. */
export const TASKS = {
  lights: { method: "GET", address: "/lights" },
  sensors: { method: "GET", address: "/sensors" },
  groups: { method: "GET", address: "/groups" },
  one: { method: "GET", of: ["lights", "sensors", "groups"], address: "*" },
  history: { method: "GET", of: ["sensors"], address: "*/history?member=?&step=hour" },
  light: { method: "PUT", of: ["lights"], address: "*/state", body: { on: true, bri: 76 } },
  group: { method: "PUT", of: ["groups"], address: "*/action", body: { on: true, bri: 76 } },
  rename: { method: "PUT", of: ["lights", "sensors", "groups"], address: "*", body: { name: "…" } },
  permit: { method: "PUT", address: "/config", body: { permitjoin: 60 } },
} as const satisfies Readonly<Record<string, Task>>;

type TaskName = keyof typeof TASKS;

const NAMES = Object.keys(TASKS) as TaskName[];
/** What most people want to see over time comes first; the others follow as the sensor has them. */
const MEASURED = ["temperature", "humidity", "power", "consumption", "lux", "presence", "open", "battery"];
const NEVER_MEASURED = ["lastupdated", "buttonevent"];

export const taskOf = (name: string): Task | undefined =>
  NAMES.includes(name as TaskName) ? TASKS[name as TaskName] : undefined;

/** The values of it that have a history, the most asked for first. */
export function valuesOf({ members = {} }: Pick<Asked, "members">): readonly string[] {
  const all = (members.state ?? []).filter((name) => !NEVER_MEASURED.includes(name));
  return [...MEASURED.filter((name) => all.includes(name)), ...all.filter((name) => !MEASURED.includes(name))];
}

export function fits({ of = [], address }: Task, asked: Asked): boolean {
  return of.includes(asked.family) && (!address.includes("?member") || valuesOf(asked).length > 0);
}

/** Undefined: somebody has to choose first of what. */
export function addressFor(task: Task, asked: Asked | undefined): string | undefined {
  if (!task.of) return task.address;
  if (!asked || !fits(task, asked)) return undefined;
  return task.address.replace("*", asked.address).replace("=?", `=${valuesOf(asked)[0] ?? ""}`);
}

/** Which task has this method and address; undefined: one of nobody's. */
export function taskIn(method: string, address: string): TaskName | undefined {
  return NAMES.find((name) => {
    const { address: form, of, method: own } = TASKS[name] as Task;
    if (own !== method) return false;
    if (!of) return form === address;
    const rest = form.slice(1);
    const [path = "", query] = address.split("?");
    const isOne = new RegExp(`^/(${of.join("|")})/[^/]+${rest.split("?")[0]}$`).test(path);
    return isOne && (query !== undefined) === rest.includes("?");
  });
}

/** "/lights/5" of "/lights/5/state". */
export function resourceIn(address: string): string {
  return /^\/[a-z]+\/[^/?]+/.exec(address)?.[0] ?? "";
}
