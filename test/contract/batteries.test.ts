/** All batteries over REST, and when each will be empty as its own history says. */
import assert from "node:assert/strict";
import { HISTORY, type History } from "../../src/model/history/ports.ts";
import { lamp, MOTION, motion } from "../devices/home.ts";
import { fakeRadio, settle } from "../support/fakes.ts";
import { contract, seen } from "../support/transports.ts";

const DAY = 86_400_000;
const uniqueid = "00:17:88:01:02:03:aa:02";

contract(
  "each device with a battery, once; the day of its end comes from the days that are known, and from nowhere else",
  async ({ ask, radio, clock, engines }) => {
    radio.rise([lamp(), motion()]);
    await settle();
    assert.deepEqual(await seen(ask, "/devices/batteries"), []);
    radio.tell({ kind: "payload", ieee: MOTION, endpoint: 2, payload: { battery: 50 } });
    await settle();
    const [battery, ...others] = await seen(ask, "/devices/batteries");
    assert.deepEqual([battery.uniqueid, battery.battery, battery.lowbattery], [uniqueid, 50, false]);
    assert.deepEqual([others.length, "empty" in battery], [0, false]);
    assert.equal(battery.cells, undefined, "nobody knows this model");
    await ask("PUT", `/devices/${uniqueid}`, { cells: "2 × L92" });
    assert.equal((await seen(ask, "/devices/batteries"))[0].cells, "2 × L92", "somebody has looked");
    await ask("PUT", `/devices/${uniqueid}`, { cells: "" });
    assert.equal((await seen(ask, "/devices/batteries"))[0].cells, undefined);

    const asked: string[] = [];
    const daily: History["daily"] = async (address, member) => {
      asked.push(`${address}/${member}`);
      const rollup = { min: 0, max: 100, last: 0, count: 1, known: 1 };
      return Array.from({ length: 31 }, (_, day) => {
        const at = clock.now() - (30 - day) * DAY - DAY / 2;
        return { ...rollup, at, mean: 80 - day };
      });
    };
    const withdraw = engines.offer(HISTORY, { ...engines.get(HISTORY), daily });
    const [known] = await seen(ask, "/devices/batteries");
    const days = (Date.parse(known.empty) - clock.now()) / DAY;
    assert.ok(Math.abs(days - 45) < 2, `${days} days`); // 50 % now, 1 % a day, down to 5 %
    assert.match(asked[0] ?? "", /^\/sensors\/\d+\/config\/battery$/);

    await ask("PUT", `/devices/${uniqueid}`, { disabled: true });
    await settle();
    const [silent] = await seen(ask, "/devices/batteries");
    assert.equal("empty" in silent, false); // without reports there is no forecast
    withdraw();
  },
  () => ({ radio: fakeRadio() }),
);
