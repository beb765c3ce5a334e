/**
 * A process with a gateway on a port of its own, until it is killed: `gateway-process.ts <folder> <port> [<stick> [<family>]]`, without a
 * stick without a radio. Its Basic password is "secret".
 */
import { writeSync } from "node:fs";
import process from "node:process";
import type { Log } from "../../src/model/ports.ts";
import { open } from "../../src/open.ts";
import type { StickFamily } from "../../src/virtual/sticks/virtual-stick.ts";
import { BARE } from "./bare-gateway.ts";

const [, , folder = "", port, stick, family = "zstack"] = process.argv;
const say = (text: string) => void writeSync(2, `${text}\n`);
const log: Log = { info: say, warn: say, error: say };
const { gateway, listening } = open({
  ...{ ...BARE, folder, log, password: "secret", port: Number(port) },
  radio: stick === undefined ? { path: "none" } : { path: stick, adapter: family as StickFamily },
});
await Promise.all([gateway.ready, listening]);
writeSync(1, "ready\n");
