/** The config of a device's resources: some members are ours, the others are the device's, and these differ from model to model. */
import type { Call, Writer } from "../../core/call.ts";
import { ApiError } from "../../model/errors.ts";
import { type Checked, check, worded } from "../../model/fields.ts";
import { flattened } from "../../model/nested.ts";
import { type Address, type Outcome, type Resource, success, type Values } from "../../model/resource.ts";
import { demandObject, enqueue, named, obstacleTo } from "../handlers.ts";

/** Members that never reach a device. */
type Ours = (resource: Resource) => readonly string[];

interface SortedMembers {
  readonly ours: Values;
  readonly theirs: Values;
  readonly errors: readonly ApiError[];
}

const NEVER_OPTIMISTIC: readonly string[] = ["lock"]; // only the lock itself says whether it is locked

/** Every member stands for itself. A value that is desired of the device is shown at once, and undone when the device does not take it. */
export const updateDeviceConfig =
  (ours: Ours, at?: Address): Writer =>
  (call) => {
    demandObject({ body: call.body, address: at ?? call.address });
    const resource = named(call);
    const wanted = sorted(call, resource, ours(resource));
    return [...wanted.errors, ...keep(call, resource, wanted)];
  };

function sorted(call: Call, resource: Resource, ours: readonly string[]): SortedMembers {
  const { config } = call.draft.definition(resource);
  const isMember = (name: string) => Object.hasOwn(config, name);
  const checked: Checked = check(config, flattened(call.body as Values, isMember), call.address);
  const writable = call.devices.writable(resource, "config");
  const errors = [...checked.errors];
  const [mine, theirs]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
  for (const [name, value] of Object.entries(checked.values)) {
    const at = `${call.address}/${name}`;
    if (ours.includes(name)) mine[name] = value;
    else if (!Object.hasOwn(resource.config, name)) errors.push(new ApiError("unknown", at, name));
    else if (!writable.includes(name)) errors.push(new ApiError("notSettable", at));
    else theirs[name] = value;
  }
  for (const name of call.devices.unsupported(resource, "config", theirs)) {
    errors.push(new ApiError("invalid", `${call.address}/${name}`, name, worded(config[name], theirs[name])));
    delete theirs[name];
  }
  if (Object.keys(theirs).length === 0 || obstacleTo(call, resource) === undefined)
    return { ours: mine, theirs, errors };
  const busy = Object.keys(theirs).map((name) => new ApiError("busyNow", `${call.address}/${name}`));
  return { ours: mine, theirs: {}, errors: [...errors, ...busy] };
}

function keep(call: Call, resource: Resource, { ours, theirs }: SortedMembers): Outcome[] {
  const { draft, devices, cause, address } = call;
  const optimistic = Object.fromEntries(Object.entries(theirs).filter(([name]) => !NEVER_OPTIMISTIC.includes(name)));
  const values = { ...ours, ...optimistic };
  if (Object.keys(values).length > 0) draft.patch(resource.address, "config", values);
  if (Object.keys(theirs).length > 0)
    enqueue(call, devices.enqueue({ resource, section: "config", values: theirs, optimistic, cause }));
  const { config } = draft.definition(resource);
  return Object.entries({ ...ours, ...theirs }).map(([name, value]) =>
    success(`${address}/${name}`, worded(config[name], value)),
  );
}
