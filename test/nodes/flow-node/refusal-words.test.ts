/** Refusals of the gateway, in the words of people: every refusal has a sentence in every language, and names things by their names. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { refusalWords } from "../../../nodes/flow-node/refusal-words.ts";
import type { GatewayRuntime } from "../../../nodes/gateway/runtime.ts";
import { ERRORS } from "../../../src/edges/deconz/errors.ts";
import { ApiError, type ErrorName } from "../../../src/model/errors.ts";
import { house } from "../../support/fakes.ts";
import { LANGUAGES } from "../../support/locales.ts";

const HALL = {
  name: "Hall",
  modelid: "m",
  manufacturername: "n",
  swversion: "1",
  type: "CLIPTemperature",
  uniqueid: "u",
};

async function stage({ isAway = false } = {}) {
  const home = await house();
  await home.ask("POST", "/sensors", HALL);
  const runtime = {
    opened: { gateway: home, radio: { isAway: () => isAway } },
    language: "en-US",
  } as unknown as GatewayRuntime;
  return { home, sayIn: (language: string) => refusalWords(runtime, language) };
}

test("every refusal has a whole sentence in every language", async () => {
  const { home, sayIn } = await stage();
  for (const language of LANGUAGES)
    for (const name of Object.keys(ERRORS) as ErrorName[]) {
      const text = sayIn(language)(
        new ApiError(name, "/sensors/1/state/temperature", "temperature", "warm", "a number"),
      );
      assert.doesNotMatch(text, /undefined|\{\w+\}|^[a-z-]+$/, `${name}: ${text}`);
    }
  await home.stop();
});

const refused: readonly (readonly [error: ErrorName, address: string, details: readonly unknown[], says: string])[] = [
  ["notFound", "/sensors/99", [], "there is no /sensors/99: choose another one"],
  ["notFound", "/sensors/1/stat", [], "there is no /sensors/1/stat: did you mean /sensors/1/state?"],
  ["noMethod", "/lihgts/4/state", ["PUT", "nowhere"], "there is no /lihgts/4/state: did you mean /lights/4/state?"],
  ["noMethod", "/unicorns", ["PUT", "nowhere"], "there is no /unicorns"],
  ["noMethod", "/lights/4", ["POST"], "/lights/4 does not accept POST: choose another method"],
  ["unknown", "/sensors/1/state/bri", ["bri"], "Hall has no “Brightness”"],
  ["missingOne", "/schedules", ["time or localtime"], "no time is chosen"],
  ["unknown", "/config/colour", ["colour"], "“colour” is not known here"],
  [
    "invalid",
    "/sensors/1/state/temperature",
    ["temperature", 99999],
    "“Temperature” cannot be 1,000 °C: use -273.2 °C … 327.7 °C",
  ],
  [
    ...(["invalid", "/sensors/1/state/temperature", ["temperature", null]] as const),
    "“Temperature” cannot be null: use -273.2 °C … 327.7 °C",
  ],
  ["invalid", "/sensors/1/name", ["name", 5], "“Name” cannot be 5"],
  ["unreachable", "/sensors/1/state", [], "Hall does not answer: does it have power?"],
  [
    ...(["noAnswer", "/sensors/1", ["it sleeps, and hears only when it speaks"]] as const),
    "Hall sleeps to save its battery: press a key on it, and try again",
  ],
  ["badCondition", "/sensors/1/state/temperature", [], "a condition is not valid, choose it again: Hall (Temperature)"],
  ["badAction", "http://192.0.2.1/x", [], "an action is not valid, choose it again: http://192.0.2.1/x"],
  [
    ...(["invalid", "/schedules", ["localtime", "tomorrow"]] as const),
    "“tomorrow” is not a time: use W127/T07:00:00 for every day at 7:00, or PT00:10:00 for ten minutes from now",
  ],
  ["busy", "/lights/1", [], "the radio has too much to do: try again later"],
];

for (const [error, address, details, says] of refused)
  test(`${error} at ${address} reads: ${says}`, async () => {
    const { home, sayIn } = await stage();
    assert.equal(sayIn("en-US")(new ApiError(error, address, ...details)), says);
    await home.stop();
  });

test("while touchlink has the radio, that is why nothing else is done", async () => {
  const { sayIn } = await stage({ isAway: true });
  const say = sayIn("en-US");
  for (const error of ["notConnected", "busy"] as const)
    assert.equal(say(new ApiError(error, "/lights/1")), "touchlink is busy: try again in a moment");
});
