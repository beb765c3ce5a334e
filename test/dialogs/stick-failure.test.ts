/** The words of a stick's test where it failed: sentences, without the address that stands above them. */
import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { test } from "node:test";

interface Told {
  failureInSentences(reason: string, path: string): string;
}
const file = join(resolve(import.meta.dirname, "../.."), "dialogs/gateway/stick-failure.ts");
const { failureInSentences }: Told = await import(file);

const PATH = "tcp://127.0.0.1:1";
const CASES: [reason: string, sentences: string][] = [
  [
    `${PATH}: nobody listens there: check the port number, and that the adapter's Zigbee mode is on`,
    "Nobody listens there. Check the port number, and that the adapter's Zigbee mode is on.",
  ],
  [`${PATH}: something new`, "Something new."],
  ["the disk is full: make room", "The disk is full. Make room."],
  [`${PATH}: this is no address: write tcp://<host>:<port>`, "This is no address. Write tcp://<host>:<port>."],
];
for (const [reason, sentences] of CASES)
  test(sentences, () => assert.equal(failureInSentences(reason, PATH), sentences));
