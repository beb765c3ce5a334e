/** The answers of a device about its surroundings → plain data. The objects have the shape of herdsman's own. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Zcl } from "zigbee-herdsman";
import type { HerdsmanDevice } from "../../../../src/radio/process/herdsman.ts";
import { neighbours, ping, routes } from "../../../../src/radio/process/orders/table-orders.ts";

const device = (parts: object) => parts as HerdsmanDevice;

test("each neighbour with its relation to the device", async () => {
  const of = (relationship: number) => ({
    eui64: `0x${relationship}`,
    lqi: 200 + relationship,
    relationship,
    depth: 2,
  });
  const answer = await neighbours(device({ lqi: async () => [0, 1, 2, 3].map(of) }));
  assert.deepEqual(answer.neighbours, [
    { ieee: "0x0", linkquality: 200, relation: "parent", depth: 2 },
    { ieee: "0x1", linkquality: 201, relation: "child", depth: 2 },
    { ieee: "0x2", linkquality: 202, relation: "sibling", depth: 2 },
    { ieee: "0x3", linkquality: 203, relation: "other", depth: 2 },
  ]);
});

test("each route with its destination, and the next device on it", async () => {
  const table = [{ destinationAddress: 7, nextHopAddress: 9, status: "VALIDATION_UNDERWAY" }];
  const ownerOf = (address: number) => (address === 9 ? "0x0000000000000009" : undefined);
  assert.deepEqual(await routes(device({ routingTable: async () => table }), ownerOf), {
    routes: [{ destination: 7, nextHop: 9, status: "validation underway", by: "0x0000000000000009" }],
  });
});

test("a device that refuses an answer is there, one that gives none is not", async () => {
  const answers = (error?: Error) => device({ linkquality: 80, ping: async () => error && Promise.reject(error) });
  assert.deepEqual(await ping(answers()), { linkquality: 80 });
  assert.deepEqual(await ping(answers(new Zcl.StatusError(Zcl.Status.UNSUPPORTED_ATTRIBUTE))), { linkquality: 80 });
  await assert.rejects(ping(answers(new Error("Timeout"))), /Timeout/);
});
