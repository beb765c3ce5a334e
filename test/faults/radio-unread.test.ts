/** The virtual house over the real radio process: no readable value of its devices is null when they have moved in. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { INHABITANTS } from "../../src/virtual/house/residents.ts";
import { openRadioGateway, until } from "../support/radio-gateway.ts";

/** No key has been pressed yet. */
const PRESSES: readonly string[] = ["buttonevent", "eventduration"];

test("every member of every resource has a value, but those that only happen", async (t) => {
  const stage = await openRadioGateway(t);
  const profiles = [...new Set(INHABITANTS.map(({ profile }) => profile))];
  await stage.move(...profiles);
  const nulls = () =>
    (["/lights", "/sensors"] as const).flatMap((collection) =>
      stage.gateway.store
        .list(collection)
        .flatMap(({ type, state, config }) =>
          Object.entries({ ...state, ...config }).flatMap(([member, value]) =>
            value === null && !PRESSES.includes(member) && type !== "Daylight" ? [`${type} ${member}`] : [],
          ),
        ),
    );
  await until(
    () => nulls().length === 0,
    () => nulls().join(", "),
  );
  assert.deepEqual(nulls(), []);
});
