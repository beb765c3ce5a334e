/** When which device joins the network of the virtual house. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { INHABITANTS } from "../../../src/virtual/house/residents.ts";
import { settle } from "../../support/fakes.ts";
import { type Home, home, until } from "../../support/virtual-home.ts";

const RESIDENTS = INHABITANTS.filter(({ role }) => role === "resident").map(({ name }) => name);
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function start(context: TestContext, ...more: Parameters<typeof home>): Home {
  const own = home(...more);
  context.after(own.close);
  return own;
}

/** As the gateway does it: each is met as soon as it is there. */
async function welcome({ movingIn, world, open }: Home): Promise<void> {
  let met = 0;
  const told = world.told;
  open();
  await until(() => {
    for (; met < told.length; met += 1) {
      const [event, ieee] = told[met] as [string, string];
      if (event === "joined") movingIn.interviewed(ieee, true);
    }
    return movingIn.isComplete;
  }, "the house to be complete");
  await movingIn.complete;
}

test("no device comes into a closed network", async (context) => {
  const { names, movingIn } = start(context);
  await pause(300);
  assert.deepEqual([names(), movingIn.isComplete], [[], false]);
});

test("the residents come in their order, each when the one before is known, and no stranger", async (context) => {
  const own = start(context);
  own.open();
  await until(() => own.names().length === 1, "the first");
  await settle();
  assert.equal(own.names().length, 1, "the next one waits for the first to be known");
  own.movingIn.interviewed("0x0000000000000000", true);
  assert.equal(own.names().length, 1, "and for nobody else");
  await welcome(own);
  assert.deepEqual(own.names(), RESIDENTS);
  await pause(500);
  assert.deepEqual(own.names(), RESIDENTS, "strangers do not come at this opening");
});

test("a device that is not known comes once more, before any other: the order is the same in every house", async (context) => {
  const own = start(context);
  own.open();
  await until(() => own.names().length === 1, "the first");
  const { ieee = "" } = own.house.all()[0]?.device ?? {};
  own.movingIn.interviewed(ieee, false);
  await until(() => own.names().length === 2, "the first again");
  await welcome(own);
  assert.deepEqual(own.names(), [RESIDENTS[0], ...RESIDENTS]);
});

test("when they never become known, the next ones come nevertheless", async (context) => {
  const own = start(context, { patience: 20 });
  own.open();
  await until(() => own.names().includes(RESIDENTS[1] ?? ""), "the second");
  assert.deepEqual(own.names().slice(0, 4), [RESIDENTS[0], RESIDENTS[0], RESIDENTS[0], RESIDENTS[1]]);
});

test("a network that is closed too early is waited for", async (context) => {
  const own = start(context);
  own.open();
  await until(() => own.names().length === 1, "the first");
  own.open(0);
  own.movingIn.interviewed(own.house.all()[0]?.device.ieee ?? "", true);
  await pause(300);
  assert.equal(own.names().length, 1);
  await welcome(own);
  assert.deepEqual(own.names(), RESIDENTS);
});

test("strangers come when it is opened again; those that are shy do not", async (context) => {
  const own = start(context);
  await welcome(own);
  own.open(0);
  await pause(300);
  own.open();
  await until(() => own.names().length === RESIDENTS.length + 2, "two strangers");
  assert.deepEqual(own.names().slice(-2), ["New lamp", "New motion"]);
  await pause(300);
  assert.equal(own.names().length, RESIDENTS.length + 2);
});

test("a device that was thrown out comes back at the next opening, not before", async (context) => {
  const own = start(context);
  await welcome(own);
  own.open(0);
  await pause(300);
  own.open();
  await until(() => own.names().length === RESIDENTS.length + 2, "two strangers");
  const [lamp] = own.house.all();
  assert.ok(lamp && own.house.network.remove(lamp.device));
  await pause(500);
  assert.equal(lamp.device.isMember, false);
  own.open(0);
  await pause(300);
  own.open();
  await until(() => lamp.device.isMember, "the lamp");
});

test("guests come at once, all together", async (context) => {
  const own = start(context, { empty: true });
  await own.movingIn.complete;
  own.house.add("dimmable light", 50);
  await pause(300);
  assert.equal(own.names().length, 0);
  own.open();
  await until(() => own.names().length === 50, "fifty");
  own.house.add("remote", 1);
  await until(() => own.names().length === 51, "another one, while it is open");
});

test("after a restart it goes on where it was", async (context) => {
  const first = start(context);
  first.open();
  await until(() => first.names().length === 1, "the first");
  first.movingIn.interviewed(first.house.all()[0]?.device.ieee ?? "", true);
  await until(() => first.names().length === 2, "the second, of whom nothing is known yet");
  const saved = JSON.parse(JSON.stringify(first.house.save()));
  const again = start(context, { saved });
  assert.equal(again.movingIn.isComplete, false);
  await welcome(again);
  assert.deepEqual(again.names(), RESIDENTS.slice(1));
  const done = start(context, { saved: JSON.parse(JSON.stringify(again.house.save())) });
  assert.equal(done.movingIn.isComplete, true);
});
