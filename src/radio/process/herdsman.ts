/** The types and the private parts of zigbee-herdsman and its converters that the radio process uses. */
import type { Controller, Events, Models } from "zigbee-herdsman";
import type { Adapter } from "zigbee-herdsman/dist/adapter/adapter.js";
import type * as AdapterEvents from "zigbee-herdsman/dist/adapter/events.js";
import type * as Zhc from "zigbee-herdsman-converters/lib/types";

export type Herdsman = Controller;
export type HerdsmanDevice = Models.Device;
export type HerdsmanEndpoint = Models.Endpoint;
export type HerdsmanGroup = Models.Group;
export type HerdsmanAdapter = Adapter;
export type HerdsmanMessage = Events.MessagePayload;
/** A frame, as it came in. */
export type IncomingFrame = AdapterEvents.ZclPayload;
/** A frame that goes out to one endpoint. */
export type OutgoingFrame = Parameters<Adapter["sendZclFrameToEndpoint"]>[3];
export type ConverterDefinition = Zhc.Definition;
export type ToZigbeeConverter = Zhc.Tz.Converter;
export type ConverterMeta = Zhc.Tz.Meta;
export type ConverterEvent = Zhc.OnEvent.Event;
/** The converters' notes on a device, and the options by which they read it. They write into it. */
export type ConverterNotes = Zhc.KeyValue;

const COORDINATOR = "Coordinator";

export function devicesOf(herdsman: Herdsman): HerdsmanDevice[] {
  return [...herdsman.getDevicesIterator(({ type }) => type !== COORDINATOR)];
}

/** The device was reset: the setup that herdsman believes it to have is gone, and its alarm zones have to be enrolled anew. */
export function forgetConfiguration(device: HerdsmanDevice): void {
  for (const endpoint of device.endpoints) endpoint.clearBindings();
  forgetSetUp(device);
}

/** The coordinator has another address: the target of the device's reports and alarms has to be set up anew. Other bindings stay. */
export function forgetCoordinator(device: HerdsmanDevice): void {
  if (!isInterviewed(device) || device.type === "GreenPower") return;
  forgetSetUp(device);
  device.meta.moved = false;
  device.save();
}

/** It has not been set up yet for the coordinator's new address. */
export function isToMove({ meta }: HerdsmanDevice): boolean {
  return meta.moved === false;
}

/** How many have been set up for the coordinator's new address, of all that there were. When all are, the count is over. */
export function countMoved(herdsman: Herdsman): { readonly done: number; readonly total: number } {
  const counted = devicesOf(herdsman).filter(({ meta }) => meta.moved !== undefined);
  const done = counted.filter((device) => !isToMove(device)).length;
  if (done === counted.length)
    for (const device of counted) {
      delete device.meta.moved;
      device.save();
    }
  return { done, total: counted.length };
}

function forgetSetUp({ endpoints, meta }: HerdsmanDevice): void {
  for (const endpoint of endpoints)
    (endpoint as unknown as { _configuredReportings: unknown[] })._configuredReportings = [];
  for (const mark of ["configured", "reporting", "unreported"]) delete meta[mark];
  meta.unenrolled = true;
}

export function isInterviewed({ interviewState }: HerdsmanDevice): boolean {
  return String(interviewState) === "SUCCESSFUL";
}

/** A device that did not answer when it was interviewed anew is as well known as it was before. */
export function keepInterviewed(device: HerdsmanDevice): void {
  (device as unknown as { _interviewState: string })._interviewState = "SUCCESSFUL";
  device.save();
}

/** Private, too: without it herdsman sends nothing any more after a stick could neither leave its network nor come back to it. */
export function unlockInterPan(herdsman: Herdsman): void {
  (adapterOf(herdsman) as unknown as { interpanLock: boolean }).interpanLock = false;
}

/** Private there, but the only place where everything that is sent passes. */
export function adapterOf(herdsman: Herdsman): HerdsmanAdapter {
  return (herdsman as unknown as { readonly adapter: HerdsmanAdapter }).adapter;
}
