/** What the dialog of the gateway node says, as read from a flow: it may have been written by anybody, so all of it is checked. */
import type { NodeDef } from "node-red";
import { isZone } from "../src/model/times.ts";
import type { OpenOptions } from "../src/open.ts";

export type GatewayDef = NodeDef & Readonly<Partial<Record<(typeof PROPERTIES)[number], unknown>>>;

/** What a gateway is opened with, besides what Node-RED adds. */
export type Wishes = Pick<OpenOptions, "settings" | "password" | "port" | "pushPort" | "pushKey"> &
  Pick<OpenOptions, "announceHost" | "announcePort" | "announcePushPort">;

export interface Wanted {
  readonly nodeId: string;
  readonly name: string;
  readonly network: string;
  readonly wishes: Wishes;
  readonly print: string; // of everything: the same print means that a running gateway may stay
}

export interface Misfit {
  readonly member: string;
  readonly value: string;
}

const PROPERTIES = [
  "version",
  "name",
  "network",
  "radio",
  "adapter",
  "channel",
  "baudRate",
  "rtscts",
  "port",
  "pushPort",
  "pushKey",
  "announceHost",
  "announcePort",
  "announcePushPort",
  "discovery",
  "latitude",
  "longitude",
  "timezone",
] as const;

const NETWORK = /^[A-Za-z0-9_-]{1,64}$/; // a folder's name, and nothing that leads out of it
const HOST = /^[A-Za-z0-9.:[\]-]{0,253}$/;
const RADIOS: readonly unknown[] = [undefined, "", "none"];
const CHANNELS: readonly unknown[] = [11, 15, 20, 25];
const LONGEST_NAME = 32;

export function wantedOf(def: GatewayDef, password: string): Wanted | Misfit {
  const misfits: Misfit[] = [];
  const refuse = (member: string, value: unknown) => misfits.push({ member, value: String(value).slice(0, 80) });
  const number = (member: keyof GatewayDef, min: number, max: number, fits = Number.isInteger) => {
    const given = def[member];
    if (given === undefined || given === null || given === "") return undefined;
    const value = Number(given);
    if (fits(value) && value >= min && value <= max) return value;
    refuse(member, given);
    return undefined;
  };
  const port = (member: keyof GatewayDef) => number(member, 0, 65_535) ?? 0;
  const text = (member: keyof GatewayDef, fits: (value: string) => boolean) => {
    const value = textOf(def[member]);
    if (value !== "" && !fits(value)) refuse(member, value);
    return value;
  };
  const latitude = number("latitude", -90, 90, Number.isFinite);
  const longitude = number("longitude", -180, 180, Number.isFinite);
  const zigbeechannel = number("channel", 11, 26);
  const timezone = text("timezone", isZone);
  const name = textOf(def.name).slice(0, LONGEST_NAME);
  const network = networkOf(def);
  if (!NETWORK.test(network)) refuse("network", network);
  if (!RADIOS.includes(def.radio)) refuse("radio", def.radio);
  if (zigbeechannel !== undefined && !CHANNELS.includes(zigbeechannel)) refuse("channel", zigbeechannel);
  const wishes: Wishes = {
    settings: {
      ...(name === "" ? {} : { name }),
      ...(timezone === "" ? {} : { timezone }),
      ...(zigbeechannel === undefined ? {} : { zigbeechannel }),
      ...(latitude === undefined ? {} : { latitude }),
      ...(longitude === undefined ? {} : { longitude }),
    },
    password,
    port: port("port"),
    pushPort: port("pushPort"),
    pushKey: def.pushKey === true || def.pushKey === "true",
    announceHost: text("announceHost", (host) => HOST.test(host)),
    announcePort: port("announcePort"),
    announcePushPort: port("announcePushPort"),
  };
  const print = JSON.stringify([PROPERTIES.map((property) => def[property] ?? ""), password]);
  return misfits[0] ?? { nodeId: def.id, name, network, wishes, print };
}

/** A node that was written by hand may come without one: then it is the node's own id. */
export function networkOf({ id, network }: Pick<GatewayDef, "id" | "network">): string {
  return textOf(network) || id.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
