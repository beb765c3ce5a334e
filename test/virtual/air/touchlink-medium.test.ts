/** Touchlink frames reach all devices that are near. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { settle } from "../../support/fakes.ts";
import { BYTES, ONE, OTHER, THIRD, world } from "../../support/virtual-network.ts";

test("touchlink reaches each device that is near and on the channel", async () => {
  const { network, uplink } = world();
  const touched: string[] = [];
  const near = (ieee: string, channel: number, answers: boolean) =>
    network.addTouchlinkTarget({
      ieee,
      channel,
      touch: () => {
        touched.push(ieee);
        return answers ? BYTES : undefined;
      },
    });
  near(ONE, 11, true);
  near(OTHER, 11, false);
  const away = near(THIRD, 15, true);
  const answers: string[] = [];
  const answer = (ieee: string) => answers.push(ieee);
  uplink.touch(11, undefined, BYTES, answer);
  uplink.touch(15, ONE, BYTES, answer);
  await settle();
  assert.deepEqual([touched, answers], [[ONE, OTHER], [ONE]]);
  uplink.touch(11, OTHER, BYTES, answer);
  away();
  uplink.touch(15, undefined, BYTES, answer);
  await settle();
  assert.deepEqual([touched, answers], [[ONE, OTHER, OTHER], [ONE]]);
});
