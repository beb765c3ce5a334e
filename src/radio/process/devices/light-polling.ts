/** Lights that refuse to report are asked, one after the other. */
import type { Device } from "../herdsman.ts";
import { within } from "../orders/within.ts";
import { isReporting, type ReportingMarks } from "./reporting.ts";

export interface Polling {
  /** It may have to be asked from now on, or no longer. */
  consider(device: Device): void;
  forget(ieee: string): void;
  close(): void;
}

const LIGHT = /\/(genOnOff|genLevelCtrl|lightingColorCtrl)\//;
const OFTEN = 60_000; // milliseconds for a few lights
const SELDOM = 300_000; // for many
const EACH = 5000; // for one more light, all of them wait so much longer
const PATIENCE = 10_000;

export function openPolling(): Polling {
  const devices = new Map<string, Device>();
  let timer: NodeJS.Timeout | undefined;
  let turn = 0;

  const next = () => {
    clearTimeout(timer);
    if (devices.size === 0) return;
    const round = Math.min(SELDOM, Math.max(OFTEN, devices.size * EACH));
    timer = setTimeout(run, round / devices.size).unref();
  };
  const run = () => {
    turn += 1;
    const device = [...devices.values()][turn % devices.size];
    if (device) void ask(device).finally(next);
  };
  return {
    consider: (device) => {
      const isAsked = isReporting(device) && questions(device).length > 0;
      const isFirst = isAsked && devices.size === 0;
      if (isAsked) devices.set(device.ieeeAddr, device);
      else devices.delete(device.ieeeAddr);
      if (isFirst) next();
    },
    forget: (ieee) => devices.delete(ieee),
    close: () => clearTimeout(timer),
  };
}

/** What it answers comes as any other frame; that it does not answer is found out elsewhere. */
async function ask(device: Device): Promise<void> {
  for (const [id, cluster, attributes] of questions(device)) {
    const endpoint = device.getEndpoint(id);
    const asked = endpoint?.read(cluster, attributes as never, { disableRecovery: true, timeout: PATIENCE });
    try {
      await within(PATIENCE, Promise.resolve(asked), () => new Error("no answer"));
    } catch {
      return;
    }
  }
}

/** By endpoint and cluster. */
function questions({ meta }: Device): [number, string, string[]][] {
  const all = new Map<string, [number, string, string[]]>();
  for (const name of (meta as ReportingMarks).unreported ?? []) {
    if (!LIGHT.test(name)) continue;
    const [id = "", cluster = "", attribute = ""] = name.split("/");
    const question = all.get(id + cluster) ?? [Number(id), cluster, []];
    question[2].push(attribute);
    all.set(id + cluster, question);
  }
  return [...all.values()];
}
