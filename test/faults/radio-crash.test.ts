/** A radio process is killed, hangs, throws, or cannot write: the gateway answers, each order ends, the radio comes back (fault 15). */
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { ended, obeys, type RadioGateway, radioPid, until, withLamp } from "../support/radio-gateway.ts";

const ILL = join(import.meta.dirname, "../support/radio-process-ill.ts");
const RESTARTS = process.env.LONG ? 50 : 6; // so many that one thing left by each would show
const BACK_OFF = [1000, 2000, 3000, 10_000, 30_000]; // milliseconds
const ORDERS = 30;

const ENDS = {
  "killed with -9": { signal: "SIGKILL", reason: /ended unexpectedly \(SIGKILL\)/, times: 1 },
  "an exception that nobody catches": { signal: "SIGUSR2", reason: /a bug that nobody knows/, times: 1 },
  "hung, as in a driver": { signal: "SIGSTOP", reason: /hung for 20 s/, times: 4 },
} as const;

test("one gateway lives through all crashes", async (t) => {
  const lamp = await withLamp(t, { entry: ILL });
  const { stage, address } = lamp;

  for (const [what, { signal, reason, times }] of Object.entries(ENDS)) {
    await t.test(`${what}, amid orders: REST answers all along, each order ends, the radio comes back`, async () => {
      const first = radioPid() ?? assert.fail("it does not run");
      stage.hurry(times);
      const orders = Array.from({ length: ORDERS }, (_, at) => ended(lamp, at % 2 === 0 ? "ping" : "get"));
      const wishes = Array.from({ length: ORDERS }, (_, at) => stage.ask("PUT", `${address}/state`, { bri: 20 + at }));
      process.kill(first, signal);
      let answers = 0;
      await until(
        async () => {
          await stage.get(address);
          await stage.get("/config");
          answers += 1;
          return !stage.radio.up;
        },
        () => "its end is noticed",
      );
      const started = performance.now();
      assert.ok(answers > 0);
      assert.match(stage.log.join("\n"), reason);
      for (const { status } of await Promise.all(wishes)) assert.equal(status, 200); // the desired states are taken back
      await Promise.all(orders);
      await stage.up();
      stage.hurry(1);
      assert.notEqual(radioPid(), first);
      assert.ok(
        performance.now() - started < 60_000,
        "the first wait is one second; the rest is the start of the process",
      );
      await obeys(lamp);
    });
  }

  await t.test(`killed ${RESTARTS} times: nothing piles up, and it comes back each time`, async () => {
    stage.hurry(50, BACK_OFF);
    const resources = () => process.getActiveResourcesInfo().filter((name) => /Pipe|Process|Timeout/.test(name)).length;
    const listeners = () => process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
    await again(stage);
    const before = { resources: resources(), listeners: listeners() };
    for (let time = 1; time < RESTARTS; time += 1) await again(stage);
    const after = { resources: resources(), listeners: listeners() };
    assert.ok(after.resources <= before.resources + 3, `${before.resources} → ${after.resources}`); // a timer more or less
    assert.equal(after.listeners, before.listeners);
    assert.ok(radioPid());
    stage.hurry(1);
    await obeys(lamp);
  });

  await t.test(
    "a full disk in the radio's folder: said in one sentence, the gateway lives, and it heals by itself",
    async () => {
      const full = join(stage.folder, "full");
      stage.hurry(4);
      writeFileSync(full, "");
      await stage.ask("POST", "/groups", { name: "One" });
      await stage.ask("PUT", "/groups/1", { lights: [address.split("/").at(-1)] }); // is written down at once
      await until(
        () => !stage.radio.up,
        () => `it notices: ${stage.log.slice(-5).join("; ")}`,
      );
      await until(
        () => stage.log.some((line) => /the disk is full: make room/.test(line)),
        () => stage.log.join("\n"),
      );
      await stage.get(address);
      rmSync(full);
      await stage.up();
      await obeys(lamp);
    },
  );
});

async function again({ radio, up }: RadioGateway): Promise<void> {
  process.kill(radioPid() ?? assert.fail("it does not run"), "SIGKILL");
  await until(
    () => !radio.up,
    () => "its end is noticed",
  );
  await up();
}
