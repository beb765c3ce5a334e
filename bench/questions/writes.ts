/**
 * P17: acknowledged writes of 16 at a time; ours, and a bare nedb-promises loop with the same batching: one append and one sync for a
 * batch, and the file written anew as often.
 */
import { open } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import Datastore from "nedb-promises";
import { answer, given } from "../inside.ts";
import { ask, gatewayIn, sensor } from "./parts.ts";

const WRITERS = 16;
const SLACK = 1024 * 1024; // bytes that are appended before the file is written anew, as ours does
const {
  folder,
  milliseconds,
  rounds: wantedRounds,
} = given<{ folder: string; milliseconds: number; rounds: number }>();

const gateway = gatewayIn(folder);
for (let turn = 1; turn <= WRITERS; turn += 1) await ask(gateway, "POST", "/sensors", sensor(turn));
const control = await openControl();
const rates: [number, number][] = [];
const costs: [number, number][] = [];
for (let round = -1; round < wantedRounds; round += 1) {
  const ours = () => rate((writer, turn) => ask(gateway, "PUT", `/sensors/${writer}`, { name: `Name ${turn}` }));
  const bare = () => rate((writer, turn) => control(writer, turn));
  const first = round % 2 === 0 ? await ours() : await bare();
  const second = round % 2 === 0 ? await bare() : await ours();
  if (round < 0) continue; // until the code has been compiled
  const [own, other] = round % 2 === 0 ? [first, second] : [second, first];
  rates.push([own.perSecond, other.perSecond]);
  costs.push([own.microseconds, other.microseconds]);
}
answer({ rates, costs });
await gateway.stop();

async function rate(write: (writer: number, turn: number) => Promise<unknown>): Promise<Rate> {
  const before = process.cpuUsage();
  const end = performance.now() + milliseconds;
  let done = 0;
  const loop = async (writer: number) => {
    while (performance.now() < end) {
      await write(writer, done);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => loop(writer + 1)));
  const { user, system } = process.cpuUsage(before);
  return { perSecond: done / (milliseconds / 1000), microseconds: (user + system) / done };
}

interface Rate {
  readonly perSecond: number;
  readonly microseconds: number; // of the processor, for one
}

/** Members of NeDB that its types lack. */
interface Within {
  readonly persistence: {
    persistNewStateAsync: (documents: readonly object[]) => Promise<void>;
    persistCachedDatabaseAsync: () => Promise<void>;
  };
  _updateIndexes: (oldDoc: object, newDoc: object) => void;
  _addToIndexes: (document: object) => void;
  load(): Promise<void>;
}

async function openControl(): Promise<(writer: number, turn: number) => Promise<void>> {
  const filename = join(folder, "control.nedb");
  const store = Datastore.create({ filename }) as unknown as Within;
  await store.load();
  let file = await open(filename, "a");
  const known = new Map<string, object>();
  let appended = 0;
  let waiting: { writer: number; json: string; done: () => void }[] = [];
  let busy = false;
  /** One append for all that wait, and one sync. */
  const keep = async (batch: typeof waiting) => {
    const documents = batch.map(({ writer, json }) => ({ _id: `/sensors/${writer}`, json }));
    for (const newDoc of documents) {
      const oldDoc = known.get(newDoc._id);
      if (oldDoc) store._updateIndexes(oldDoc, newDoc);
      else store._addToIndexes(newDoc);
      known.set(newDoc._id, newDoc);
      appended += newDoc.json.length;
    }
    await store.persistence.persistNewStateAsync(documents);
    await file.datasync();
  };
  const flush = async () => {
    busy = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await keep(batch);
      for (const { done } of batch) done();
      if (appended < SLACK) continue;
      appended = 0;
      await store.persistence.persistCachedDatabaseAsync();
      await file.close();
      file = await open(filename, "a");
    }
    busy = false;
  };
  return (writer, turn) =>
    new Promise<void>((done) => {
      const json = JSON.stringify({
        type: "CLIPTemperature",
        attr: { ...sensor(writer), name: `Name ${turn}` },
        config: { on: true },
        state: {},
      });
      waiting.push({ writer, json, done });
      if (!busy) queueMicrotask(() => (busy ? undefined : flush()));
    });
}
