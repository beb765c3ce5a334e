/** A gateway on a real disk without doors, as the questions need it. */
import { openClock } from "../../src/edges/clock.ts";
import { openDisk } from "../../src/edges/disk/disk.ts";
import { openHistoryDisk } from "../../src/edges/disk/history/history-disk.ts";
import { openHost } from "../../src/edges/host.ts";
import { openWeb } from "../../src/edges/web/web.ts";
import { type Gateway, openGateway } from "../../src/gateway.ts";
import type { Log } from "../../src/model/ports.ts";
import type { Address, Method } from "../../src/model/resource.ts";
import { noRadio } from "../../src/radio/port.ts";

export const quiet: Log = { info: () => {}, warn: console.warn, error: console.error };
export const CAUSE = { by: "rest:bench", depth: 0 };

export function gatewayIn(folder: string): Gateway {
  const clock = openClock(quiet);
  const disk = openDisk({ folder, clock, log: quiet });
  const host = openHost(() => ({ http: 1880, push: 1880 }));
  return openGateway({
    clock,
    log: quiet,
    disk,
    historyDisk: openHistoryDisk({ folder, clock, log: quiet }),
    host,
    web: openWeb({ allowsLocal: false, ownPorts: () => [] }),
    radio: noRadio(),
    settings: {},
  });
}

export async function ask(gateway: Gateway, method: Method, address: Address, body?: unknown): Promise<unknown> {
  const reply = await gateway.perform({ method, address, body }, CAUSE);
  if (reply.status !== 200) throw new Error(`${method} ${address}: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

export function sensor(turn: number, type = "CLIPTemperature"): Record<string, unknown> {
  return {
    name: `Sensor ${turn}`,
    modelid: "M1",
    swversion: "1.0",
    type,
    uniqueid: `clip-${turn}`,
    manufacturername: "Bench",
  };
}

/** A record as it stands on the disk, for folders larger than clients may make them. */
export function record(turn: number): { address: Address; json: string } {
  const { type, ...attr } = sensor(turn);
  const config = { on: true, reachable: true, offset: 0 };
  const state = { temperature: turn % 3000, lastupdated: "2026-01-01T00:00:00.000" };
  return { address: `/sensors/${turn}`, json: JSON.stringify({ type, attr, config, state }) };
}
