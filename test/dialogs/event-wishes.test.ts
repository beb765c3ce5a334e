/** The wishes of people for an event node: each chooses changes, is known again by them, and has a text in every language. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { calledAfter, choiceOf, exampleOf, TWO_SIDED, tells, WISHES, wishIn } from "../../dialogs/event/wishes.ts";
import { LANGUAGES, textsOf } from "../support/locales.ts";

for (const wish of WISHES)
  test(`${wish} is known again, and has its words`, () => {
    const choice = choiceOf(wish);
    assert.ok(choice);
    assert.equal(wishIn(choice), wish);
    for (const language of LANGUAGES)
      assert.ok(textsOf(language, "zigbee-gateway-event.json").get(`zigbee-gateway-event.wish.${wish}`), language);
  });

for (const wish of [...TWO_SIDED, "own"])
  test(`${wish} has words for both sides`, () => {
    for (const language of LANGUAGES)
      for (const side of ["any", "true", "false"]) {
        const texts = textsOf(language, "zigbee-gateway-event.json");
        assert.ok(texts.get(`zigbee-gateway-event.becomes.${wish}.${side}`), `${language}: ${side}`);
      }
  });

test("a node without a name is called after its event, in one sentence", () => {
  const texts = textsOf("en-US", "zigbee-gateway-event.json");
  const called = (wish: string, becomes: unknown = "", whose = "") => {
    const choice = choiceOf(wish) ?? { family: "lights", section: "config", member: "", event: "" };
    return calledAfter(whose, choice, becomes, (key) => texts.get(`zigbee-gateway-event.${key}`) ?? assert.fail(key));
  };
  assert.equal(called("open"), "a door or window opens or closes");
  assert.equal(called("open", "true"), "a door or window opens");
  assert.equal(called("open", "false", "Front door"), "Front door · closes");
  assert.equal(called("open", "", "Front door"), "Front door");
  assert.equal(called("climate", "true"), "temperature or humidity changes");
  assert.equal(called("own", "true"), "lights, plugs, blinds, locks");
  assert.equal(called("anything"), "");
  for (const wish of TWO_SIDED)
    for (const side of ["true", "false"]) assert.doesNotMatch(called(wish, side), / · |\bor (closes|ends|stops|off)/);
});

test("an event chosen by hand is no wish", () => {
  const choice = { family: "sensors", section: "state", member: "open", event: "deleted" };
  assert.equal(wishIn(choice), undefined);
  assert.equal(choiceOf("own"), undefined);
});

test("only a resource with the value can tell it", () => {
  const climate = choiceOf("climate") ?? assert.fail();
  assert.equal(tells(climate, { state: ["humidity"], config: [] }), true);
  assert.equal(tells(climate, { state: ["open"] }), false);
  assert.equal(tells(choiceOf("light") ?? assert.fail(), { state: ["on"] }), true);
});

test("an example fits the wish", () => {
  for (const wish of WISHES) {
    const { family = "", member = "" } = choiceOf(wish) ?? {};
    const example = exampleOf(wish);
    if (example === "") continue;
    assert.ok(
      family.split(",").some((each) => example.includes(`"/${each}`)),
      example,
    );
    assert.ok(
      member.split(",").some((name) => example.includes(name)),
      example,
    );
  }
  assert.match(exampleOf("open"), /payload = \{ open: true \}/);
  assert.match(exampleOf("open", "false"), /payload = \{ open: false \}/);
});
