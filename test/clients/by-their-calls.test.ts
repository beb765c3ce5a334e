/** Programs of the field, stood for by their calls, in their bytes, and by the members that they need in the answers. None runs here. */
import assert from "node:assert/strict";
import { clip, fakeRadio } from "../support/fakes.ts";
import { created, type HttpWorld, overHttp } from "../support/transports.ts";

// biome-ignore lint/suspicious/noExplicitAny: as a program reads it
type Json = any;

interface Answered {
  readonly status: number;
  readonly body: Json;
}

const up = () => ({ radio: fakeRadio(true) });

/** Fetch adds a type of its own to a text; bytes have none. */
async function call({ raw }: HttpWorld, method: string, path: string, body?: string, type = ""): Promise<Answered> {
  const headers: Record<string, string> = type === "" ? {} : { "Content-Type": type };
  const bytes = body === undefined ? {} : { body: new TextEncoder().encode(body) };
  const response = await raw(path, { method, headers, ...bytes });
  return { status: response.status, body: await response.json() };
}

async function window(world: HttpWorld): Promise<void> {
  assert.equal((await world.ask("PUT", "/config", { unlock: 60 })).status, 200);
}

const isText = (value: unknown) => typeof value === "string" && value !== "";

overHttp(
  "Domoticz: a slash behind each collection, and a config in which it trusts",
  async (world) => {
    const { key } = world;
    const ask = (path: string) => call(world, "GET", `/api/${key}${path}`);
    const put = await call(world, "PUT", `/api/${key}/config/`, '{"websocketnotifyall":true}', "application/json");
    assert.deepEqual(put.body, [{ success: { "/config/websocketnotifyall": true } }]);
    await created(world.ask, "/sensors", clip("CLIPPresence"));
    await created(world.ask, "/groups", { name: "Hall" });
    const { body: config } = await ask("/config/");
    assert.equal(config.websocketnotifyall, true);
    assert.ok(isText(config.fwversion) && config.fwversion !== "0x00000000", config.fwversion);
    assert.ok(config.whitelist[key] && config.websocketport > 0 && isText(config.bridgeid));
    for (const sensor of Object.values<Json>((await ask("/sensors/")).body))
      assert.ok(isText(sensor.uniqueid) && isText(sensor.name) && isText(sensor.type));
    for (const group of Object.values<Json>((await ask("/groups/")).body))
      assert.ok(isText(group.name) && Array.isArray(group.devicemembership) && Array.isArray(group.scenes));
    assert.deepEqual([(await ask("/lights/")).status, (await ask("/alarmsystems/")).body], [200, {}]);
  },
  up,
);

overHttp(
  "FHEM: asks with a key that is none, pairs with it, and takes linkbutton for the proof",
  async (world) => {
    const own = "0123456789abcdef0123456789abcdef";
    const before = await call(world, "GET", `/api/${own}/config`);
    assert.ok(isText(before.body.name) && before.body.linkbutton === undefined);
    const pair = () => call(world, "POST", "/api", `{"devicetype":"fhem","username":"${own}"}`);
    const refused = await pair();
    assert.equal(refused.body[0].error.type, 101);
    await window(world);
    const key = (await pair()).body[0].success.username;
    const config = (await call(world, "GET", `/api/${key}/config`)).body;
    assert.notEqual(config.linkbutton, undefined);
    assert.match(config.apiversion, /^\d+\.\d+\.\d+$/);
    for (const family of ["lights", "groups", "sensors", "scenes", "rules", "schedules"])
      assert.equal(typeof (await call(world, "GET", `/api/${key}/${family}`)).body, "object", family);
  },
  up,
);

overHttp(
  "phue and huejay: Hue's way to a key, with no type or JSON's, and everything at once",
  async (world) => {
    await window(world);
    const phue = await call(world, "POST", "/api", '{"devicetype": "python_hue"}');
    const huejay = await call(world, "POST", "/api", '{"devicetype":"huejay"}', "application/json");
    for (const { body } of [phue, huejay]) {
      const { username } = body[0].success;
      const { body: all } = await call(world, "GET", `/api/${username}/`);
      for (const family of ["lights", "groups", "config", "schedules", "scenes", "rules", "sensors", "resourcelinks"])
        assert.equal(typeof all[family], "object", family);
      const { body: config } = await call(world, "GET", `/api/${username}/config`);
      assert.ok(isText(config.name) && isText(config.modelid) && config.whitelist[username]);
      for (const path of ["/lights/", "/groups/", "/lights/new", "/capabilities"])
        assert.equal((await call(world, "GET", `/api/${username}${path}`)).status, 200, path);
    }
    const { status, body } = await call(world, "GET", `/api/${world.key}/lights/99`);
    assert.deepEqual([status, body[0].error.type], [404, 3]);
  },
  up,
);

overHttp(
  "deconz-go: no type at all, ids that are texts, numbers without a fraction, errors as a list",
  async (world) => {
    const api = `/api/${world.key}`;
    const made = await call(world, "POST", `${api}/groups`, '{"name":"go"}');
    assert.equal(typeof made.body[0].success.id, "string");
    const id = made.body[0].success.id;
    const put = await call(world, "PUT", `${api}/groups/${id}`, '{"name":"gone"}');
    assert.deepEqual(put.body, [{ success: { [`/groups/${id}/name`]: "gone" } }]);
    const sensor = await created(world.ask, "/sensors", clip("CLIPTemperature"));
    await world.ask("PUT", `/sensors/${sensor}/state`, { temperature: 2150 });
    const { body } = await call(world, "GET", `${api}/sensors/${sensor}`);
    assert.ok(Number.isInteger(body.state.temperature), "no fraction");
    const wrong = await call(world, "PUT", `${api}/groups/${id}`, '{"name":7}');
    assert.ok(wrong.status >= 400 && Array.isArray(wrong.body) && Number.isInteger(wrong.body[0].error.type));
  },
  up,
);

overHttp(
  "openHAB: waits for the window by 403, and wants eight texts of the config",
  async (world) => {
    const pair = () => call(world, "POST", "/api", '{"devicetype":"openHAB"}', "application/json");
    assert.equal((await pair()).status, 403);
    await window(world);
    const { status, body } = await pair();
    assert.equal(status, 200);
    const key = body[0].success.username;
    const { config } = (await call(world, "GET", `/api/${key}`)).body;
    const texts = ["name", "fwversion", "uuid", "ipaddress", "apiversion", "swversion", "bridgeid", "modelid"];
    for (const name of texts) assert.ok(isText(config[name]), name);
    assert.ok(config.websocketport > 0 && Number.isInteger(config.zigbeechannel));
    assert.equal((await call(world, "GET", "/api/0000000000000000")).status, 403);
  },
  up,
);

overHttp(
  "ioBroker: JSON that is called plain text, and the first success as it expects it",
  async (world) => {
    const type = "text/plain;charset=UTF-8";
    await window(world);
    const { body } = await call(world, "POST", "/api", '{"devicetype":"iobroker.deconz"}', type);
    const api = `/api/${body[0].success.username}`;
    const group = await call(world, "POST", `${api}/groups`, '{"name":"Hall"}', type);
    const { id } = group.body[0].success;
    const shown = (await call(world, "GET", `${api}/groups/${id}`)).body;
    assert.deepEqual([shown.id, typeof shown.action, typeof shown.state, shown.scenes], [id, "object", "object", []]);
    const join = await call(world, "PUT", `${api}/config`, '{"permitjoin":60}', type);
    assert.deepEqual(join.body[0], { success: { "/config/permitjoin": 60 } });
    await created(world.ask, "/sensors", clip("CLIPGenericFlag"));
    for (const sensor of Object.values<Json>((await call(world, "GET", `${api}/sensors`)).body))
      assert.deepEqual([typeof sensor.state, typeof sensor.config], ["object", "object"]);
  },
  up,
);
