import assert from "node:assert/strict";
import { test } from "node:test";
import { AdminApiError, type AdminFailure, gateways, openApi } from "../../panels/api.ts";

const DOOR = { base: "http://127.0.0.1/zigbee-gateway/", token: () => undefined };
const named = (error: unknown) => JSON.stringify({ error });

const answers: [status: number, body: string, trouble: AdminFailure][] = [
  [503, named("too-many"), "too-many"],
  [503, named("not-ready"), "not-ready"],
  [503, "<h1>Service Unavailable</h1>", "not-ready"],
  [503, "null", "not-ready"],
  [503, named("of another kind"), "not-ready"],
  [404, named("not-running"), "not-running"],
  [404, "Cannot GET", "not-running"],
  [401, "Unauthorized", "refused"],
  [403, "", "refused"],
  [500, named("failed"), "failed"],
  [400, named("no-wish"), "failed"],
  [502, "", "failed"],
];
for (const [status, body, trouble] of answers) {
  test(`${status} ${body} is the trouble "${trouble}", of a question as of a line`, async (context) => {
    context.mock.method(globalThis, "fetch", async () => new Response(body, { status }));
    await assert.rejects(gateways(DOOR), new AdminApiError(trouble));
    const why = await new Promise((broke) => {
      const stop = openApi(DOOR, "gw").changes({
        hear: () => {},
        broke: (error) => {
          broke(error);
          setImmediate(() => stop());
        },
      });
    });
    assert.deepEqual(why, new AdminApiError(trouble));
  });
}

test("the gateway's own words are told; those of the browser are not", async (context) => {
  const bodies = [
    { error: "no-backup", text: "This is no backup." },
    { error: "not-running", text: "Deploy first." },
  ];
  context.mock.method(globalThis, "fetch", async () => Response.json(bodies.shift(), { status: 400 }));
  const { lookInto, restore } = openApi(DOOR, "gw");
  await assert.rejects(lookInto(new Blob()), new AdminApiError("failed", "This is no backup."));
  await assert.rejects(restore(new Blob()), new AdminApiError("not-running"));
});

test("a backup is sent packed, and the flows begin anew", async (context) => {
  const { mock } = context.mock.method(globalThis, "fetch", async () => Response.json({}));
  const api = openApi(DOOR, "gw");
  await api.restore(new Blob(["x"]));
  await api.restartFlows();
  const calls = mock.calls.map((call) => call.arguments as unknown as [string, RequestInit]);
  assert.deepEqual(
    calls.map(([url, { headers }]) => [new URL(url).pathname, headers]),
    [
      ["/zigbee-gateway/gw/restore", { "Content-Type": "application/gzip" }],
      ["/flows", { "Content-Type": "application/json", "Node-RED-Deployment-Type": "reload" }],
    ],
  );
});

test("a gateway that does not answer is not reached", async (context) => {
  context.mock.method(globalThis, "fetch", async () => {
    throw new TypeError("fetch failed");
  });
  await assert.rejects(gateways(DOOR), new AdminApiError("unreachable"));
});
