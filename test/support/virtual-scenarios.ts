/** Stories of the real herdsman on a simulated stick, each told in a process of its own: `node virtual-scenarios.ts <name>`. */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import process from "node:process";
import type { SendRefusal } from "../../src/virtual/sticks/coordinator-radio.ts";
import type { SavedZStack } from "../../src/virtual/sticks/zstack/stick-firmware.ts";
import { STICK } from "./stick.ts";
import { testStation } from "./virtual.ts";
import {
  BLANK,
  controller,
  endpoint,
  folder,
  frameCounter,
  HASTY,
  network,
  ONE,
  OTHER,
  OWN,
  PATIENT,
  plug,
  start,
  stick,
  toggle,
  told,
  until,
  wasTold,
  welcome,
} from "./virtual-herdsman.ts";

const LATE = /time(out|d out) after 500ms/i;

/** Where the families differ. */
interface Family {
  readonly type: string; //          as herdsman calls the firmware
  readonly extendedpanid: string; // that herdsman's option becomes
  readonly code: string; //          the key as kept of an install code
  readonly restores: string; //      the stick whose address it has after a backup
  readonly failures: Readonly<Record<"no-ack" | "no-route" | "expired" | "no-confirm", RegExp>>;
  readonly refusals: Readonly<Record<SendRefusal, RegExp>>;
  readonly tellsAddress: boolean; // herdsman tells that a device has another address
  readonly takesLong: boolean; // frames that are longer than one of the network
}

const FAMILIES: Readonly<Partial<Record<string, Family>>> = {
  zstack: {
    type: "ZStack3x0",
    extendedpanid: "0x0102030405060708",
    code: "83fed3407a939723a5c639b26916d505c3b5",
    restores: OWN,
    failures: {
      "no-ack": /MAC_NO_ACK/,
      "no-route": /NWK_NO_ROUTE/,
      expired: /MAC_TRANSACTION_EXPIRED/,
      "no-confirm": /'TIMEOUT'/,
    },
    refusals: { "buffer-full": /BUFFER_FULL/, overflow: /MAC_TRANSACTION_OVERFLOW/, "table-full": /NWK_TABLE_FULL/ },
    tellsAddress: true,
    takesLong: true,
  },
  ember: {
    type: "EmberZNet",
    extendedpanid: "0x0807060504030201",
    code: "66b6900981e1ee3ca4206b6b861c02bb",
    restores: BLANK,
    failures: {
      "no-ack": /Delivery failed/,
      "no-route": /Delivery failed/,
      expired: /Delivery failed/,
      "no-confirm": LATE,
    },
    refusals: { "buffer-full": /MAX_MESSAGE_LIMIT/, overflow: /ALLOCATION_FAILED/, "table-full": /BUSY/ },
    tellsAddress: false,
    takesLong: false,
  },
};
const FAMILY = FAMILIES[STICK] ?? assert.fail(`nothing is known of ${STICK}`);

const STORIES: Readonly<Record<string, () => Promise<void>>> = {
  "a blank stick is given a network, which lives on": async () => {
    await plug({ ieee: BLANK });
    assert.equal(await start(), "reset");
    const expected = { panID: 0x1a62, extendedPanID: FAMILY.extendedpanid, channel: 15, nwkUpdateID: 0 };
    assert.deepEqual(await controller.getNetworkParameters(), expected);
    assert.deepEqual((await controller.getCoordinatorVersion()).type, FAMILY.type);
    await welcome(testStation({ ieee: ONE }));
    await toggle();
    await controller.stop();
    const [saved, counted] = [JSON.parse(JSON.stringify(stick.save())), frameCounter()];
    assert.ok(counted > 10);
    await stick.close();
    await plug({ saved });
    assert.equal(await start(), "resumed");
    assert.ok(frameCounter() >= counted);
    assert.equal(stick.ieee, BLANK);
    await toggle();
  },

  "a device joins a preformed network and is asked and told things": async () => {
    await plug();
    const begun = Date.now();
    assert.equal(await start(), "resumed");
    assert.ok(Date.now() - begun < 5000, "as the stick has its network, nothing is to be waited for");
    const station = testStation({ ieee: ONE, latency: 2 });
    assert.ok(!network.join(station), "it is closed");
    await welcome(station);
    const device = controller.getDeviceByIeeeAddr(ONE) ?? assert.fail();
    assert.deepEqual([device.modelID, device.manufacturerName, device.type], ["Bulb", "Virtual", "Router"]);
    assert.deepEqual(
      told.filter(([event]) => event !== "readResponse").map(([event, detail]) => [event, detail]),
      [
        ["joined", ONE],
        ["interview", "started"],
        ["announced", ONE],
        ["interview", "successful"],
      ],
    );
    assert.deepEqual(await toggle(), { cmdId: 2, statusCode: 0 });
    assert.deepEqual(await endpoint().read("genBasic", ["modelId"]), { modelId: "Bulb" });

    const coordinator = controller.getDevicesByType("Coordinator")[0]?.getEndpoint(1) ?? assert.fail();
    await endpoint().bind("genOnOff", coordinator);
    assert.deepEqual(station.bindings, [{ endpoint: 1, cluster: 6, target: { ieee: OWN, endpoint: 1 } }]);
    assert.equal((await device.bindingTable()).length, 1);
    await endpoint().unbind("genOnOff", coordinator);
    assert.deepEqual(station.bindings, []);
    assert.equal((await device.lqi())[0]?.eui64, OWN);
    assert.equal((await device.routingTable())[0]?.destinationAddress, 0);
    assert.equal((await controller.getDevicesByType("Coordinator")[0]?.lqi())?.[0]?.eui64, ONE);
    await controller.addInstallCode("00158D0000000002|83FED3407A939723A5C639B26916D505C3B5");
    assert.equal(stick.installCodes.get(OTHER), FAMILY.code);
  },

  "a group frame goes out once and reaches all members": async () => {
    await plug();
    await start();
    const [one, other] = [testStation({ ieee: ONE }), testStation({ ieee: OTHER })];
    await welcome(one);
    told.length = 0;
    await welcome(other);
    for (const { groups } of [one, other]) groups.set(5, new Set([1]));
    one.heard.length = other.heard.length = 0;
    stick.counters.clear();
    await controller.createGroup(5).command("genOnOff", "on", {}, {});
    assert.deepEqual([one.heard.length, other.heard.length], [1, 1]);
    assert.deepEqual([stick.counters.sent.group, stick.counters.sent.unicast], [1, 0]);
    const last = stick.air.at(-1);
    assert.deepEqual([last?.to, last?.cluster, last?.command], ["group 5", "genOnOff", "on"]);
  },

  "each way of being out of reach shows as itself": async () => {
    await plug();
    await start();
    const station = testStation({ ieee: ONE });
    await welcome(station);
    for (const [reach, options, message] of [
      ["no-ack", PATIENT, FAMILY.failures["no-ack"]],
      ["no-route", PATIENT, FAMILY.failures["no-route"]],
      ["expired", PATIENT, FAMILY.failures.expired],
      ["no-response", HASTY, LATE],
      ["no-confirm", HASTY, FAMILY.failures["no-confirm"]],
    ] as const) {
      station.reach = reach;
      await assert.rejects(toggle(options), message, reach);
    }
    station.reach = "no-response";
    assert.equal(await toggle({ ...PATIENT, disableDefaultResponse: true }), undefined);
    station.reach = "expired";
    const waiting = toggle(PATIENT);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const report = Buffer.of(0x18, 9, 0x0a, 0, 0, 0x10, 1);
    const to = { address: 0, endpoint: 1 };
    station.air?.send({ to, endpoint: 1, profile: 0x0104, cluster: 6, bytes: report });
    await waiting;
    assert.ok(wasTold("attributeReport"), "it woke up, and took what was waiting for it");
    station.reach = "ok";
    for (const how of ["buffer-full", "overflow"] as const) {
      stick.busy(1, how);
      await assert.rejects(toggle(PATIENT), FAMILY.refusals[how]);
    }
    stick.busy(1, "table-full");
    await assert.rejects(controller.createGroup(6).command("genOnOff", "on", {}, {}), FAMILY.refusals["table-full"]);
    await toggle(PATIENT);
  },

  "a backup makes a blank stick the old one": async () => {
    await plug();
    await start();
    await welcome(testStation({ ieee: ONE }));
    await controller.stop();
    const counted = frameCounter();
    await stick.close();
    await plug({ ieee: BLANK });
    assert.equal(stick.ieee, BLANK);
    assert.equal(await start(), "restored");
    assert.equal(stick.ieee, FAMILY.restores);
    if (FAMILY.restores === OWN)
      assert.ok(frameCounter() > counted, "devices do not listen to a frame whose number they have had");
    const { nv } = stick.save() as Partial<SavedZStack>;
    if (nv) assert.deepEqual([nv.rows["1"]?.length, nv.rows["4"]?.length], [1, 1]);
    await toggle();
  },

  "a stick without power comes back": async () => {
    await plug();
    await start();
    await welcome(testStation({ ieee: ONE }));
    stick.powerCycle();
    await until(() => wasTold("down"), "the adapter's loss");
    await controller.stop();
    assert.equal(await start(), "resumed");
    await toggle();
    stick.dropLink();
    await until(() => told.filter(([event]) => event === "down").length === 2, "the link's loss");
    await controller.stop();
    assert.equal(await start(), "resumed");
    await toggle();
  },

  "devices come, move, and go": async () => {
    await plug();
    await start({ acceptJoiningDeviceHandler: async (ieee: string) => ieee !== OTHER });
    const [welcomed, unwanted] = [testStation({ ieee: ONE }), testStation({ ieee: OTHER })];
    await welcome(welcomed);
    assert.ok(network.join(unwanted));
    await until(() => unwanted.lefts === 1, "the unwanted one to be sent away");
    assert.ok(!wasTold("joined", OTHER));

    assert.ok(network.rejoin(welcomed, { newAddress: true }));
    const isFound = () => controller.getDeviceByIeeeAddr(ONE)?.networkAddress === network.addressOf(ONE);
    await until(isFound, "the new address");
    assert.equal(wasTold("address", network.addressOf(ONE)), FAMILY.tellsAddress);
    await toggle();

    assert.ok(network.leave(welcomed));
    await until(() => wasTold("left", ONE), "its leave");
    told.length = 0;
    assert.ok(network.join(welcomed));
    await until(() => wasTold("interview", "successful"), "the second interview");
    await controller.getDeviceByIeeeAddr(ONE)?.removeFromNetwork();
    await until(() => welcomed.lefts === 2, "it to be sent away");
    assert.equal(controller.getDeviceByIeeeAddr(ONE), undefined);
    assert.equal(network.addressOf(ONE), undefined);
  },

  "a router lets in an end device, which sleeps behind it": async () => {
    await plug();
    await start();
    await welcome(testStation({ ieee: ONE, latency: 3 }));
    told.length = 0;
    await controller.permitJoin(60, controller.getDeviceByIeeeAddr(ONE));
    const sensor = testStation({ ieee: OTHER, router: false, listens: false, mains: false, latency: 3 });
    assert.ok(network.join(sensor, { via: ONE }));
    await until(() => wasTold("interview", "successful"), "the interview");
    assert.equal(controller.getDeviceByIeeeAddr(OTHER)?.type, "EndDevice");
    const begun = performance.now();
    await endpoint(OTHER).command("genOnOff", "on", {}, PATIENT);
    assert.ok(performance.now() - begun >= 10, "two hops there and two back");
  },

  "long frames arrive whole": async () => {
    await plug();
    await start();
    const station = testStation({ ieee: ONE });
    await welcome(station);
    const text = "x".repeat(300);
    const report = Buffer.concat([Buffer.of(0x18, 9, 0x0a, 0, 0xf0, 0x44, 300 & 0xff, 300 >> 8), Buffer.from(text)]);
    const to = { address: 0, endpoint: 1 };
    station.air?.send({ to, endpoint: 1, profile: 0x0104, cluster: 0, bytes: report });
    if (!FAMILY.takesLong) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.ok(!wasTold("attributeReport"), "it is no frame of such a network");
      return;
    }
    await until(() => wasTold("attributeReport"), "the report");
    const [, data] = told.find(([event]) => event === "attributeReport") ?? assert.fail();
    assert.deepEqual(data, { 61440: text });
  },

  "touchlink finds, identifies and resets": async () => {
    await plug();
    await start();
    const commands = new Map<number, number[]>();
    for (let channel = 11; channel <= 26; channel += 1) {
      network.addTouchlinkTarget({
        ieee: `0x00158d00000000${channel}`,
        channel,
        touch: (bytes) => {
          const command = bytes[2] ?? -1;
          commands.set(channel, [...(commands.get(channel) ?? []), command]);
          return command === 0 ? scanAnswer(bytes) : undefined;
        },
      });
    }
    const found = await controller.touchlink.scan();
    assert.deepEqual(
      found.map(({ ieeeAddr, channel }) => ieeeAddr === `0x00158d00000000${channel}`),
      Array.from({ length: 16 }, () => true),
    );
    assert.equal(await controller.touchlink.factoryReset("0x00158d0000000020", 20), true);
    assert.deepEqual(commands.get(20), [0, 0, 6, 7]);
    await controller.permitJoin(60);
    assert.ok(network.join(testStation({ ieee: ONE })), "it hears its own network again");
  },
};

/** A scan response: the transaction of the request, and facts of a lamp. */
function scanAnswer(request: Buffer): Buffer {
  const facts = Buffer.alloc(33);
  facts.set(request.subarray(3, 7));
  return Buffer.concat([Buffer.of(0x19, request[1] ?? 0, 0x01), facts]);
}

const story = STORIES[process.argv[2] ?? ""];
try {
  if (story) {
    await story();
    await controller.stop();
    await stick.close();
    network.close();
  } else for (const name of Object.keys(STORIES)) console.log(name);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0); // herdsman waits for up to a minute
