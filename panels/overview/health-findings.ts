/**
 * The findings of a health check: completed by what this browser reaches, and written out as a report without secrets.
 * Pure.
 */
import type { CheckResult, Health } from "../../src/model/admin-api.ts";
import type { HouseState } from "../house.ts";

const PATIENCE = 4_000; // milliseconds

export type ApiProbe = (url: string) => Promise<boolean>;

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

const TOLD = ["apiversion", "zigbeechannel", "timezone", "rfconnected", "fwversion", "port", "websocketport"] as const;
/**
 * A key of the API, a network key, and whatever else is long and hexadecimal; addresses of devices have colons, and
 * stay.
 */
const SECRETS: readonly RegExp[] = [
  /\b[0-9A-Fa-f]{16,}\b/g,
  /(?<=:\/\/)[^\s/@]+@/g, // of a URL, its user and password
  /(?<=(?:token|password|passwort|key|secret)["']?\s*[:=]\s*["']?)[^\s"',;&]+/gi,
];

export function reportOf(health: Health, house: HouseState): string {
  const { about, nodeRed, at, findings } = health;
  const lines = [
    `Zigbee gateway ${about.version} · Node-RED ${nodeRed} · Node.js ${about.node} · ${about.system}`,
    new Date(at).toISOString(),
    "",
    ...findings.map(({ check, ok, says, values }) => {
      const mark = ok === null ? "-" : ok ? "ok" : "NOT OK";
      return `${check}: ${mark}, ${says}${values ? ` ${JSON.stringify(values)}` : ""}`;
    }),
    "",
    ...TOLD.map((name) => `${name}: ${JSON.stringify(house.config[name])}`),
    "",
    `${count(house.devices)} devices, ${count(house.lights)} lights, ${count(house.sensors)} sensors, ${count(house.groups)} groups, ${count(house.rules)} rules, ${count(house.schedules)} schedules`,
    ...Object.values(house.devices).map(
      ({ uniqueid, manufacturername, modelid, swversion, kind, linkquality, lastseen }) =>
        [
          uniqueid,
          manufacturername,
          modelid,
          swversion,
          kind,
          `link ${linkquality ?? "?"}`,
          `seen ${lastseen ?? "?"}`,
        ].join(" · "),
    ),
  ];
  return withoutSecrets(lines.join("\n"));
}

export function withoutSecrets(text: string): string {
  return SECRETS.reduce((cleaned, secret) => cleaned.replace(secret, "***"), text);
}

function count(family: object): number {
  return Object.keys(family).length;
}
