/** Fault 1, seen by clients: a write that was answered with 200 is there after the gateway was killed, and a refused one is not. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { freePort, freshFolder } from "../support/start.ts";

const KILLS = process.env.LONG ? 200 : 4;
const WRITERS = 4;
const PROCESS = join(import.meta.dirname, "../support/gateway-process.ts");
const folder = freshFolder();
let last: ChildProcess | undefined;
after(async () => {
  if (last?.exitCode === null && last.kill("SIGKILL")) await once(last, "exit");
  rmSync(folder, { recursive: true, force: true });
});

/** The answers to one client, and its last request without one. */
interface Client {
  readonly id: string;
  status: number;
  tried: number;
  readonly links: Set<string>; //    made, by name
  readonly doubtful: Set<string>; // without an answer: may be there or not
}

async function rise(port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [PROCESS, folder, String(port)], { stdio: ["ignore", "pipe", "pipe"] });
  last = child;
  let said = "";
  child.stderr?.on("data", (text) => (said += text));
  await Promise.race([
    once(child.stdout as NodeJS.ReadableStream, "data"),
    once(child, "exit").then(() => assert.fail(`it did not start: ${said}`)),
  ]);
  assert.equal(said, "", "a kill leaves nothing to repair");
  return child;
}

test(`a gateway that is killed ${KILLS} times under writes loses none that was answered`, async () => {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}/api`;
  let child = await rise(port);
  const authorization = `Basic ${Buffer.from("me:secret").toString("base64")}`;
  const given = await fetch(base, { method: "POST", headers: { authorization }, body: '{"devicetype":"test"}' });
  const [{ success }] = (await given.json()) as [{ success: { username: string } }];
  const api = `${base}/${success.username}`;
  // biome-ignore lint/suspicious/noExplicitAny: as a client reads it
  const ask = async (method: string, path: string, body?: unknown): Promise<any> => {
    const response = await fetch(api + path, { method, body: body === undefined ? null : JSON.stringify(body) });
    assert.equal(response.status, 200, `${method} ${path}`);
    return response.json();
  };

  const clients: Client[] = [];
  for (let each = 0; each < WRITERS; each += 1) {
    const sensor = {
      name: "S",
      modelid: "M",
      swversion: "1",
      type: "CLIPGenericStatus",
      uniqueid: `u${each}`,
      manufacturername: "Me",
    };
    const [{ success: made }] = await ask("POST", "/sensors", sensor);
    clients.push({ id: made.id, status: 0, tried: 0, links: new Set(), doubtful: new Set() });
  }

  /** Until the gateway goes away in the middle of it. */
  const write = async (client: Client, turn: number): Promise<void> => {
    for (let step = 0; ; step += 1) {
      const name = `${client.id}.${turn}.${step}`;
      client.tried = client.status + 1;
      await ask("PUT", `/sensors/${client.id}/state`, { status: client.tried });
      client.status = client.tried;
      client.doubtful.add(name);
      const [{ success: link }] = await ask("POST", "/resourcelinks", { name, classid: 1, links: [] });
      client.doubtful.delete(name);
      client.links.add(name);
      if (step % 3 === 0) continue;
      client.links.delete(name);
      client.doubtful.add(name);
      await ask("DELETE", `/resourcelinks/${link.id}`);
      client.doubtful.delete(name);
    }
  };

  for (let turn = 0; turn < KILLS; turn += 1) {
    const writing = Promise.allSettled(clients.map((client) => write(client, turn)));
    await wait(50 + Math.random() * 250);
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
    for (const end of await writing) {
      const reason = end.status === "rejected" ? end.reason : undefined;
      if (reason instanceof assert.AssertionError) throw reason;
    }
    child = await rise(port);
    const { sensors, resourcelinks } = await ask("GET", "");
    const links = new Set(Object.values(resourcelinks as Record<string, { name: string }>).map(({ name }) => name));
    for (const client of clients) {
      const { status } = sensors[client.id].state;
      assert.ok(status === client.status || status === client.tried, `${status}, answered were ${client.status}`);
      client.status = status;
      for (const name of client.links) assert.ok(links.has(name), `${name} was answered, and is lost`);
      for (const name of client.doubtful) if (links.has(name)) client.links.add(name);
      client.doubtful.clear();
    }
    const known = new Set(clients.flatMap((client) => [...client.links]));
    for (const name of links) assert.ok(known.has(name), `${name} was deleted, and is back`);
    // Few enough that the list of links never fills up.
    for (const [id, { name }] of Object.entries(resourcelinks as Record<string, { name: string }>)) {
      await ask("DELETE", `/resourcelinks/${id}`);
      for (const client of clients) client.links.delete(name);
    }
  }
});
