/** The API address as this browser sees it: it stands where clients stand, and the gateway does not. */
import type { Finding, Health } from "../api.ts";

const PATIENCE = 4_000; // milliseconds

export type Look = (url: string) => Promise<boolean>;

/** A safe page may not ask an unsafe one: there this browser knows nothing. */
export async function withOwnEyes(health: Health, look: Look | undefined = lookerHere()): Promise<Health> {
  if (!look) return health;
  const findings = await Promise.all(
    health.findings.map((finding) => (finding.check === "api" ? compared(finding, look) : finding)),
  );
  return { ...health, findings };
}

async function compared(finding: Finding, look: Look): Promise<Finding> {
  const { says, values = {} } = finding;
  if (typeof values.url !== "string" || !["good", "silent"].includes(says)) return finding;
  const isReached = await look(values.url);
  if (isReached === (says === "good")) return finding;
  return isReached
    ? { check: "api", ok: true, says: "only-here", values }
    : { check: "api", ok: false, says: "not-here", values, cure: "address" };
}

function lookerHere(): Look | undefined {
  if (location.protocol !== "http:") return undefined;
  return async (url) => {
    try {
      const signal = AbortSignal.timeout(PATIENCE);
      return (await fetch(`${url}/config`, { credentials: "omit", cache: "no-store", signal })).ok;
    } catch {
      return false;
    }
  };
}
