/** The stick is busy, its tables are full, devices are dead or asleep: each order ends, and all other devices are served (fault 11). */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { RadioEvent } from "../../src/model/radio/radio-port.ts";
import { obeys, type RadioGateway, uniqueOf, until, withLamp } from "../support/radio-gateway.ts";

const DEAD = 20;
const LAMP = "dimmable light";

test("one gateway serves each device that can be reached", async (t) => {
  const lamp = await withLamp(t);
  const { stage, ieee, address } = lamp;

  for (const how of ["buffer-full", "overflow"] as const) {
    await t.test(`${how} for a while: a frame that cannot be sent fails with a reason, then all goes on`, async () => {
      stage.house.stick.busy(40, how);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 10 }, () => stage.radio.order({ do: "ping", target: { ieee } })),
      );
      const reasons = outcomes.flatMap((one) => (one.status === "rejected" ? one.reason.code : []));
      assert.ok(reasons.length > 0, "the stick has taken nothing");
      assert.deepEqual([...new Set(reasons)], ["busy"]);
      assert.equal(stage.gateway.store.get(lamp.address as "/")?.state.reachable, true, "the lamp is not to blame");
      stage.house.stick.busy(0, how);
      await obeys(lamp);
      assert.deepEqual(stage.errors, []);
    });
  }

  await t.test("the broadcast table is full: groups fail, single lamps obey", async () => {
    await stage.ask("POST", "/groups", { name: "One" });
    await stage.ask("PUT", "/groups/1", { lights: [address.split("/").at(-1)] });
    await stage.ask("PUT", `${address}/state`, { on: false });
    const isOn = () => stage.attribute(lamp.ieee, "genOnOff", "onOff");
    await until(
      () => isOn() === 0 && stage.gateway.store.get(`/devices/${uniqueOf(lamp.ieee)}`)?.attr.waiting === undefined,
      () => "it is off, and in the group on air",
    );
    stage.forget();
    stage.house.stick.busy(1000, "table-full");
    const { status } = await stage.ask("PUT", "/groups/1/action", { on: true });
    assert.equal(status, 200);
    await until(
      () =>
        stage.facts.some(
          ({ resource, values, cause }) => resource.address === address && values.on === false && cause.undo,
        ),
      () => "what was believed of it is taken back",
    );
    assert.equal(isOn(), 0, "no frame went out");
    await obeys(lamp);
    stage.house.stick.busy(0, "table-full");
    await stage.ask("PUT", `${address}/state`, { on: false });
    await until(
      () => isOn() === 0,
      () => "it is off again",
    );
    await stage.ask("PUT", "/groups/1/action", { on: true });
    await until(
      () => isOn() === 1,
      () => "the group obeys again",
    );
    assert.deepEqual(stage.errors, []);
  });

  await t.test("a confirm that never arrives: the order ends, others are not held up", async () => {
    const [silent = ""] = await stage.move(LAMP);
    stage.house.apply(silent, { reach: "no-confirm" });
    const order = stage.radio.order({ do: "set", target: { ieee: silent, endpoint: 1 }, values: { state: "ON" } });
    const ending = assert.rejects(order, ({ code }) => ["timeout", "unreachable"].includes(code));
    await obeys(lamp);
    await ending;
    assert.deepEqual(stage.errors, []);
  });

  await t.test("a sleeping remote: a question to it fails as asleep, and its reports are heard", async () => {
    const [remote = ""] = await stage.move("remote");
    const isTold = (one: RadioEvent) =>
      one.kind === "payload" && one.ieee === remote && one.raw?.type === "attributeReport";
    await until(
      () =>
        stationOf(stage, remote).bindings.some(({ cluster }) => cluster === "genOnOff") && stage.events.some(isTold),
      () => "it is set up, and has told its battery: whoever speaks is awake",
    );
    stage.house.apply(remote, { awake: 0 });
    const command = {
      do: "command",
      cluster: "genIdentify",
      command: "identify",
      payload: { identifytime: 3 },
    } as const;
    // The rest of its set-up keeps it awake for a moment.
    const refusal = () =>
      stage.radio.order({ ...command, target: { ieee: remote, endpoint: 1 } }).then(
        () => undefined,
        ({ code }) => code,
      );
    let code: unknown;
    await until(
      async () => {
        code = await refusal();
        return code !== undefined;
      },
      () => "it has fallen asleep",
    );
    assert.equal(code, "asleep");
    stage.house.apply(remote, { press: "toggle" });
    const own = stage.addressOf(remote) ?? "";
    await until(
      async () => Number(((await stage.get(own)).state as Record<string, unknown>)?.buttonevent) > 0,
      () => "its button is heard",
    );
  });

  await t.test(`${DEAD} dead lamps beside a live one: it obeys at once`, async () => {
    const dead = await stage.move(...new Array<string>(DEAD).fill(LAMP));
    for (const ieee of dead) stage.house.apply(ieee, { reach: "no-ack" });
    const orders = dead.map((ieee) => stage.radio.order({ do: "set", target: { ieee }, values: { state: "ON" } }));
    let open = orders.length;
    const endings = orders.map((order) =>
      order.then(
        () => assert.fail("it is dead"),
        ({ code }) => {
          open -= 1;
          assert.match(code, /^(unreachable|timeout)$/);
        },
      ),
    );
    const { counters } = stage.house.stick;
    const told = () => counters.to.get(ieee)?.unicast ?? 0;
    const before = told();
    let openThen: number | undefined;
    t.after(
      counters.follow(() => {
        if (told() > before) openThen ??= open;
      }),
    );
    await obeys(lamp);
    assert.ok(Number(openThen) > 0, "it did not wait for the dead ones");
    await Promise.all(endings);
  });
});

interface Bound {
  readonly ieee: string;
  readonly bindings: readonly { readonly cluster: string }[];
}

function stationOf({ house }: RadioGateway, ieee: string): Bound {
  const all = house.inspect().stations as readonly Bound[];
  return all.find((one) => one.ieee === ieee) ?? assert.fail(ieee);
}
