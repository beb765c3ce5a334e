/** `npm start`: its options, its output, and the key that it keeps for itself. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { after, test } from "node:test";
import { guideCommands } from "../support/guide-commands.ts";
import { eventually, gatewayNode, TAB } from "../support/node-red.ts";
import { listener } from "../support/push.ts";
import { freePort, freshFolder, start } from "../support/start.ts";

const userDir = freshFolder();
after(() => rmSync(userDir, { recursive: true, force: true }));

async function config(host: string, key: string): Promise<Record<string, unknown>> {
  return (await fetch(`http://${host}/api/${key}/config`)).json() as Promise<Record<string, unknown>>;
}

test("`npm start` takes the flows, the ports and the folder that it is told, and says where all is", async () => {
  const flows = join(userDir, "mine.json");
  writeFileSync(flows, JSON.stringify([TAB, gatewayNode("mine", { name: "Mine" })]));
  const pushPort = await freePort();
  const house = await start({ userDir, args: ["--flows", flows, "--ws-port", String(pushPort)] });
  assert.match(house.output(), new RegExp(`^Editor at http://${house.host}/$`, "m"));
  const { name, websocketport } = await config(house.host, house.key);
  assert.deepEqual([name, websocketport], ["Mine", pushPort]);
  const client = await listener(pushPort);
  client.socket.terminate();
  await house.end();
});

test("each command of the guide does what it says in a fresh house; and however it ends, Node-RED ends with it", async (t) => {
  const house = await start({ userDir: freshFolder() });
  t.after(() => house.remove());
  for (const page of ["README.md", "docs/guide/rest.md", "docs/guide/automation.md"]) {
    const commands = guideCommands(page, house.key);
    assert.ok(commands.length >= 3, page);
    for (const { text, method, path, body } of commands) {
      const answer = await fetch(`http://${house.host}/api/${house.key}${path}`, { method, ...(body && { body }) });
      const said = await answer.text();
      assert.ok(answer.ok && !/"error"/.test(said), `${page}: ${text}: ${answer.status} ${said}`);
    }
  }
  process.kill(house.pid, "SIGKILL");
  const isGone = () =>
    fetch(`http://${house.host}/`).then(
      () => false,
      () => true,
    );
  await eventually(isGone);
  await house.remove();
});

test("`npm start` keeps its key from one start to the next, in a file that no other user can read", async () => {
  const kept = readFileSync(join(userDir, "start-key"), "utf8").trim();
  assert.equal(statSync(join(userDir, "start-key")).mode & 0o777, 0o600);
  const house = await start({ userDir });
  assert.equal(house.key, kept);
  const gone = await fetch(`http://${house.host}/api/${kept}/config/whitelist/${kept}`, { method: "DELETE" });
  assert.equal(gone.status, 200);
  await house.end();
});

test("a key that no longer works is followed by a new one", async () => {
  const last = readFileSync(join(userDir, "start-key"), "utf8").trim();
  const house = await start({ userDir });
  assert.notEqual(house.key, last);
  assert.equal(readFileSync(join(userDir, "start-key"), "utf8").trim(), house.key);
  const { whitelist, linkbutton } = await config(house.host, house.key);
  assert.deepEqual(Object.keys(whitelist as object), [house.key]);
  assert.equal(linkbutton, false, "the window was opened for it alone");
  await house.end();
});

test("a port that another program has is told in one sentence, and that program is not asked for a key", async () => {
  const asked: unknown[] = [];
  const other = createServer((request, response) => {
    asked.push(request.url);
    response.end("{}");
  }).listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  await assert.rejects(
    start({ userDir, port }),
    new RegExp(`ended with 1:\\nport ${port} cannot be had: .*in use.*\\n$`),
  );
  assert.deepEqual(asked, []);
  other.close();
});

for (const args of [
  ["--port", "0"],
  ["--port", "http"],
  ["--ws-port", "70000"],
]) {
  test(`${args.join(" ")} is no port`, () =>
    assert.rejects(start({ userDir, args }), new RegExp(`ended with 1:\\n${args[0]}: ${args[1]} is no port`)));
}
