/** What devices have shown that they cannot do, though they should: it stands with them until they have another firmware, and is promised no more. */
import { type Address, isObject, type Values } from "../../model/resource.ts";
import { BY_RADIO, type Device, type DeviceResource } from "../inventory/device-registry.ts";
import type { DevicesContext } from "../parts.ts";
import type { Skill } from "./cluster-commands.ts";
import type { Lacking } from "./orders.ts";

type Refused = Readonly<Record<string, readonly Skill[]>>; // by unique id

/** "I know no such thing", in the words of Zigbee; other refusals may be of the moment. */
const FOR_GOOD: readonly number[] = [0x81, 0x82, 0x83, 0x84, 0xc3];
const NONE: Lacking = new Set();

export interface Refusals {
  of(device: Device, part: DeviceResource): Lacking;
  /** It has just refused this, with such a status. */
  note(device: Device, part: DeviceResource, skill: Skill, status: number | undefined): void;
  /** It has done this. */
  shown(part: DeviceResource, skill: Skill): void;
  /** Since the start. */
  hasShown(part: DeviceResource, skill: Skill): boolean;
}

export function openRefusals({ store, keep }: Pick<DevicesContext, "store" | "keep">): Refusals {
  const known = new Map<Address, { readonly list: readonly Skill[]; readonly lacking: Lacking }>();
  const of = (device: Device, { planned, address }: DeviceResource) => {
    const list = refusedBy(store.get(device.address)?.attr ?? {}, planned.uniqueid);
    const before = known.get(address);
    if (list.length === 0) return NONE;
    if (before?.list === list) return before.lacking;
    const lacking = new Set(list);
    known.set(address, { list, lacking });
    return lacking;
  };
  const shown = new Set<string>();
  return {
    of,
    shown: ({ address }, skill) => void shown.add(`${address} ${skill}`),
    hasShown: ({ address }, skill) => shown.has(`${address} ${skill}`),
    note: (device, part, skill, status) => {
      if (status === undefined || !FOR_GOOD.includes(status) || of(device, part).has(skill)) return;
      const { uniqueid } = part.planned;
      const attr = store.get(device.address)?.attr ?? {};
      const refused = { ...(attr.refused as Refused), [uniqueid]: [...refusedBy(attr, uniqueid), skill] };
      store.patch(device.address, "attr", { refused }, BY_RADIO);
      const light = store.get(part.address);
      if (light) store.patch(part.address, "attr", promised(light.attr, new Set(refused[uniqueid])), BY_RADIO);
      keep(device.address).catch(() => {}); // what the disk refuses now, it takes later
    },
  };
}

export function refusedBy({ refused }: Values, uniqueid: string): readonly Skill[] {
  const own = isObject(refused) && Object.hasOwn(refused, uniqueid) ? refused[uniqueid] : undefined;
  return Array.isArray(own) ? own : [];
}

/** What a light says of itself, without what it has shown that it cannot do. */
export function promised(attr: Values, lacking: Lacking): Values {
  const { capabilities } = attr;
  if (lacking.size === 0 || !isObject(capabilities)) return attr;
  const color = isObject(capabilities.color) ? capabilities.color : undefined;
  const isLost = (effect: unknown) => lacking.has(`effect:${effect}`); // its last way of doing it
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
