/** Another stick for the same network: the effects of a change, and of two sticks which has the network and how the other takes over. */
import { wordsOf } from "../../src/model/errors.ts";
import { AdminError, type AdminReply, type GatewayCall } from "./call.ts";
import type { HealthCheck } from "./checks.ts";

/** The effects of a move of the virtual house's network to a simulated stick of this kind. For real sticks the stick test tells them. */
export async function movePlan({ runtime, request }: GatewayCall): Promise<AdminReply> {
  const { path, plan } = runtime.opened.radio;
  return { body: (path === "virtual" ? await plan(String(request.query.adapter ?? "")) : undefined) ?? {} };
}

export function spareState({ runtime }: GatewayCall): AdminReply {
  return { body: runtime.opened.radio.spare()?.state ?? {} };
}

/** A rehearsal; or a person says that a stick that cannot be reached has no power. */
export async function takeOver({ runtime, say }: GatewayCall): Promise<AdminReply> {
  const spare = runtime.opened.radio.spare();
  if (!spare) throw new AdminError(404, "no-spare", say("no-spare"));
  try {
    await spare.takeOver();
  } catch (error) {
    throw new AdminError(409, "no-takeover", wordsOf(error));
  }
  return { body: spare.state };
}

/** Of two sticks: whether the other one would take over, or has done so. */
export const spare: HealthCheck = ({ opened }) => {
  const state = opened.radio.spare()?.state;
  if (!state) return { ok: null, says: "none" };
  const { active, other, isReady, asks, hangs, stale } = state;
  const values = { active, other };
  if (asks) return { ok: false, says: "asks", values, cure: "asks" };
  if (hangs) return { ok: false, says: "hangs", values, cure: "hangs" };
  if (stale.includes(other)) return { ok: false, says: "took-over", values, cure: "took-over" };
  return isReady ? { ok: true, says: "ready", values } : { ok: false, says: "missing", values, cure: "missing" };
};
