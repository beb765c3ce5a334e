/** The HTTP edge as a client sees it, and a client as `perform` sees it. */
import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { test } from "node:test";
import fc from "fast-check";
import { sendReply } from "../../../src/edges/http/reply.ts";
import { NOT_JSON } from "../../../src/model/resource.ts";
import { fakeClock, settle } from "../../support/fakes.ts";
import {
  dial,
  ETAG,
  eventually,
  type Heardback,
  HUE_KEY,
  KEY,
  type More,
  openHttp,
  PASSWORD,
  typesOf,
} from "../../support/http.ts";

const JSON_TYPE = "application/json; charset=utf-8";

function assertJson({ headers, text }: Heardback): void {
  assert.equal(headers["content-type"], JSON_TYPE);
  assert.equal(headers["content-length"], String(Buffer.byteLength(text)));
  assert.equal(headers["access-control-allow-origin"], "*");
  assert.equal(headers["cache-control"], "no-store");
  JSON.parse(text);
}

const commands: [method: string, path: string, body: string | undefined, command: Record<string, unknown>][] = [
  ["GET", `/api/${KEY}`, undefined, { method: "GET", address: "/", query: "", key: KEY }],
  ["GET", `//api/${KEY}//?x=1#y`, undefined, { method: "GET", address: "/", query: "x=1", key: KEY }],
  ["GET", `/api/${KEY}/sensors/1`, undefined, { method: "GET", address: "/sensors/1", query: "", key: KEY }],
  [
    "PUT",
    `/api/${KEY}/sensors/1`,
    '{"name":"é"}',
    { method: "PUT", address: "/sensors/1", body: { name: "é" }, key: KEY },
  ],
  ["PATCH", `/api/${KEY}/config`, "{}", { method: "PATCH", address: "/config", body: {}, key: KEY }],
  ["POST", `/api/${KEY}/sensors`, undefined, { method: "POST", address: "/sensors", body: undefined, key: KEY }],
  ["POST", `/api/${KEY}/sensors`, " \r\n", { method: "POST", address: "/sensors", body: undefined, key: KEY }],
  ["DELETE", `/api/${KEY}/sensors/1`, "{}", { method: "DELETE", address: "/sensors/1", body: {}, key: KEY }],
  ["GET", `/api/${KEY}/sensors`, '{"ignored":1}', { method: "GET", address: "/sensors", query: "", key: KEY }],
];

for (const [method, path, body, command] of commands) {
  test(`${method} ${path} ${JSON.stringify(body)} becomes a command`, async () => {
    const house = await openHttp();
    const answer = await house.ask(method, path, body === undefined ? {} : { body });
    assertJson(answer);
    assert.equal(answer.status, 200);
    assert.deepEqual(house.heard, [{ command, cause: { by: "rest:test", depth: 0 } }]);
    assert.equal(answer.headers.etag, `"${ETAG}"`);
    await house.close();
  });
}

for (const type of [
  "text/plain;charset=UTF-8",
  "application/x-www-form-urlencoded",
  "application/octet-stream",
  ";",
  "",
]) {
  test(`a body of type ${JSON.stringify(type)} is read as JSON`, async () => {
    const house = await openHttp();
    const more: More = { body: '{"a":1}', headers: type ? { "Content-Type": type } : {} };
    await house.ask("PUT", `/api/${KEY}/x`, more);
    assert.deepEqual(house.last().command.body, { a: 1 });
    await house.close();
  });
}

test("HEAD is GET without the body", async () => {
  const house = await openHttp();
  const get = await house.ask("GET", `/api/${KEY}/sensors`);
  const head = await house.ask("HEAD", `/api/${KEY}/sensors`);
  assert.equal(head.text, "");
  assert.equal(head.headers["content-length"], get.headers["content-length"]);
  assert.equal(house.last().command.method, "GET");
  await house.close();
});

test("cached bytes are sent as they are, and the body is not serialised", async () => {
  const bytes = Buffer.from('{"ä":1}');
  const reply = {
    status: 200,
    json: bytes,
    get body(): unknown {
      return assert.fail("the bytes are there");
    },
  };
  const house = await openHttp({ perform: () => reply });
  const answer = await house.ask("GET", `/api/${KEY}/sensors`);
  assertJson(answer);
  assert.equal(answer.text, '{"ä":1}');
  assert.equal(answer.headers.etag, undefined);
  await house.close();
});

for (const json of [
  '{"name":"Kuche"}',
  '{"name":"Küche"}',
  '{"name":"台所 🍳"}',
  `{"name":"${"x".repeat(300_000)}"}`,
]) {
  test(`a text that is kept goes out byte for byte, each time: ${json.slice(0, 20)}`, async () => {
    const reply = { status: 200, body: undefined, json, etag: ETAG };
    const house = await openHttp({ perform: () => reply });
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await house.ask("GET", `/api/${KEY}/sensors/1`);
      assertJson(answer);
      assert.equal(answer.text, json);
      const known = await house.ask("GET", `/api/${KEY}/sensors/1`, { headers: { "If-None-Match": `"${ETAG}"` } });
      assert.deepEqual([known.status, known.text, known.headers["content-type"]], [304, "", undefined]);
      assert.equal(known.headers.etag, `"${ETAG}"`);
    }
    await house.close();
  });
}

test("for a key that wants status 200, errors have it each time, and for others they have not", async () => {
  const reply = { status: 404, body: undefined, json: "[]", etag: ETAG };
  const house = await openHttp({ perform: () => reply });
  for (const [key, status] of [
    [HUE_KEY, 200],
    [KEY, 404],
    [HUE_KEY, 200],
  ]) {
    assert.equal((await house.ask("GET", `/api/${key}/sensors/1`)).status, status);
  }
  await house.close();
});

const conditions: [wanted: string, status: number][] = [
  [`"${ETAG}"`, 304],
  [`W/"${ETAG}"`, 304],
  [ETAG, 304],
  [`"other", W/"${ETAG}"`, 304],
  ["*", 304],
  ['"other"', 200],
  ["", 200],
  [`"${ETAG}x"`, 200],
];

for (const [wanted, status] of conditions) {
  test(`If-None-Match: ${wanted} gives ${status}`, async () => {
    const house = await openHttp();
    const answer = await house.ask("GET", `/api/${KEY}/sensors`, { headers: { "If-None-Match": wanted } });
    assert.equal(answer.status, status);
    assert.equal(answer.headers.etag, `"${ETAG}"`);
    assert.equal(answer.text === "", status === 304);
    const put = await house.ask("PUT", `/api/${KEY}/sensors/1`, { headers: { "If-None-Match": wanted }, body: "{}" });
    assert.equal(put.status, 200, "only reading is conditional");
    await house.close();
  });
}

test("only a resource that exists can be unchanged", async () => {
  const house = await openHttp({ perform: () => ({ status: 404, body: [], etag: ETAG }) });
  const answer = await house.ask("GET", `/api/${KEY}/sensors/9`, { headers: { "If-None-Match": `"${ETAG}"` } });
  assert.equal(answer.status, 404);
  await house.close();
});

const anonymous: [method: string, path: string, status: number, types?: number[]][] = [
  ["GET", "/api/config", 200],
  ["HEAD", "/api/config", 200],
  ["GET", "/api/config/", 200],
  ["GET", "/api/nobody/config", 200],
  ["GET", "/api/openapi.json", 200],
  ["GET", "/api", 403, [1]],
  ["GET", "/api/nobody", 403, [1]],
  ["GET", "/api/challenge", 403, [1]],
  ["PUT", "/api/config", 403, [1]],
  ["DELETE", "/api/config/password", 403, [1]],
  ["POST", "/api/openapi.json", 403, [1]],
  ["GET", `/api/${KEY.toLowerCase()}/sensors`, 403, [1]],
  ["GET", `/api/${KEY}x/sensors`, 403, [1]],
  ["PUT", "/api/nobody/lights/1/state", 403, [1]],
  ["POST", "/api", 403, [101]],
  ["POST", "/api/", 403, [101]],
];

for (const [method, path, status, types] of anonymous) {
  test(`without a key, ${method} ${path} gives ${status} ${types ?? ""}`, async () => {
    const house = await openHttp({ alone: true });
    const answer = await house.ask(method, path);
    assert.equal(answer.status, status);
    if (method !== "HEAD") assertJson(answer);
    if (types) assert.deepEqual(typesOf(answer.text), types);
    for (const { command, cause } of house.heard) {
      assert.equal(command.isAnonymous, true);
      assert.equal("key" in command || "hasPassword" in command, false);
      assert.deepEqual(cause, { by: "rest:stranger", depth: 0 });
    }
    await house.close();
  });
}

test("the password, and nothing else, vouches for a client that asks for a key", async () => {
  const house = await openHttp();
  const body = '{"devicetype":"x"}';
  assert.equal((await house.ask("POST", "/api", { body, headers: { Authorization: PASSWORD } })).status, 200);
  assert.deepEqual(house.last().command, {
    method: "POST",
    address: "/config/whitelist",
    isAnonymous: true,
    hasPassword: true,
    body: { devicetype: "x" },
  });
  const wrong = await house.ask("POST", "/api", { body, headers: { Authorization: "Basic ZGVsaWdodDpkZWxpZ2h0" } });
  assert.deepEqual([wrong.status, typesOf(wrong.text)], [403, [101]]);
  const foreign = await house.ask("POST", "/api/nobody/config/whitelist", {
    body,
    headers: { Authorization: PASSWORD },
  });
  assert.equal("hasPassword" in house.last().command, false);
  assert.equal(foreign.status, 403);
  await house.close();
});

test("broken paths and strange methods are answered before anyone performs them", async () => {
  const house = await openHttp();
  const cases: [method: string, path: string, type: number][] = [
    ["GET", `/api/${KEY}/sensors/%00`, 3],
    ["GET", `/api/${KEY}/sensors/%ff`, 3],
    ["PUT", `/api/${KEY}/sensors/%zz`, 4],
    ["TRACE", `/api/${KEY}/sensors`, 4],
    ["PROPFIND", "/api", 4],
  ];
  for (const [method, path, type] of cases) {
    const answer = await house.ask(method, path);
    assert.deepEqual([answer.status, typesOf(answer.text)], [404, [type]], `${method} ${path}`);
    assertJson(answer);
  }
  assert.deepEqual(house.heard, []);
  await house.close();
});

test("Hue-style programs get 200 for everything", async () => {
  const house = await openHttp();
  assert.equal((await house.ask("GET", `/api/${KEY}/nothing`)).status, 404);
  const answers = [
    await house.ask("GET", `/api/${HUE_KEY}/nothing`),
    await house.ask("PUT", `/api/${HUE_KEY}/x`, { body: "{}", headers: { "Content-Encoding": "gzip" } }),
    await house.ask("GET", `/api/${HUE_KEY}/%ff`),
  ];
  assert.deepEqual(
    answers.map(({ status, text }) => [status, typesOf(text)[0]]),
    [
      [200, 3],
      [200, 2],
      [200, 3],
    ],
  );
  await house.close();
});

test("OPTIONS tells browsers the allowed methods, on every path of the API", async () => {
  const house = await openHttp();
  for (const path of ["/api", `/api/${KEY}/lights`, "/api/nobody"]) {
    const { status, headers, text } = await house.ask("OPTIONS", path, { headers: { Origin: "http://page.example" } });
    assert.deepEqual([status, text, headers["content-length"]], [200, "", "0"]);
    assert.equal(headers["access-control-allow-origin"], "http://page.example");
    assert.match(headers["access-control-allow-methods"] ?? "", /PATCH/);
    assert.match(headers["access-control-allow-headers"] ?? "", /If-None-Match/);
    assert.equal(headers["gateway-uuid"], "u-u-i-d");
    assert.equal(Buffer.from(String(headers["gateway-name"]), "latin1").toString(), "Küche");
  }
  assert.equal((await house.ask("OPTIONS", "/api")).headers["access-control-allow-origin"], "*");
  assert.deepEqual(house.heard, []);
  await house.close();
});

test("a request that is not ours goes on, with its body untouched", async () => {
  const house = await openHttp();
  for (const path of ["/", "/red/api", "/apix", "/API"]) {
    assert.equal((await house.ask("POST", path, { body: "flow" })).text, "passed:flow");
  }
  assert.deepEqual(house.heard, []);
  await house.close();
});

test("without a handler behind, a request that is not ours is answered in JSON", async () => {
  const house = await openHttp({ alone: true });
  const answer = await house.ask("GET", "/");
  assertJson(answer);
  assert.deepEqual([answer.status, typesOf(answer.text)], [404, [4]]);
  await house.close();
});

test("a user's own route below /api is theirs, but never in the way of a valid key or of a public path", async () => {
  const house = await openHttp({ hasOwnRoute: () => true });
  assert.equal((await house.ask("POST", "/api/mine", { body: "flow" })).text, "passed:flow");
  assert.equal((await house.ask("OPTIONS", "/api/mine")).text, "passed:");
  for (let round = 0; round < 50; round += 1) await house.ask("GET", "/api/mine");
  const ours: [method: string, path: string][] = [
    ["GET", `/api/${KEY}/sensors`],
    ["OPTIONS", `/api/${KEY}/sensors`],
    ["GET", "/api/config"],
    ["GET", "/api/openapi.json"],
    ["POST", "/api"],
  ];
  for (const [method, path] of ours) assert.doesNotMatch((await house.ask(method, path)).text, /^passed/, path);
  await house.close();
});

test("while the keys are being loaded no client is refused", async () => {
  let open = () => {};
  let opening: Promise<void> | undefined = new Promise((resolve) => {
    open = () => {
      opening = undefined;
      resolve();
    };
  });
  const house = await openHttp({ opening: () => opening });
  const answer = house.ask("PUT", `/api/${KEY}/sensors/1`, { body: "{}" });
  await settle();
  assert.deepEqual(house.heard, []);
  open();
  assert.equal((await answer).status, 200);
  await house.close();
});

test("a gateway that could not be opened says so, instead of refusing good keys", async () => {
  const failed = Promise.reject(new Error("disk"));
  failed.catch(() => {});
  const house = await openHttp({ opening: () => failed });
  const answer = await house.ask("GET", `/api/${KEY}/sensors`);
  assertJson(answer);
  assert.deepEqual([answer.status, typesOf(answer.text)], [503, [901]]);
  await house.close();
});

const failures: [what: string, perform: () => never | Promise<never>][] = [
  ["throws", () => assert.fail(`no ${KEY}`)],
  ["rejects", () => Promise.reject(new Error(`no ${KEY}`))],
];

for (const [what, perform] of failures) {
  test(`when perform ${what}, the client hears 901 and the log hears why, but no key`, async () => {
    const house = await openHttp({ perform, errors: /failed/ });
    for (const [method, body] of [["GET"], ["PUT", "{}"]] as const) {
      const answer = await house.ask(method, `/api/${KEY}/sensors/1`, body ? { body } : {});
      assertJson(answer);
      assert.deepEqual([answer.status, typesOf(answer.text)], [500, [901]]);
      assert.ok(!answer.text.includes(KEY));
    }
    assert.equal(house.log.lines.length, 2);
    for (const line of house.log.lines) {
      assert.match(line, /^\/sensors\/1: .*no 01234567\b/);
      assert.ok(!line.includes(KEY));
    }
    await house.close();
  });
}

test("a reply that cannot be written as JSON is our bug, not a crash", async () => {
  const body: Record<string, unknown> = {}; // herdsman teaches big numbers to be JSON
  body.self = body;
  const house = await openHttp({ perform: () => ({ status: 200, body }), errors: /circular/ });
  assert.deepEqual(typesOf((await house.ask("GET", `/api/${KEY}/x`)).text), [901]);
  await house.close();
});

const LONG = Buffer.from(JSON.stringify("ä".repeat(2_000_000)));

test("a large answer arrives whole", async () => {
  const house = await openHttp({ perform: () => ({ status: 200, body: undefined, json: LONG }) });
  const answer = await house.ask("GET", `/api/${KEY}/sensors`);
  assertJson(answer);
  assert.ok(answer.text === LONG.toString());
  assert.equal((await house.ask("HEAD", `/api/${KEY}/sensors`)).text, "");
  await house.close();
});

test("the event loop runs between the pieces of a large reply", async () => {
  const pieces: { readonly turn: number; readonly bytes: Buffer }[] = [];
  let turn = 0;
  const count = () => {
    turn += 1;
    if (pieces.length < 30) setImmediate(count);
  };
  const take = (bytes: Buffer) => pieces.push({ turn, bytes }) > 0;
  count();
  await new Promise<void>((resolve) => {
    const end = (bytes: Buffer) => resolve(void take(bytes));
    const response = { headersSent: false, destroyed: false, writeHead: () => {}, write: take, end };
    const request = { headers: {}, method: "GET", complete: true };
    const [from, to] = [request as unknown as IncomingMessage, response as unknown as ServerResponse];
    sendReply(from, to, { status: 200, body: undefined, json: LONG }, fakeClock());
  });
  assert.ok(pieces.length >= 30);
  assert.equal(new Set(pieces.map((piece) => piece.turn)).size, pieces.length, "each in a turn of its own");
  assert.ok(Buffer.concat(pieces.map(({ bytes }) => bytes)).equals(LONG));
});

test("of many large replies one piece is written in a turn", async () => {
  const written: number[] = [];
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  const bytes = Buffer.alloc(1_000_000, " ");
  const house = await openHttp({ perform: () => ({ status: 200, body: {}, json: bytes }) });
  house.server.prependListener("request", (_, response: ServerResponse) => {
    const { write } = response;
    response.write = ((...args: Parameters<typeof write>) => {
      written.push(turn);
      return write.apply(response, args);
    }) as typeof write;
  });
  await Promise.all(Array.from({ length: 10 }, () => house.ask("GET", `/api/${KEY}/sensors`)));
  isOver = true;
  const perTurn = new Map<number, number>();
  for (const each of written.slice(10)) perTurn.set(each, (perTurn.get(each) ?? 0) + 1);
  assert.equal(written.length, 70, "seven pieces each, and the end");
  assert.ok(perTurn.size >= 40, `${perTurn.size} turns for 60 pieces behind the first ones`);
  await house.close();
});

test("a client that leaves in the middle of a large answer, or does not read on, harms no other client", async () => {
  const house = await openHttp({ perform: () => ({ status: 200, body: undefined, json: LONG }) });
  for (const isPaused of [true, false]) {
    const line = await dial(house.port, `GET /api/${KEY}/x HTTP/1.1\r\nHost: x\r\n\r\n`);
    await eventually(() => line.socket.bytesRead > 0, "the answer has begun");
    if (isPaused) line.socket.pause();
    assert.equal((await house.ask("GET", `/api/${KEY}/sensors`)).status, 200, "others are served meanwhile");
    line.socket.destroy();
    await line.closed;
  }
  await settle();
  assert.deepEqual(house.log.lines, []);
  await house.close();
});

test("a client that leaves before its answer does no harm", async () => {
  let answer = () => {};
  let asked = false;
  const house = await openHttp({
    perform: () =>
      new Promise((resolve) => {
        asked = true;
        answer = () => resolve({ status: 200, body: {} });
      }),
  });
  const line = await dial(house.port, `GET /api/${KEY}/x HTTP/1.1\r\nHost: x\r\n\r\n`);
  await eventually(() => asked, "the request arrived");
  line.socket.destroy();
  await line.closed;
  await settle();
  answer();
  await settle();
  assert.deepEqual(house.log.lines, []);
  await house.close();
});

test("any path and any body: JSON with the right type, and no crash", async () => {
  const house = await openHttp({ alone: true });
  const segment = fc.oneof(
    fc.string({ unit: "binary" }).map(encodeURIComponent),
    fc.constantFrom(KEY, "config", "..", "%", "%2f", "%00", "__proto__", "constructor", ""),
  );
  const methods = fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE");
  const bodies = fc.oneof(fc.uint8Array(), fc.json(), fc.string());
  await fc.assert(
    fc.asyncProperty(methods, fc.array(segment, { maxLength: 5 }), bodies, async (method, segments, body) => {
      house.clock.advance(60); // guessing is allowed again
      const answer = await house.ask(method, `/api/${segments.join("/")}`, { body });
      assertJson(answer);
      assert.ok([200, 400, 403, 404].includes(answer.status), `${answer.status}`);
    }),
    { numRuns: 200 },
  );
  await house.close();
});

test("a body arrives as the JSON that it is, or as not JSON", async () => {
  const house = await openHttp();
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.json(), fc.string({ unit: "binary" })), async (text) => {
      const bytes = Buffer.from(text);
      await house.ask("PUT", `/api/${KEY}/x`, { body: bytes });
      let expected: unknown = NOT_JSON;
      try {
        expected = bytes.toString().trim() === "" ? undefined : JSON.parse(bytes.toString().trim());
      } catch {}
      assert.deepEqual(house.last().command.body, expected);
    }),
    { numRuns: 100 },
  );
  await house.close();
});
