/**
 * A command on its way to one device: all its orders, and other ways for those that the device refuses. A skill that a device has shown
 * to lack, though it should have it, stands with the device until it has another firmware, and is promised no more.
 */
import { COMMAND_OPTIONS } from "../../model/devices.ts";
import { RadioError } from "../../model/radio/orders.ts";
import { type Address, isObject, type Values } from "../../model/resource.ts";
import type { DevicesContext } from "../devices-context.ts";
import { BY_RADIO, type Device, type DeviceResource } from "../inventory/device-registry.ts";
import type { OrderStep, Skill } from "./cluster-commands.ts";
import type { DeviceTask } from "./multicast.ts";
import { deviceOrders, type Lacking } from "./orders.ts";
import type { FailedStep, Sender } from "./sender.ts";
import type { TimedOffs } from "./timed-offs.ts";

const TENTH = 100; // milliseconds
const COLORS: readonly string[] = ["xy", "ct", "hue", "sat", "effect"];
/** Status codes of "I do not know this"; other refusals may be of the moment. */
const FOR_GOOD: readonly number[] = [0x81, 0x82, 0x83, 0x84, 0xc3];
const NONE: Lacking = new Set();

interface DeliveryOutcome {
  readonly unsupported: readonly string[]; // members that the device cannot be told
  readonly refused: readonly string[]; // members that it refuses, with those that were shown together with them
  readonly isTotal: boolean; // it has taken nothing at all
  readonly refusal?: RadioError;
}

/** Members that a device has refused with one step. */
interface RefusedStep {
  readonly step: OrderStep;
  readonly error: RadioError;
  readonly members: readonly string[];
}

export class DeviceDelivery {
  readonly #sender: Sender;
  readonly #refusals: Refusals;
  readonly #timedOffs: TimedOffs;

  constructor(sender: Sender, refusals: Refusals, timedOffs: TimedOffs) {
    this.#sender = sender;
    this.#refusals = refusals;
    this.#timedOffs = timedOffs;
  }

  /** Rejects when the device cannot be told anything. */
  async deliver(task: DeviceTask): Promise<DeliveryOutcome> {
    const { device, deviceResource, section, values, resource } = task;
    const lacking = new Set(this.#refusals.of(device, deviceResource));
    const refused = new Set<string>();
    let unsupported: readonly string[] = [];
    let refusal: RadioError | undefined;
    let left = values;
    for (let isFirst = true; ; isFirst = false) {
      const orders = deviceOrders(task, section, left, lacking);
      if (isFirst) unsupported = orders.unsupported;
      else for (const member of orders.unsupported) refused.add(member); // there is no other way
      const failures = await this.#sender.attempt(device, orders);
      if (orders.offAfter !== undefined && mayBeOn(failures))
        this.#timedOffs.begin(resource.address, device.address, orders.offAfter * TENTH);
      const refusals = refusalsIn(failures);
      refusal ??= refusals[0]?.error;
      if ("ontime" in left && refusals.length === 0 && orders.offAfter === undefined)
        this.#refusals.shown(deviceResource, "ontime");
      const again = this.#membersToTryAgain(task, refusals, lacking, refused);
      if (again.size === 0) break;
      left = again.has("on") ? without(values, refused) : only(values, again); // a light that is off is told its values again
    }
    return {
      unsupported,
      refused: withTheirs([...refused], values),
      isTotal: isAll([...refused, ...unsupported], values),
      ...(refused.size > 0 && refusal && { refusal }),
    };
  }

  /** Those for which there may be another way; the others are added to `refused`. */
  #membersToTryAgain(
    { device, deviceResource }: DeviceTask,
    refusals: readonly RefusedStep[],
    lacking: Set<Skill>,
    refused: Set<string>,
  ): ReadonlySet<string> {
    const again = new Set<string>();
    for (const { step, members, error } of refusals)
      for (const member of members) {
        const skill = step.skills[member];
        if (skill === undefined || lacking.has(skill)) {
          refused.add(member);
          continue;
        }
        lacking.add(skill);
        again.add(member);
        this.#refusals.note(device, deviceResource, skill, error.status);
      }
    return again;
  }
}

type RefusedSkills = Readonly<Record<string, readonly Skill[]>>; // by unique id

export class Refusals {
  readonly #context: Pick<DevicesContext, "store" | "keep">;
  readonly #lacking = new Map<Address, { readonly list: readonly Skill[]; readonly lacking: Lacking }>();
  readonly #shown = new Set<string>();

  constructor(context: Pick<DevicesContext, "store" | "keep">) {
    this.#context = context;
  }

  of(device: Device, { planned, address }: DeviceResource): Lacking {
    const list = refusedBy(this.#context.store.get(device.address)?.attr ?? {}, planned.uniqueid);
    const before = this.#lacking.get(address);
    if (list.length === 0) return NONE;
    if (before?.list === list) return before.lacking;
    const lacking = new Set(list);
    this.#lacking.set(address, { list, lacking });
    return lacking;
  }

  /** The device has just refused this skill, with this status. */
  note(device: Device, deviceResource: DeviceResource, skill: Skill, status: number | undefined): void {
    if (status === undefined || !FOR_GOOD.includes(status) || this.of(device, deviceResource).has(skill)) return;
    const { store, keep } = this.#context;
    const { uniqueid } = deviceResource.planned;
    const attr = store.get(device.address)?.attr ?? {};
    const refused = { ...(attr.refused as RefusedSkills), [uniqueid]: [...refusedBy(attr, uniqueid), skill] };
    store.patch(device.address, "attr", { refused }, BY_RADIO);
    const light = store.get(deviceResource.address);
    if (light) store.patch(deviceResource.address, "attr", promised(light.attr, new Set(refused[uniqueid])), BY_RADIO);
    keep(device.address).catch(() => {}); // the disk takes a refused write later
  }

  /** The device has done this. */
  shown({ address }: DeviceResource, skill: Skill): void {
    this.#shown.add(`${address} ${skill}`);
  }

  /** Since the start. */
  hasShown({ address }: DeviceResource, skill: Skill): boolean {
    return this.#shown.has(`${address} ${skill}`);
  }
}

export function refusedBy({ refused }: Values, uniqueid: string): readonly Skill[] {
  const own = isObject(refused) && Object.hasOwn(refused, uniqueid) ? refused[uniqueid] : undefined;
  return Array.isArray(own) ? own : [];
}

/** The attributes of a light, without the skills that it has shown to lack. */
export function promised(attr: Values, lacking: Lacking): Values {
  const { capabilities } = attr;
  if (lacking.size === 0 || !isObject(capabilities)) return attr;
  const color = isObject(capabilities.color) ? capabilities.color : undefined;
  const isLost = (effect: unknown) => lacking.has(`effect:${effect}`); // effects have no other way
  const effects = Array.isArray(color?.effects) ? color.effects.filter((effect) => !isLost(effect)) : undefined;
  return {
    ...attr,
    capabilities: {
      ...capabilities,
      ...(lacking.has("identify") && { alerts: ["none"] }),
      ...(color && { color: { ...color, ...(effects && { effects }) } }),
    },
  };
}

/** A light whose answer got lost may be on, and one that was on for a while already must not stay so. */
function mayBeOn(failures: readonly FailedStep[]): boolean {
  return !failures.some((failure) => refusalIn(failure)?.members.includes("on"));
}

/** Throws all other errors. */
function refusalsIn(failures: readonly FailedStep[]): readonly RefusedStep[] {
  return failures.flatMap((failure) => {
    const refusal = refusalIn(failure);
    if (!refusal) throw failure.error;
    return refusal.members.length > 0 ? [refusal] : []; // else it refused a member of another task in the same order
  });
}

/** Undefined: it failed for another reason. */
function refusalIn({ step, error }: FailedStep): RefusedStep | undefined {
  if (!(error instanceof RadioError) || error.code !== "refused") return undefined;
  const { keys } = error;
  const isMeant = (own: readonly string[]) => !keys || own.length === 0 || own.some((key) => keys.includes(key));
  const members = Object.entries(step.members).flatMap(([member, own]) => (isMeant(own) ? member : []));
  return { step, error, members };
}

function only(values: Values, members: ReadonlySet<string>): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([member]) => members.has(member) || COMMAND_OPTIONS.includes(member)),
  );
}

function without(values: Values, members: ReadonlySet<string>): Values {
  return Object.fromEntries(Object.entries(values).filter(([member]) => !members.has(member)));
}

/** The members to undo with these: they were shown together with them. */
function withTheirs(refused: readonly string[], values: Values): readonly string[] {
  const isColor = refused.some((member) => COLORS.includes(member));
  const isFan = refused.includes("speed") && !("on" in values);
  return [...refused, ...(isColor ? ["colormode"] : []), ...(isFan ? ["on"] : [])];
}

function isAll(members: readonly string[], values: Values): boolean {
  return Object.keys(values).every((member) => COMMAND_OPTIONS.includes(member) || members.includes(member));
}
