/** GET /api/<key> (wire 2.4): everything at once, as the single reads show it. */
import assert from "node:assert/strict";
import { clip } from "../support/fakes.ts";
import { contract, created, overHttp, seen } from "../support/transports.ts";

contract("the families, each as in its own read", async ({ ask, as, pair, key }) => {
  await created(ask, "/sensors", clip("CLIPPresence"));
  await created(ask, "/resourcelinks", { name: "n", classid: 1, links: [] });
  const whole = await seen(ask, "/");
  const names = [
    "alarmsystems",
    "config",
    "groups",
    "lights",
    "resourcelinks",
    "rules",
    "scenes",
    "schedules",
    "sensors",
  ];
  assert.deepEqual(Object.keys(whole).sort(), names);
  for (const name of names) {
    const own = name === "scenes" ? {} : await seen(ask, `/${name}`);
    assert.deepEqual(whole[name], own, name);
  }
  assert.equal(whole.resourcelinks["1"].owner, key);
  const { body } = await pair({ devicetype: "other" }, true);
  const [{ success }] = body as [{ success: { username: string } }];
  assert.equal((await seen(as(success.username), "/")).resourcelinks["1"].owner, key.slice(0, 8));
});

contract("its etag is the config's, and new with every change", async ({ ask }) => {
  const first = await ask("GET", "/");
  assert.equal(first.etag, (await ask("GET", "/config")).etag);
  await created(ask, "/sensors", clip("CLIPAlarm"));
  assert.notEqual((await ask("GET", "/")).etag, first.etag);
});

overHttp("with a slash behind, or several", async ({ raw, key, ask }) => {
  const whole = await seen(ask, "/");
  for (const path of [`/api/${key}/`, `//api//${key}//`]) {
    assert.deepEqual(await (await raw(path)).json(), whole);
  }
});

overHttp(
  "B12: If-None-Match with the last etag is answered 304, until something changes",
  async ({ raw, key, ask }) => {
    await created(ask, "/sensors", clip("CLIPAlarm"));
    const paths = ["", "/config", "/sensors", "/sensors/1"].map((path) => `/api/${key}${path}`);
    const etags = await Promise.all(paths.map(async (path) => (await raw(path)).headers.get("etag") ?? ""));
    const again = async () =>
      Promise.all(
        paths.map(async (path, n) => (await raw(path, { headers: { "if-none-match": etags[n] ?? "" } })).status),
      );
    assert.deepEqual(await again(), [304, 304, 304, 304]);
    const etag = etags[3] ?? "";
    const written = await raw(paths[3] ?? "", { method: "PUT", body: "{}", headers: { "if-none-match": etag } });
    assert.equal(written.status, 200, "a write is never answered by what is known already");
    await ask("PUT", "/sensors/1", { name: "new" });
    assert.deepEqual(await again(), [200, 200, 200, 200]);
  },
);
