/** The gateway's UPnP description, description.xml (wire 8.9): Hue apps and Home Assistant read from it which bridge they found. */
import type { IncomingMessage, ServerResponse } from "node:http";

export interface UpnpDevice {
  readonly name: string;
  readonly bridgeid: string;
  readonly uuid: string;
  readonly host: string;
  readonly base: string; // "http://192.0.2.7:1880/"
}

const PATH = /^(?:https?:\/\/[^/]*)?\/+description\.xml(?:[?#].*)?$/i;

export function isDescriptionRequest({ method, url = "" }: IncomingMessage): boolean {
  return (method === "GET" || method === "HEAD") && PATH.test(url);
}

export function sendDescription(response: ServerResponse, upnpDevice: UpnpDevice): void {
  const body = Buffer.from(descriptionXml(upnpDevice));
  response.writeHead(200, {
    "Content-Type": "application/xml", // without a charset: clients compare this text
    "Content-Length": body.length,
    "Cache-Control": "no-store",
    "Access-Control-Allow-Origin": "*",
  });
  response.end(body);
}

export function descriptionXml({ name, bridgeid, uuid, host, base }: UpnpDevice): string {
  const device = {
    deviceType: "urn:schemas-upnp-org:device:Basic:1",
    friendlyName: `${name} (${host})`,
    manufacturer: "Royal Philips Electronics",
    manufacturerURL: "http://www.dresden-elektronik.de",
    modelDescription: "Philips hue compatible Zigbee gateway",
    modelName: "Philips hue bridge 2015",
    modelNumber: "BSB002",
    serialNumber: bridgeid.slice(0, 6) + bridgeid.slice(-6),
    UDN: `uuid:${uuid}`,
  };
  return `<?xml version="1.0" encoding="UTF-8"?>
<root xmlns="urn:schemas-upnp-org:device-1-0">
  <specVersion>
    <major>1</major>
    <minor>0</minor>
  </specVersion>
  <URLBase>${escaped(base)}</URLBase>
  <device>
${Object.entries(device)
  .map(([member, text]) => `    <${member}>${escaped(text)}</${member}>\n`)
  .join("")}  </device>
</root>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Escapes, and drops the characters that XML does not allow at all. */
function escaped(text: string): string {
  const possible = text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "");
  return possible.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");
}
