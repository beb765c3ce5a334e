/** Failed actions of a rule, as the list of events tells them: by the log of the rule, for its members do not say. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { EventLog } from "../../../nodes/gateway/event-log.ts";
import { failureIn } from "../../../nodes/gateway/rule-failures.ts";
import { kindOfEvent } from "../../../src/model/event-kinds.ts";
import { house, settle } from "../../support/fakes.ts";

test("a rule whose target is gone has an event that names the failed action; one that works again has none", async () => {
  const home = await house();
  const log = new EventLog();
  home.bus.on((change) =>
    log.add(change, home.store.definition(change.resource), 5, { failure: failureIn(change, home.traceOf) }),
  );
  const failures = () => log.all().filter(({ failure }) => failure);
  const fire = async (actions: readonly object[]) => {
    await home.ask("PUT", "/rules/1", { actions });
    await home.ask("POST", "/rules/1/trigger");
    await settle();
    return failures().map(({ failure }) => [failure?.action?.address, failure?.isPart]);
  };
  const flag = { name: "Away", type: "CLIPGenericFlag", modelid: "A", manufacturername: "A", swversion: "1" };
  await home.ask("POST", "/sensors", { ...flag, uniqueid: "away" });
  const gone = { address: "/sensors/9/state", method: "PUT", body: { flag: true } };
  const raise = { address: "/sensors/1/state", method: "PUT", body: { flag: true } };
  const conditions = [{ address: "/sensors/1/state/flag", operator: "eq", value: "false" }];
  await home.ask("POST", "/rules", { name: "Evening", conditions, actions: [gone] });
  assert.deepEqual(await fire([gone]), [[gone.address, undefined]]);
  const [failed] = failures();
  assert.ok(failed);
  assert.deepEqual([failed.address, failed.by, kindOfEvent(failed)], ["/rules/1", "/rules/1", "happened"]);
  assert.deepEqual(failed.failure?.action?.body, { flag: true }, "for the words of it");
  assert.match(String(failed.failure?.action?.error), /not available/);
  assert.equal((await fire([raise, gone])).at(-1)?.[1], true, "the flag was raised");
  assert.equal((await fire([raise])).length, 2);
  await home.stop();
});
