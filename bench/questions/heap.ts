/** P16: heap per CLIP sensor, against the length of its JSON; pages that a client asked for are counted too. */
import { answer, given, heap } from "../inside.ts";
import { ask, gatewayIn } from "./parts.ts";

const { folder, count } = given<{ folder: string; count: number }>();
const before = heap();
const gateway = gatewayIn(folder);
await gateway.ready;
const loaded = heap();
const sensors = (await ask(gateway, "GET", "/sensors")) as Record<string, unknown>;
const json = JSON.stringify(sensors).length / count;
answer({ perSensor: (loaded - before) / count, json });
await gateway.stop();
