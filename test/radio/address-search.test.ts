/** A device has another address in the network, without an announcement: an order to it makes the radio look for it, with each stick. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openStick } from "../../src/virtual/sticks/open-stick.ts";
import { STICK_FAMILIES } from "../../src/virtual/sticks/virtual-stick.ts";
import { until } from "../support/radio-gateway.ts";
import { stage } from "../support/radio-stage.ts";
import { testStation } from "../support/virtual.ts";

const LAMP = "0x00158d0000000001";
const ON = { do: "set", target: { ieee: LAMP, endpoint: 1 }, values: { state: "ON" } } as const;

for (const family of STICK_FAMILIES)
  test(`${family}: a lamp that moved unheard obeys again`, async (t) => {
    const { radio, network } = await stage(t, { open: (options) => openStick(family, options) });
    const lamp = testStation({ ieee: LAMP });
    network.add(lamp);
    await radio.ask({ type: "permit", seconds: 60 });
    await until(
      () => network.join(lamp),
      () => "the network is open",
    );
    await radio.heard("device", ({ device }) => device.ieee === LAMP && device.interviewed);
    await radio.order(ON);
    const before = network.addressOf(LAMP);
    assert.ok(network.rejoin(lamp, { newAddress: true, isUnheard: true }));
    assert.notEqual(network.addressOf(LAMP), before);
    const obeys = () =>
      radio.order(ON).then(
        () => true,
        () => false,
      );
    await until(obeys, () => "it is found, though it says nothing by itself");
  });
