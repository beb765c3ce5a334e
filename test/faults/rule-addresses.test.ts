/**
 * Any client with a key makes rules that call the web: but not Node-RED itself, whose open editor runs what it is sent, nor this machine.
 * No other client hears of a password in an address.
 */
import assert from "node:assert/strict";
import { networkInterfaces } from "node:os";
import { after, before, test } from "node:test";
import { clip } from "../support/fakes.ts";
import { eventually, flowNode, gatewayNode, type NodeRed, newKey, nodeRed, TAB } from "../support/node-red.ts";

interface Deed {
  readonly address: string;
  readonly status?: number;
  readonly error?: string;
}

let red: NodeRed;
let key = "";
let other = "";

const flow = (more: Record<string, unknown> = {}) => [
  TAB,
  gatewayNode("gw", more),
  flowNode("ask", "zigbee-gateway-request", { gateway: "gw", method: "" }),
];

before(async () => {
  red = await nodeRed({ flow: flow(), settings: { uiHost: "127.0.0.1" } });
  await red.status("ask", /^ready/);
  [key, other] = [await newKey(red), await newKey(red)];
  await red.ask("POST", `/api/${key}/sensors`, clip("CLIPGenericFlag"));
});
after(() => red.stop());

const condition = { address: "/sensors/1/state/flag", operator: "eq", value: "true" };

async function rule(address: string, body: unknown = {}): Promise<string> {
  const actions = [{ address, method: "POST", body }];
  const made = await red.ask("POST", `/api/${key}/rules`, { name: "r", conditions: [condition], actions });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  return made.body[0].success.id;
}

/** The outcome, as soon as it is known. */
async function deedOf(id: string): Promise<Deed> {
  await red.ask("POST", `/api/${key}/rules/${id}/trigger`);
  return eventually(async () => {
    const [evaluation] = (await red.ask("GET", `/api/${key}/rules/${id}/trace`)).body;
    const [deed] = (evaluation?.actions ?? []) as Deed[];
    return deed && (deed.status !== undefined || deed.error !== undefined) && deed;
  });
}

const labels = async () => (await red.ask("GET", "/flows")).body.map(({ label }: { label?: string }) => label);
const hosts = () => [
  "127.0.0.1",
  "localhost",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "2130706433",
  "0.0.0.0",
  "127.1",
  ...ours(),
];

function ours(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return all.filter(({ family, internal }) => family === "IPv4" && !internal).map(({ address }) => address);
}

test("no key holder deploys a flow by a rule, by any name of this machine", async () => {
  for (const host of hosts()) {
    const id = await rule(`http://${host}:${red.port}/flow`, { label: "taken", nodes: [] });
    const { status, error } = await deedOf(id);
    assert.equal(status, undefined, host);
    assert.match(String(error), /this machine/, host);
    await red.ask("DELETE", `/api/${key}/rules/${id}`);
  }
  assert.ok(!(await labels()).includes("taken"));
});

test("a password in an address is shown to the owner of the rule only, and a client that writes back the shown address keeps it", async () => {
  const secret = "http://me:pass%40word@192.0.2.9:81/hook?x=1";
  const hidden = "http://***@192.0.2.9:81/hook?x=1";
  const id = await rule(secret);
  const seen = async (by: string, path: string) => JSON.stringify((await red.ask("GET", `/api/${by}${path}`)).body);
  const paths = [`/rules/${id}`, "/rules", ""];
  for (const path of paths) assert.ok((await seen(key, path)).includes(secret), path);
  for (const path of paths) {
    const told = await seen(other, path);
    assert.ok(!told.includes("pass%40word") && told.includes(hidden), path);
  }
  for (const verb of ["try", "trigger"]) {
    const told = JSON.stringify((await red.ask("POST", `/api/${other}/rules/${id}/${verb}`)).body);
    assert.ok(!told.includes("pass%40word"), verb);
  }
  const trace = await seen(other, `/rules/${id}/trace`);
  assert.ok(!trace.includes("pass%40word") && trace.includes(hidden), trace);
  const { body } = await red.ask("GET", `/api/${other}/rules/${id}`);
  const put = await red.ask("PUT", `/api/${other}/rules/${id}`, { actions: body.actions });
  assert.deepEqual([put.status, put.body[0].success[`/rules/${id}/actions`]], [200, body.actions]);
  assert.ok((await seen(key, `/rules/${id}`)).includes(secret), "the password is still there");
  const elsewhere = [{ ...body.actions[0], address: "http://***@192.0.2.66/" }];
  const moved = await red.ask("PUT", `/api/${other}/rules/${id}`, { actions: elsewhere });
  assert.equal(moved.status, 400, "nobody takes it along to an address of his own");
  await red.ask("DELETE", `/api/${key}/rules/${id}`);
});

test("a tick in the gateway's dialog allows it", async () => {
  await red.deploy(flow({ localCalls: true }));
  await red.status("ask", /^ready/);
  const id = await rule(`http://127.0.0.1:${red.port}/flow`, { label: "wanted", nodes: [] });
  const started = red.started();
  assert.equal((await deedOf(id)).status, 200);
  await started;
  assert.ok((await labels()).includes("wanted"));
});
