/** The gateway as clients see it: its settings, the public part of them, and the full state. */

import type { Call, Handler } from "../../core/call.ts";
import { Page } from "../../core/pages.ts";
import { content } from "../../core/result.ts";
import type { Address, Values } from "../../model/resource.ts";
import { isHueStyle, whitelist } from "./keys.ts";
import { CONFIG, CONSTANTS, HUE_FACE, SOFTWARE_UPDATE } from "./type.ts";

const FAMILIES: readonly Address[] = ["/groups", "/lights", "/resourcelinks", "/rules", "/schedules", "/sensors"];

const NO_FIRMWARE = "0x26780700"; // clients take all zeros for "not ready yet"

/** A wrong key gets the public part: clients tell by what is missing that they lost theirs. */
export const readConfig: Handler = (call) => content(configFor(call), call.store.etag);

/** Everything at once, joined from what is kept ready. */
export const readAll: Handler = (call) => {
  const parts: Uint8Array[] = [
    Buffer.from(`{"alarmsystems":{},"config":${JSON.stringify(configFor(call))},"scenes":{}`),
  ];
  for (const family of FAMILIES) {
    const { json } = call.store.collection(family).for(call.key);
    parts.push(Buffer.from(`,"${family.slice(1)}":`), typeof json === "string" ? Buffer.from(json) : json);
  }
  parts.push(Buffer.from("}"));
  return new Page(call.store.etag, Buffer.concat(parts), false);
};

export function configFor(call: Call): Values {
  const { store, host, radio, isAnonymous, cause } = call;
  const resource = store.get(CONFIG);
  const settings = resource ? store.view(resource) : {};
  const { ip, mac, netmask, gateway } = host.addresses();
  const basic = {
    apiversion: CONSTANTS.apiversion,
    bridgeid: settings.bridgeid,
    datastoreversion: CONSTANTS.datastoreversion,
    devicename: CONSTANTS.devicename,
    factorynew: CONSTANTS.factorynew,
    mac,
    modelid: CONSTANTS.modelid,
    name: settings.name,
    replacesbridgeid: CONSTANTS.replacesbridgeid,
    starterkitid: CONSTANTS.starterkitid,
    swversion: CONSTANTS.swversion,
    ...(isHueStyle(cause.by) ? HUE_FACE : {}),
  };
  if (isAnonymous) return basic;
  const { http, push } = host.ports();
  return {
    ...CONSTANTS,
    ...SOFTWARE_UPDATE,
    ...settings,
    ...basic,
    fwversion: radio.network?.firmware ?? NO_FIRMWARE,
    gateway,
    ipaddress: ip,
    netmask,
    port: http,
    panid: radio.network?.panid ?? 0,
    rfconnected: radio.up,
    websocketport: push,
    whitelist: whitelist(call),
  };
}
