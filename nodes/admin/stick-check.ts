/** What the stick counts itself, for "Is everything all right?": how much goes out well, and whether somebody else is in its network. */
import type { Values } from "../../src/model/resource.ts";
import { BY_EDITOR } from "./call.ts";
import type { HealthCheck } from "./checks.ts";

const ENOUGH = 100; // frames, to say anything by
const LOSSY = 0.1; // of them
const STRANGE = 200; // frames in a day that only a second coordinator, or a device that was put back, sends

export const stick: HealthCheck = async ({ opened: { gateway } }) => {
  const { status, body } = await gateway.perform({ method: "GET", address: "/devices/channels" }, BY_EDITOR);
  const counted = status === 200 ? ((body as Values).stick as Record<string, number> | undefined) : undefined;
  if (!counted) return { ok: null, says: "none" };
  const { sent = 0, retried = 0, failed = 0, replayed = 0, undecrypted = 0 } = counted;
  const all = sent + failed;
  const strange = replayed + undecrypted;
  if (strange >= STRANGE) return { ok: false, says: "rival", values: { count: strange }, cure: "rival" };
  if (all < ENOUGH) return { ok: null, says: "few" };
  const values = { count: all, retried: percent(retried, all), failed: percent(failed, all) };
  return failed > LOSSY * all
    ? { ok: false, says: "lossy", values, cure: "lossy" }
    : { ok: true, says: "good", values };
};

function percent(part: number, all: number): number {
  return Math.round((100 * part) / all);
}
