import assert from "node:assert/strict";
import { test } from "node:test";
import { NodeError } from "../../../nodes/flow-node/node-error.ts";
import { whenInWords, wishesIn } from "../../../nodes/zigbee-gateway-schedule.ts";

const say = (key: string, values: object = {}) => [key, ...Object.values(values)].join(" ");

const wishes: [message: object, bodies: object[]][] = [
  [{ action: "enable" }, [{ status: "enabled" }]],
  [{ action: "disable", payload: 1 }, [{ status: "disabled" }]],
  [{ action: "restart" }, [{ status: "disabled" }, { status: "enabled" }]],
  [{ action: "next", payload: { time: "PT00:00:05" } }, []],
  [{ payload: "Restart" }, [{ status: "disabled" }, { status: "enabled" }]],
  [{ payload: "7:30 pm" }, [{ localtime: "W127/T19:30:00" }]],
  [{ payload: "W124/T06:30:00" }, [{ localtime: "W124/T06:30:00" }]],
  [{ payload: { time: "07:30" } }, [{ localtime: "W127/T07:30:00" }]],
  [{ payload: { time: "soon" } }, [{ localtime: "soon" }]],
  [{ payload: { time: "W124/T06:30:00" } }, [{ localtime: "W124/T06:30:00" }]],
  [{ payload: { time: "W124/T06:30:00", utc: false } }, [{ localtime: "W124/T06:30:00" }]],
  [{ payload: { time: "W124/T06:30:00", utc: true } }, [{ time: "W124/T06:30:00" }]],
];

for (const [message, bodies] of wishes) {
  test(`${JSON.stringify(message)} wishes ${JSON.stringify(bodies)}`, () => {
    assert.deepEqual(wishesIn(message, say), bodies);
  });
}

const refusals: [message: object, text: string][] = [
  [{}, "error.payload"],
  [{ payload: 1764000000000 }, "error.word 1764000000000"],
  [{ payload: "soon" }, "error.word soon"],
  [{ payload: "25:99" }, "error.word 25:99"],
  [{ payload: { time: 7 } }, 'error.word {"time":7}'],
  [{ payload: { time: "PT00:00:05", utc: "yes" } }, 'error.word {"time":"PT00:00:05","utc":"yes"}'],
  [{ payload: { time: "PT00:00:05", name: "x" } }, "error.member name"],
  [{ action: "toggle" }, "error.action toggle"],
  [{ action: "__proto__" }, "error.action __proto__"],
  [{ action: null }, "error.action null"],
  [{ action: ["next"], payload: { time: "PT00:00:05" } }, 'error.action ["next"]'],
];

for (const [message, text] of refusals) {
  test(`${JSON.stringify(message)} is refused: ${text}`, () => {
    assert.throws(
      () => wishesIn(message, say),
      (error) => error instanceof NodeError && error.code === "invalid" && error.message === text,
    );
  });
}

const NOW = Date.parse("2026-03-27T22:30:00Z"); // a Friday, 23:30 in Berlin
const words: [moment: string, english: string, german: string][] = [
  ["2026-03-27T22:45:00Z", "today 11:45 PM", "heute 23:45"],
  ["2026-03-27T22:45:07Z", "today 11:45:07 PM", "heute 23:45:07"],
  ["2026-03-27T23:00:00Z", "tomorrow 12:00 AM", "morgen 00:00"],
  ["2026-03-29T05:00:00Z", "day.sunday.short 7:00 AM", "day.sunday.short 07:00"],
  ["2026-04-02T21:59:59Z", "day.thursday.short 11:59:59 PM", "day.thursday.short 23:59:59"],
  ["2026-04-02T22:00:00Z", "Apr 3 12:00 AM", "3. Apr. 00:00"],
  ["2026-12-24T17:00:00Z", "Dec 24 6:00 PM", "24. Dez. 18:00"],
  ["2026-03-26T17:00:00Z", "Mar 26 6:00 PM", "26. März 18:00"],
  ["2027-03-26T17:00:00Z", "Mar 26, 2027 6:00 PM", "26. März 2027 18:00"],
];

for (const [moment, english, german] of words) {
  test(`${moment} is ${english}`, () => {
    const inLanguage = (language: string) => whenInWords(Date.parse(moment), NOW, "Europe/Berlin", language, say);
    assert.deepEqual([inLanguage("en-US"), inLanguage("de")], [english, german]);
  });
}
