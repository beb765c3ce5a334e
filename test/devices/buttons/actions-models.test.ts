/** Every action that the converters of any model may report becomes a button event, listed or not. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isUnrelatedAction } from "../../../src/devices/buttons/actions.ts";
import { isRemote, isUnplannedPress, readRemote } from "../../../src/devices/buttons/remote-events.ts";
import type { PlannedResource } from "../../../src/devices/plan/device-plan.ts";
import { planDevice, remotePlan } from "../../../src/devices/plan/planner.ts";
import type { DeviceFacts } from "../../../src/model/radio/device-facts.ts";
import { allDefinitions } from "../../support/definitions.ts";
import { type SentAction, wordsOf } from "../../support/sent-actions.ts";

/** Words of frames that remotes do not send: they name a scene or a group that none of them has. */
const NOBODY_SAYS = /unknown|undefined|default|none|null|recall_group_0|_\d{3}|^\d{3}_/;

const models = allDefinitions();
const said = await Promise.all(models.map(async (model) => ({ facts: model.facts, words: await wordsOf(model) })));
const remotes = said.filter(({ words }) => words.length > 0);

function isHeard(facts: DeviceFacts, resources: readonly PlannedResource[], { action, endpoint }: SentAction): boolean {
  if (resources.some(({ buttons }) => buttons?.ignored?.includes(action))) return true;
  const message = { endpoint, payload: { action, side: 1, action_from_side: 2, action_angle: 10 } };
  const all = isUnplannedPress(facts, resources, message) ? [...resources, remotePlan(facts)] : resources;
  return all.some((planned) => readRemote(planned, facts, message, { heldCode: 1001 }, 0) !== undefined);
}

test("each action of a remote becomes an event, listed or not", (t) => {
  const silent = remotes.flatMap(({ facts, words }) => {
    const { resources } = planDevice(facts);
    if (resources.some(({ type }) => type === "ZHADoorLock")) return [];
    const lost = words.filter((word) => {
      const isButton = !isUnrelatedAction(word.action) && !NOBODY_SAYS.test(word.action);
      return isButton && !isHeard(facts, resources, word);
    });
    return lost.length === 0 ? [] : [`${facts.definition?.model}: ${lost.map(({ action }) => action)}`];
  });
  t.diagnostic(`${remotes.length} models, ${remotes.flatMap(({ words }) => words).length} words`);
  assert.ok(remotes.length > 450);
  assert.deepEqual(silent, []);
});

test("an action has the same code after any other", () => {
  for (const { facts, words } of remotes) {
    const remote = planDevice(facts).resources.find(isRemote);
    if (!remote) continue;
    const copy = { ...remote, buttons: structuredClone(remote.buttons) } as PlannedResource; // one that has heard nothing yet
    const codeOf = (planned: PlannedResource, { action, endpoint }: SentAction) =>
      readRemote(planned, facts, { endpoint, payload: { action } }, { heldCode: 1001 }, 0)?.buttonevent;
    const forth = words.map((word) => codeOf(remote, word));
    const back = words.toReversed().map((word) => codeOf(copy, word));
    assert.deepEqual(back.toReversed(), forth, facts.definition?.model);
  }
});
