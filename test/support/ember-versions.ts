/** The real herdsman on an EmberZNet stick of each version of its protocol, in a process of its own: it leaves timers behind. */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { Controller } from "zigbee-herdsman";
import { stickFailure } from "../../src/radio/stick-failures.ts";
import { VirtualNetwork } from "../../src/virtual/air/virtual-network.ts";
import { openEmber } from "../../src/virtual/sticks/ember/ember-stick.ts";
import { testStation } from "./virtual.ts";
import { folder, ONE, PREFORMED, until } from "./virtual-herdsman.ts";

type Options = ConstructorParameters<typeof Controller>[0];

const SPOKEN = [13, 14, 16, 17, 18, 19];
const TOUCHED = "0x00158d0000000020";
const CHANNEL = 20;

async function world(version: number, isBlank: boolean) {
  const network = new VirtualNetwork();
  const { ieee, ...preformed } = PREFORMED;
  const stick = await openEmber({ network, version, ieee, ...(!isBlank && { preformed: { ...preformed, ieee } }) });
  const at = join(folder, `${version}${isBlank}`);
  const controller = new Controller({
    network: {
      panID: PREFORMED.panid,
      extendedPanID: PREFORMED.extendedpanid,
      channelList: [PREFORMED.channel],
      networkKey: PREFORMED.networkKey,
    },
    serialPort: { path: `tcp://127.0.0.1:${stick.port}`, adapter: "ember" },
    databasePath: `${at}.db`,
    databaseBackupPath: `${at}.db.backup`,
    backupPath: `${at}.json`,
    adapter: { disableLED: false },
  } as unknown as Options);
  return { network, stick, controller };
}

for (const version of SPOKEN) {
  const { network, stick, controller } = await world(version, version === 18);
  let isKnown = false;
  controller.on("deviceInterview", ({ status }) => {
    isKnown ||= status === "successful";
  });
  assert.equal(await controller.start(), version === 18 ? "reset" : "resumed", `${version}`);
  await controller.permitJoin(60);
  const lamp = testStation({ ieee: ONE });
  assert.ok(network.join(lamp));
  await until(() => isKnown, `the interview with version ${version}`);
  const endpoint = controller.getDeviceByIeeeAddr(ONE)?.getEndpoint(1) ?? assert.fail();
  await endpoint.command("genOnOff", "toggle", {}, {});
  lamp.groups.set(5, new Set([1]));
  await controller.createGroup(5).command("genOnOff", "on", {}, {});
  assert.equal(network.counters.sent.group, 1);

  const touched: number[] = [];
  network.addTouchlinkTarget({
    ieee: TOUCHED,
    channel: CHANNEL,
    touch: (bytes) => {
      touched.push(bytes[2] ?? -1);
      if (bytes[2] !== 0) return undefined;
      return Buffer.concat([Buffer.of(0x19, bytes[1] ?? 0, 0x01), bytes.subarray(3, 7), Buffer.alloc(29)]);
    },
  });
  await controller.touchlink.identify(TOUCHED, CHANNEL);
  assert.deepEqual(touched, [0, 6], `touchlink with version ${version}`);
  await controller.stop();
  await stick.close();
  network.close();
}

for (const [version, sentence] of [
  [12, /too old/],
  [20, /newer than/],
] as const) {
  const { network, stick, controller } = await world(version, false);
  const refused = await controller.start().then(
    () => assert.fail(`version ${version} is spoken`),
    (error: unknown) => stickFailure(error, { path: "tcp://stick" }),
  );
  assert.match(refused, sentence);
  await stick.close();
  network.close();
}
rmSync(folder, { recursive: true, force: true });
process.exit(0);
