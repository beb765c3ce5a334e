/**
 * Touchlink is broken off: the link is lost, the process is killed, the stick falls silent, the gateway is stopped. The network is heard on
 * its own channel again, the job's settings in the stick are undone even by the next process, and touchlink can be used again (fault 14).
 */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { obeys, type RadioGateway, radioPid, until, withLamp } from "../support/radio-gateway.ts";
import { SKIPPED } from "../support/stick.ts";

const SCAN = "/touchlink/scan";

const ENDS: Readonly<Record<string, (stage: RadioGateway) => void>> = {
  "the link is lost": ({ house }) => house.stick.dropLink(),
  "the radio process is killed": () => process.kill(radioPid() ?? assert.fail("it does not run"), "SIGKILL"),
};

test("touchlink is broken off in each way, in one house", { skip: SKIPPED.touchlink }, async (t) => {
  const lamp = await withLamp(t);
  const { stage } = lamp;
  const { added } = stage.house.apply(undefined, { add: { profile: "dimmable light", touchlink: 11 } });
  const [near] = added as [string];

  for (const [what, end] of Object.entries(ENDS)) {
    await t.test(
      `${what} in the middle of a scan: the network is found again, and touchlink can be used again`,
      async () => {
        await amidScan(stage);
        end(stage);
        await until(
          async () => !stage.radio.up && (await stateOf(stage)) === "idle",
          () => "the scan is over",
        );
        assert.equal((await stage.ask("PUT", "/config", { permitjoin: 60 })).status, 503);
        await stage.up();
        await obeys(lamp);
        await usable(stage, near);
        await obeys(lamp);
      },
    );
  }

  await t.test(
    "a stick that falls silent in the middle of a scan is given up, and all is well when it speaks again",
    async () => {
      const said = stage.log.length;
      await amidScan(stage);
      stage.house.stick.mute(true);
      await until(
        () => !stage.radio.up,
        () => stage.log.slice(said).join("\n"),
      );
      assert.match(stage.log.slice(said).join("\n"), /the stick does not answer any more/);
      stage.house.stick.mute(false);
      await stage.up();
      assert.equal(await stateOf(stage), "idle");
      await obeys(lamp);
      assert.equal(isMarked(stage), false);
    },
  );

  await t.test("the radio is restarted in the middle of a scan: it does not leave the stick where it is", async () => {
    await amidScan(stage);
    assert.equal((await stage.ask("POST", "/config/restartapp")).status, 200);
    await until(
      async () => (await stateOf(stage)) === "idle",
      () => "the scan is over",
    );
    await stage.up();
    await obeys(lamp);
    assert.equal(isMarked(stage), false);
    assert.deepEqual(stage.errors, []);
  });

  await t.test("a device that does not answer any more: the job is over, and why is said", async () => {
    const gone = stage.radio.touchlink({ do: "identify", ieee: "0x00158d00000000aa", channel: 12 });
    await assert.rejects(gone, { code: "unreachable" });
    assert.equal(stage.radio.away, false);
    await obeys(lamp);
  });
});

/** A scan that has found a lamp on the first channel, and goes on. */
async function amidScan(stage: RadioGateway): Promise<void> {
  await until(
    () => stage.house.air.openFor() === 0,
    () => "who comes now stays outside",
  );
  assert.equal((await stage.ask("POST", SCAN)).status, 200);
  await until(
    async () => Object.keys((await stage.get(SCAN)).result as object).length === 1,
    () => "the lamp is found",
  );
  assert.equal(await stateOf(stage), "scanning");
  assert.equal(isMarked(stage), true);
}

/** That the stick may be away is known to the next process, too. */
function isMarked({ folder }: RadioGateway): boolean {
  return existsSync(join(folder, "away"));
}

async function stateOf(stage: RadioGateway): Promise<unknown> {
  return (await stage.get(SCAN)).scanstate;
}

/** A device that the scan had found can be made to show itself. */
async function usable(stage: RadioGateway, ieee: string): Promise<void> {
  const isShowing = () => {
    const stations = stage.house.inspect().stations as readonly { readonly ieee: string; readonly identify: number }[];
    return stations.some((one) => one.ieee === ieee && one.identify > 0);
  };
  await until(
    () => !isShowing(),
    () => "it shows itself no more",
  );
  assert.equal((await stage.ask("POST", "/touchlink/1/identify")).status, 200);
  await until(isShowing, () => stage.log.slice(-5).join("; "));
  await until(
    () => !stage.radio.away,
    () => "it is over",
  );
  assert.equal(isMarked(stage), false);
}
