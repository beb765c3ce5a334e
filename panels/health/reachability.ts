/** The part of the gateway's health that only a browser can tell: whether clients reach its API. Pure but for the probe. */
import type { CheckResult, Health } from "../../src/model/admin-api.ts";

const PATIENCE = 4_000; // milliseconds

type ApiProbe = (url: string) => Promise<boolean>;

/**
 * The gateway cannot tell whether clients reach its API; a browser stands where clients stand. From a page over https
 * it may not ask.
 */
export async function withReachability(health: Health, probe: ApiProbe | undefined = browserProbe()): Promise<Health> {
  if (!probe) return health;
  const findings = await Promise.all(
    health.findings.map((finding) => (finding.check === "api" ? compared(finding, probe) : finding)),
  );
  return { ...health, findings };
}

async function compared(finding: CheckResult, probe: ApiProbe): Promise<CheckResult> {
  const { says, values = {} } = finding;
  if (typeof values.url !== "string" || !["good", "silent"].includes(says)) return finding;
  const isReached = await probe(values.url);
  if (isReached === (says === "good")) return finding;
  return isReached
    ? { check: "api", ok: true, says: "only-here", values }
    : { check: "api", ok: false, says: "not-here", values, cure: "address" };
}

function browserProbe(): ApiProbe | undefined {
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
