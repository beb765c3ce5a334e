/** P14's control: the same file, loaded by nedb alone without writing it anew, and one page made of all that is in it. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import Datastore from "nedb-promises";
import { answer, given } from "../inside.ts";

const { folder } = given<{ folder: string }>();
const file = readdirSync(folder).find((name) => name.endsWith(".db"));
const start = performance.now();
const store = Datastore.create({ filename: join(folder, file ?? "") }) as unknown as Within;
store.persistence.persistCachedDatabaseAsync = async () => {}; // ours does not write the file anew at each start either
await store.load();
const pages = store
  .getAllData()
  .map(({ _id, json }) => `${JSON.stringify(_id)}:${JSON.stringify(JSON.parse(json ?? "null"))}`);
if (Buffer.from(`{${pages.join(",")}}`).length === 0) throw new Error("no answer");
answer(performance.now() - start);

interface Within {
  readonly persistence: { persistCachedDatabaseAsync: () => Promise<void> };
  load(): Promise<void>;
  getAllData(): readonly { readonly _id: string; readonly json?: string }[];
}
