/** What a device knows of its surroundings, and whether it is there at all. */
import { Zcl } from "zigbee-herdsman";
import type { Answers } from "../../../model/radio.ts";
import type { Neighbour } from "../../../model/radio-tables.ts";
import type { Device } from "../herdsman.ts";

const RELATIONS: readonly Neighbour["relation"][] = ["parent", "child", "sibling"];

export async function neighbours(device: Device): Promise<Answers["neighbours"]> {
  const table = await device.lqi();
  return {
    neighbours: table.map(({ eui64, lqi, relationship, depth }) => ({
      ieee: eui64,
      linkquality: lqi,
      relation: RELATIONS[relationship] ?? "other",
      depth,
    })),
  };
}

export async function routes(device: Device): Promise<Answers["routes"]> {
  const table = await device.routingTable();
  return {
    routes: table.map(({ destinationAddress, nextHopAddress, status }) => ({
      destination: destinationAddress,
      nextHop: nextHopAddress,
      status: String(status).toLowerCase().replaceAll("_", " "),
    })),
  };
}

/** Whatever it answers, it is there. */
export async function ping(device: Device): Promise<Answers["ping"]> {
  try {
    await device.ping(false);
  } catch (error) {
    if (!(error instanceof Zcl.StatusError)) throw error;
  }
  return { linkquality: device.linkquality ?? null };
}
