/** A virtual house moves in, is furnished, and falls quiet; then the gateway ends: `move-in.ts <folder>`. */
import process from "node:process";
import type { Address, Method } from "../../src/model/resource.ts";
import { open } from "../../src/open.ts";
import { BARE } from "./bare-gateway.ts";
import { fallsQuiet } from "./virtual-flow.ts";

const [, , folder = ""] = process.argv;
const say = (text: string) => console.error(text);
const opened = open({
  ...{ ...BARE, folder, radio: { path: "virtual" } },
  log: { info: () => {}, warn: say, error: say },
});
await opened.gateway.ready;
const ask = async (method: Method, path: string, body?: unknown) =>
  (await opened.gateway.perform({ method, address: path as Address, body }, { by: "test", depth: 0 })).body;
await fallsQuiet({ get: (path) => ask("GET", path), put: (path, body) => ask("PUT", path, body) });
await opened.stop();
