/** The handlers that most families share: they read, update, show desired values, and say why the radio cannot carry out a request. */
import type { Call, Handler, Writer } from "../core/call.ts";
import { familyOf } from "../model/addresses.ts";
import type { Obstacle, QueuedCommand } from "../model/devices.ts";
import { ApiError, type ErrorName } from "../model/errors.ts";
import { type Checked, check } from "../model/fields.ts";
import { RadioError, type RadioFailure } from "../model/radio/orders.ts";
import {
  type Address,
  isObject,
  type Outcome,
  type Resource,
  type Section,
  success,
  type Values,
} from "../model/resource.ts";
import { DEVICES } from "./devices/named.ts";

/** The resource that the first id of the address names, by id or uniqueid. */
export function named({ draft, address, params }: Call): Resource {
  const collection: Address = `/${familyOf(address)}`;
  const resource = draft.find(collection, params.id ?? "");
  if (!resource) throw new ApiError("notFound", `${collection}/${params.id}`);
  return resource;
}

export const list =
  (collection: Address): Handler =>
  (call) =>
    call.store.collection(collection).for(call.key);

export const read =
  (collection: Address): Handler =>
  (call) => {
    const page = call.store.pageOf(collection, call.params.id ?? "");
    if (!page) throw new ApiError("notFound", call.address);
    return page.for(call.key);
  };

/** Every member stands for itself: one that fits is written, any other gets an error. A body that is no object is refused under `at`. */
export const updateEach =
  (section: Section, at?: Address): Writer =>
  (call) => {
    demandObject({ body: call.body, address: at ?? call.address });
    const resource = named(call);
    const { values, errors } = allowed(call, resource, section, call.body);
    return [...errors, ...write(call, resource, section, values)];
  };

/** All or nothing: the first member that does not fit refuses the whole. */
export const updateWhole =
  (section: Section): Writer =>
  (call) => {
    demandObject(call);
    const resource = named(call);
    const { values, errors } = allowed(call, resource, section, call.body);
    if (errors[0]) throw errors[0];
    return write(call, resource, section, values);
  };

/** The values that a client may write to this section of this resource. */
export function allowed(call: Call, resource: Resource, section: Section, body: unknown): Checked {
  const definition = call.draft.definition(resource);
  const checked = check(definition[section], body, call.address);
  if (definition.clients.write.includes(section)) return checked;
  const fixed = Object.keys(checked.values).map((name) => new ApiError("readOnly", `${call.address}/${name}`, name));
  return { values: {}, errors: [...checked.errors, ...fixed] };
}

export function write(call: Call, resource: Resource, section: Section, values: Checked["values"]): Outcome[] {
  if (Object.keys(values).length === 0) return [];
  const kept = call.draft.patch(resource.address, section, values);
  return Object.keys(values).map((name) => success(`${call.address}/${name}`, kept[name]));
}

/** A desired value is shown at once: the one place where an optimistic value is written. The devices claim it when it is sent. */
export function showDesired(
  { draft }: Pick<Call, "draft">,
  section: "state" | "config",
  targets: readonly { readonly resource: Resource; readonly optimistic: Values }[],
): void {
  for (const { resource, optimistic } of targets)
    if (Object.keys(optimistic).length > 0) draft.patch(resource.address, section, optimistic);
}

/** A command that a device still has to get is on the disk when the client is answered, and is sent from then on. */
export function enqueue({ draft, after }: Pick<Call, "draft" | "after">, note: QueuedCommand): void {
  if (note.device) draft.carry(note.device, note.undo);
  after(note.send);
}

/** For the header of an answer: how the resource that was written is now. */
export const etagOf =
  (collection: Address) =>
  ({ store, params }: Call): string | undefined => {
    const resource = store.find(collection, params.id ?? "");
    return resource && store.etagOf(resource.address);
  };

export function demandObject({
  body,
  address,
}: {
  readonly body: unknown;
  readonly address: string;
}): Record<string, unknown> {
  if (!isObject(body)) throw new ApiError("badJson", address);
  return body;
}

export function demandMembers(call: { readonly body: unknown; readonly address: string }): Record<string, unknown> {
  const body = demandObject(call);
  if (Object.keys(body).length === 0) throw new ApiError("badJson", call.address);
  return body;
}

// ---- the radio is away, or has failed: the one place where a request that needs the network is refused

const ERROR_NAMES: Readonly<Record<RadioFailure, ErrorName>> = {
  unreachable: "noAnswer",
  asleep: "noAnswer",
  timeout: "noAnswer",
  refused: "refused",
  unsupported: "refused",
  unknown: "notFound",
  invalid: "refused",
  busy: "busy",
  "radio-down": "notConnected",
};

/** While touchlink keeps the radio away from its network, no request gets to it. */
export function demandPresence({ radio }: Pick<Call, "radio">, address: string): void {
  if (radio.away) throw new ApiError("notConnected", address);
}

export function demandRadio(call: Pick<Call, "radio">, address: string): void {
  if (!call.radio.up) throw new ApiError("notConnected", address);
  demandPresence(call, address);
}

/** A device that is disabled is told nothing. The address names it, or one of its lights and sensors. */
export function demandEnabled({ draft, params, address }: Pick<Call, "draft" | "params" | "address">): void {
  const [, family = ""] = address.split("/");
  const resource = params.mac === undefined ? draft.find(`/${family}`, params.id ?? "") : undefined;
  const mac = params.mac ?? macIn(resource);
  if (mac !== undefined && draft.get(`${DEVICES}/${mac}`)?.attr.disabled === true)
    throw new ApiError("disabled", address);
}

function macIn(resource: Resource | undefined): string | undefined {
  return /^(?:[0-9a-f]{2}:){7}[0-9a-f]{2}(?=-)/.exec(String(resource?.attr.uniqueid))?.[0];
}

/** Why it cannot be told now. It is no matter of one member when the radio is away: then the whole wish is refused. */
export function obstacleTo(call: Call, resource: Resource): Obstacle | undefined {
  const { devices, address } = call;
  demandEnabled(call);
  const obstacle = devices.obstacle(resource);
  if (obstacle === "away") throw new ApiError("notConnected", address);
  return obstacle;
}

/** Waits for the air; the result is an answer, or an error as clients know them. */
export async function overAir<T>(call: Call, ask: () => Promise<T>, at: string = call.address): Promise<T> {
  demandPresence(call, at);
  if (call.method !== "GET") demandEnabled(call);
  return await fromRadio(at, ask());
}

/** Waits for an answer that the radio may have by itself, without the air. */
export async function fromRadio<T>(address: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof RadioError)) throw error;
    throw new ApiError(ERROR_NAMES[error.code], address, error.message);
  }
}
