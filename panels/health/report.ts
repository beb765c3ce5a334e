/** The health of the gateway as a report for a helper: all that helps, and neither secrets nor names of people. Pure. */
import type { Health } from "../../src/model/admin-api.ts";
import type { HouseState } from "../house.ts";

const TOLD = ["apiversion", "zigbeechannel", "timezone", "rfconnected", "fwversion", "port", "websocketport"] as const;
/**
 * A key of the API, a network key, and any other long hexadecimal text; addresses of devices have colons, and
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
