/** P14's control: the same file, loaded by nedb alone. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import Datastore from "nedb-promises";
import { answer, given } from "../inside.ts";

const { folder } = given<{ folder: string }>();
const file = readdirSync(folder).find((name) => name.endsWith(".db"));
const start = performance.now();
const store = Datastore.create({ filename: join(folder, file ?? "") });
await store.load();
await store.find({});
answer(performance.now() - start);
