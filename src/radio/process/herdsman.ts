/** What of zigbee-herdsman and its converters the radio process uses, by the names that it has for them. */
import type { Controller, Events, Models } from "zigbee-herdsman";
import type * as HerdsmanAdapter from "zigbee-herdsman/dist/adapter/adapter.js";
import type * as AdapterEvents from "zigbee-herdsman/dist/adapter/events.js";
import type * as Zhc from "zigbee-herdsman-converters/lib/types";

export type Herdsman = Controller;
export type Device = Models.Device;
export type Endpoint = Models.Endpoint;
export type Group = Models.Group;
export type Message = Events.MessagePayload;
/** A frame, as it came in. */
export type Incoming = AdapterEvents.ZclPayload;
export type Adapter = HerdsmanAdapter.Adapter;
export type Definition = Zhc.Definition;
export type Converter = Zhc.Tz.Converter;
export type ConverterMeta = Zhc.Tz.Meta;
export type ConverterEvent = Zhc.OnEvent.Event;
/** What the converters keep of a device, and how they are to read it. They write into it. */
export type Notes = Zhc.KeyValue;

const TEXTS = ["modelId", "manufacturerName", "dateCode", "swBuildId"];
const sound = new WeakSet<object>();

/** What a device reports as its model is kept as its model, for ever, whatever it is: only texts are. */
export function keepOnlyTexts(prototype: { updateGenBasic(data: object): void }): void {
  if (sound.has(prototype)) return;
  sound.add(prototype);
  const update = prototype.updateGenBasic;
  prototype.updateGenBasic = function (data) {
    const fits = ([name, value]: [string, unknown]) => typeof value === "string" || !TEXTS.includes(name);
    update.call(this, Object.fromEntries(Object.entries(data).filter(fits)));
  };
}

/** It was reset: what herdsman believes to be set up in it is gone, and its alarm zones have to be enrolled anew. */
export function forgetSetUp({ endpoints, meta }: Device): void {
  for (const endpoint of endpoints) {
    (endpoint as unknown as { _configuredReportings: unknown[] })._configuredReportings = [];
    endpoint.clearBindings();
  }
  for (const mark of ["configured", "reporting", "unreported"]) delete meta[mark];
  meta.unenrolled = true;
}

export function isInterviewed({ interviewState }: Device): boolean {
  return String(interviewState) === "SUCCESSFUL";
}

/** One that did not answer when it was interviewed anew is as well known as it was before. */
export function keepInterviewed(device: Device): void {
  (device as unknown as { _interviewState: string })._interviewState = "SUCCESSFUL";
  device.save();
}

/** Private, too: without it herdsman sends nothing any more after a stick could neither leave its network nor come back to it. */
export function unlockAir(herdsman: Herdsman): void {
  (adapterOf(herdsman) as unknown as { interpanLock: boolean }).interpanLock = false;
}

/** Private there, but the only place where everything that is sent passes. */
export function adapterOf(herdsman: Herdsman): Adapter {
  return (herdsman as unknown as { readonly adapter: Adapter }).adapter;
}
