/** A broker that speaks TLS alone: which certificates it takes, and the words for those that do not fit. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConnectionOptions, TlsOptions } from "node:tls";
import { obstacleOf, reasonOf } from "../../../src/edges/mqtt/obstacles.ts";
import { LAMP, lamp } from "../../devices/home.ts";
import { openBroker } from "../../support/broker.ts";
import { CLIENT_PFX, certificate, certified } from "../../support/certificates.ts";
import { mqttStage } from "../../support/mqtt-house.ts";
import { until } from "../../support/virtual-home.ts";

const AUTHORITY = { ca: certificate("authority") };
const BY_BOTH: TlsOptions = { ...certified("broker"), ...AUTHORITY, requestCert: true };
const LIGHT = "zigbee2mqtt/Extended color light 1";

const fitting: [what: string, broker: TlsOptions, ours: ConnectionOptions][] = [
  ["is signed by an authority that we are given", certified("broker"), AUTHORITY],
  [
    "made its certificate itself, and we are given that one",
    certified("self-signed"),
    { ca: certificate("self-signed") },
  ],
  ["is not looked at closely", certified("self-signed"), { rejectUnauthorized: false }],
  ["wants a certificate of ours", BY_BOTH, { ...AUTHORITY, ...certified("client") }],
  ["wants one of ours, and has it as one file with a password", BY_BOTH, { ...AUTHORITY, ...CLIENT_PFX }],
];
for (const [what, tls, ours] of fitting)
  test(`a broker that ${what}: told, wanted, and over a restart`, async (t) => {
    const { broker, radio } = await mqttStage(t, {
      ...{ broker: { tls }, tls: ours },
      devices: [lamp(LAMP, { values: { state: "ON", brightness: 120 } })],
    });
    assert.match(broker.url, /^mqtts:/);
    await until(() => broker.json(LIGHT)?.brightness === 120, "the lamp");
    broker.send(`${LIGHT}/set`, { brightness: 77 });
    await until(() => radio.orders.some((order) => order.do === "set" && order.values.brightness === 77), "the wish");
    broker.last.clear();
    await broker.stop();
    await broker.start();
    await until(() => broker.json(LIGHT)?.brightness === 77, "all of it anew");
  });

const misfits: [what: string, broker: TlsOptions | undefined, ours: ConnectionOptions | undefined, why: string][] = [
  ["made its certificate itself", certified("self-signed"), undefined, "certificate-unknown"],
  ["is signed by somebody else", certified("broker"), { ca: certificate("self-signed") }, "certificate-unknown"],
  ["has the certificate of another name", certified("elsewhere"), AUTHORITY, "certificate-name"],
  ["has one that has expired", certified("expired"), AUTHORITY, "certificate-time"],
  ["wants one of ours, and we have none", BY_BOTH, AUTHORITY, "certificate-asked"],
  ["hangs up at another one of ours", BY_BOTH, { ...AUTHORITY, ...certified("self-signed") }, "refused"],
  ["knows no TLS", undefined, AUTHORITY, "no-tls"],
  ["is met with a key that is none", certified("broker"), { ...AUTHORITY, cert: "no", key: "no" }, "certificate-file"],
  ["is met with a file of the wrong password", BY_BOTH, { ...CLIENT_PFX, passphrase: "x" }, "certificate-file"],
];
for (const [what, tls, ours, why] of misfits)
  test(`a broker that ${what} is said to do so in one line, and the house goes on`, async (t) => {
    const { edge, log, home } = await mqttStage(t, {
      broker: tls === undefined ? {} : { tls },
      ...(ours ? { tls: ours } : {}),
      open: async (options) => {
        const broker = await openBroker(options);
        return Object.defineProperty(broker, "url", { value: broker.url.replace(/^mqtt:/, "mqtts:") });
      },
      mayFail: true,
      devices: [lamp()],
    });
    await until(() => edge.state.why !== undefined, "the obstacle");
    assert.deepEqual([edge.state.isUp, edge.state.why], [false, why], edge.state.reason);
    assert.equal(edge.state.reason, edge.state.reason?.split("\n")[0]);
    const told = log.filter((line) => line.includes("no connection"));
    assert.equal(told.length, 1, told.join("\n"));
    assert.doesNotMatch(told[0] ?? "", /\n|deps\/openssl/);
    assert.deepEqual((await home.ask("PUT", "/lights/1/state", { on: false })).status, 200);
  });

for (const word of ["TLSV1_ALERT_UNKNOWN_CA", "SSL/TLS_ALERT_BAD_CERTIFICATE", "TLSV13_ALERT_CERTIFICATE_REQUIRED"])
  test(`${word}: the broker does not take our certificate`, () => {
    const code = `ERR_SSL_${word}`;
    assert.equal(obstacleOf(Object.assign(new Error("alert"), { code })), "certificate-asked");
  });

test("OpenSSL's own words are no reason for people", () => {
  const long = "C0B8:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/openssl/record.c:355:\n";
  const error = Object.assign(new Error(long), {
    code: "ERR_SSL_WRONG_VERSION_NUMBER",
    reason: "wrong version number",
  });
  assert.deepEqual([obstacleOf(error), reasonOf(error)], ["no-tls", "wrong version number"]);
});
