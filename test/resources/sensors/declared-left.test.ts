/** Resources that a flow has declared and then left behind: while no flow declares one any more, any client may delete it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Address, Cause } from "../../../src/model/resource.ts";
import { clip, house } from "../../support/fakes.ts";
import { rule, sensors } from "../../support/rules.ts";

const FLOW: Cause = { by: "flow:node", depth: 0 };
const OTHER: Cause = { by: "flow:other", depth: 0 };
const OWN = { name: "Made", owner: FLOW.by };

for (const [collection, body, change] of [
  ["/rules", rule({ ...OWN, actions: [] }), { periodic: 5 }],
  ["/schedules", { ...OWN, localtime: "W127/T07:00:00" }, { autodelete: true }],
  ["/sensors", clip("CLIPTemperature", { ...OWN, uniqueid: "flow-node" }), { config: { on: false } }],
] as const) {
  test(`of ${collection}`, async () => {
    const asked: string[] = [];
    let isThere = true;
    const home = await house({
      declares: (owner) => {
        asked.push(owner);
        return isThere;
      },
    });
    if (collection === "/rules") await sensors(home.ask);
    const { body: made } = await home.perform({ method: "POST", address: collection, body }, FLOW);
    const [{ success }] = made as [{ success: { id: string } }];
    const address: Address = `${collection}/${success.id}`;
    const typeOf = async (method: "PUT" | "DELETE", more?: object) =>
      ((await home.perform({ method, address, body: more }, OTHER)).body as { error?: { type: number } }[])[0]?.error
        ?.type;
    assert.equal(await typeOf("DELETE"), 8);
    isThere = false;
    assert.equal(await typeOf("PUT", change), 8, "it is still what the flow said, for when that is back");
    assert.ok(home.store.get(address));
    assert.equal(await typeOf("DELETE"), undefined);
    assert.equal(home.store.get(address), undefined);
    assert.deepEqual([...new Set(asked)], [FLOW.by]);
    await home.stop();
  });
}
