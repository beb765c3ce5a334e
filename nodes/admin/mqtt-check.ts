/** How the connection to the MQTT broker is. */
import type { HealthCheck } from "./checks.ts";

const MANY = 100; // messages that wait

export const mqtt: HealthCheck = ({ opened }) => {
  const state = opened.mqtt?.();
  if (!state) return { ok: null, says: "off" };
  const { broker, isUp, why, reason = "", waiting } = state;
  if (isUp && waiting > MANY) return { ok: null, says: "slow", values: { broker, count: waiting } };
  if (isUp) return { ok: true, says: "good", values: { broker } };
  if (why === undefined) return { ok: null, says: "calling", values: { broker } };
  const says = why === "protocol" ? "refused" : why;
  return { ok: false, says, values: { broker, reason }, cure: "broker" };
};
