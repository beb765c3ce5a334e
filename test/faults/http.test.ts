/** Attacks on the HTTP edge: each ends in a refusal or a closed connection, and every other client is served as before. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { httpHandler } from "../../src/edges/http/http.ts";
import { openOwnPort } from "../../src/edges/http/own-port.ts";
import { NOT_JSON } from "../../src/model/resource.ts";
import { settle } from "../support/fakes.ts";
import { ask, dial, eventually, type Heard, httpParts, KEY, openHttp, PASSWORD, typesOf } from "../support/http.ts";

const HALF_OPEN = process.env.LONG ? 1_000 : 200;
const PUT = `PUT /api/${KEY}/x HTTP/1.1\r\nHost: x\r\n`;

async function ownPort() {
  const heard: Heard[] = [];
  const { parts, clock, log } = httpParts(heard);
  const own = await openOwnPort({ port: 0, address: "127.0.0.1", handler: httpHandler(parts), clock, log });
  return { ...own, heard, clock, log };
}

test(`${HALF_OPEN} half-open requests: bodies end after ten silent seconds, and others are served meanwhile`, async () => {
  const { port, clock, heard, close } = await ownPort();
  const lines = await Promise.all(
    Array.from({ length: HALF_OPEN }, () => dial(port, `${PUT}Content-Length: 9\r\n\r\n{`)),
  );
  await eventually(() => clock.pending === HALF_OPEN, "all are waited for");
  assert.equal((await ask(port, "GET", `/api/${KEY}/lights`)).status, 200);
  await settle();
  clock.advance(10);
  await Promise.all(lines.map(({ closed }) => closed));
  assert.equal(clock.pending, 0);
  assert.equal(heard.length, 1);
  await close();
});

test(`${HALF_OPEN} half-open headers hold no client up, and none outlives the port`, async () => {
  const { port, close, clock } = await ownPort();
  const lines = await Promise.all(
    Array.from({ length: HALF_OPEN }, () => dial(port, `GET /api/${KEY}/x HTTP/1.1\r\nX: `)),
  );
  assert.equal((await ask(port, "GET", `/api/${KEY}/lights`)).status, 200);
  await close();
  await Promise.all(lines.map(({ closed }) => closed));
  assert.equal(clock.pending, 0);
});

test("60 MB are refused before they are read", async () => {
  const house = await openHttp();
  const line = await dial(house.port, `${PUT}Content-Length: 60000000\r\n\r\n`);
  assert.match(await line.until("}]"), /^HTTP\/1.1 400 /);
  line.socket.destroy();
  assert.deepEqual(house.heard, []);
  await house.close();
});

const bombs: [what: string, body: string | Uint8Array][] = [
  ["20,000 levels", `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`],
  ["100,000 members", `{${Array.from({ length: 100_000 }, (_, index) => `"${index}":1`).join()}}`],
  ["400,000 opening brackets", "[".repeat(400_000)],
  ["invalid UTF-8", Uint8Array.of(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d)],
  ["an overlong slash", Uint8Array.of(0x22, 0xc0, 0xaf, 0x22)],
  ["a NUL", '{"a\0":1}'],
];

for (const [what, body] of bombs) {
  test(`a body of ${what} is error 2, and nothing is built from it`, async () => {
    const house = await openHttp();
    const answer = await house.ask("PUT", `/api/${KEY}/x`, { body });
    assert.deepEqual([answer.status, typesOf(answer.text)], [400, [2]]);
    assert.equal(house.last().command.body, NOT_JSON);
    await house.close();
  });
}

test("a gzip bomb is never unpacked", async () => {
  const house = await openHttp();
  const body = gzipSync(Buffer.alloc(50_000_000, "["));
  const answer = await house.ask("PUT", `/api/${KEY}/x`, { body, headers: { "Content-Encoding": "gzip" } });
  assert.deepEqual([answer.status, typesOf(answer.text)], [400, [2]]);
  assert.deepEqual(house.heard, []);
  await house.close();
});

const SMUGGLED = `GET /api/${KEY}/smuggled HTTP/1.1\r\nHost: x\r\n\r\n`;
const smuggling: [what: string, text: string][] = [
  ["CL and TE", `${PUT}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
  ["TE and CL", `${PUT}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${SMUGGLED}`],
  ["two lengths", `${PUT}Content-Length: 0\r\nContent-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`],
  ["an odd encoding", `${PUT}Transfer-Encoding: xchunked\r\n\r\n${SMUGGLED}`],
  ["a space before the colon", `${PUT}Content-Length : ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`],
  ["a folded header", `${PUT}Transfer-Encoding:\r\n chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${SMUGGLED}`],
];

for (const [what, text] of smuggling) {
  test(`a request smuggled by ${what} never arrives`, async () => {
    const { port, heard, close } = await ownPort();
    const line = await dial(port, text);
    const answer = await line.closed;
    assert.match(answer, /^HTTP\/1.1 400 /);
    assert.equal(answer.split("HTTP/1.1").length, 2, "one answer only");
    assert.deepEqual(heard, []);
    await close();
  });
}

test("pipelined requests are answered one by one, in their order", async () => {
  const { port, heard, close } = await ownPort();
  const requests = Array.from({ length: 50 }, (_, index) => `GET /api/${KEY}/p${index} HTTP/1.1\r\nHost: x\r\n\r\n`);
  const line = await dial(port, requests.join(""));
  const answers = await line.until('"/p49"');
  assert.deepEqual(
    [...answers.matchAll(/"address":"\/p(\d+)"/g)].map(([, number]) => Number(number)),
    requests.map((_, index) => index),
  );
  assert.equal(heard.length, 50);
  await close();
});

const paths: [target: string, address: string | undefined][] = [
  [`http://elsewhere.example/api/${KEY}/x`, "/x"],
  [`//api/${KEY}//x`, "/x"],
  [`/api/${KEY}/x/%2e%2e/y`, "/x/../y"],
  [`/api/${KEY}/x/../../../etc/passwd`, "/x/../../../etc/passwd"],
  [`/api/${KEY}/x%00`, undefined],
  [`/api/${KEY}/x%2f..`, undefined],
  [`/api/${KEY}/%E0%A4%A`, undefined],
];

for (const [target, address] of paths) {
  test(`${target} is ${address ?? "nothing"}`, async () => {
    const { port, heard, close } = await ownPort();
    const line = await dial(port, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    const [head = "", body = ""] = (await line.closed).split("\r\n\r\n");
    assert.match(head, address ? /^HTTP\/1.1 200 / : /^HTTP\/1.1 404 /);
    JSON.parse(body);
    assert.deepEqual(
      heard.map(({ command }) => command.address),
      address ? [address] : [],
    );
    await close();
  });
}

test("a flood of wrong keys is answered late, then not at all; a right key from the same source at once", async () => {
  const house = await openHttp({ alone: true });
  const quick = await Promise.all(Array.from({ length: 20 }, () => house.ask("GET", "/api/wrong/lights")));
  assert.ok(quick.every(({ status }) => status === 403));
  let closed = 0;
  const forged = { "X-Forwarded-For": "198.51.100.7" };
  const late = Array.from({ length: 130 }, () =>
    house.ask("GET", "/api/wrong/config", { headers: forged }).catch(() => {
      closed += 1;
      return undefined;
    }),
  );
  await eventually(() => closed === 30 && house.clock.pending === 100, "100 wait, the others are closed");
  assert.equal(house.heard.length, 20, "nothing is done for those who wait");
  for (const path of [`/api/${KEY}/lights`, "/api/config"]) assert.equal((await house.ask("GET", path)).status, 200);
  assert.equal((await house.ask("POST", "/api")).status, 403, "pairing has a measure of its own");
  house.clock.advance(1);
  const answers = await Promise.all(late);
  assert.equal(answers.filter((answer) => answer?.status === 200).length, 100);
  house.clock.advance(30);
  assert.equal((await house.ask("GET", "/api/wrong/lights")).status, 403, "peace again");
  assert.equal(house.clock.pending, 0);
  await house.close();
});

test("clients that leave while they wait make room", async () => {
  const house = await openHttp({ alone: true });
  for (let count = 0; count < 20; count += 1) await house.ask("GET", "/api/wrong/lights");
  const line = await dial(house.port, "GET /api/wrong/lights HTTP/1.1\r\nHost: x\r\n\r\n");
  await eventually(() => house.clock.pending === 1, "it waits");
  line.socket.destroy();
  await eventually(() => house.clock.pending === 0, "it is forgotten");
  assert.equal(house.heard.length, 20);
  await house.close();
});

test("a client that asks for a key each second is never slowed, a client that asks without end is", async () => {
  const house = await openHttp({ alone: true });
  for (let second = 0; second < 60; second += 1) {
    assert.equal((await house.ask("POST", "/api", { body: '{"devicetype":"x"}' })).status, 403);
    house.clock.advance(1);
  }
  for (let count = 0; count < 10; count += 1) await house.ask("POST", "/api");
  const late = house.ask("POST", "/api");
  await eventually(() => house.clock.pending === 1, "the eleventh in a second waits");
  house.clock.advance(1);
  assert.equal((await late).status, 403);
  await house.close();
});

test("a password guessed too fast is not looked at, even if it is right", async () => {
  let looks = 0;
  const house = await openHttp({
    alone: true,
    isPassword: (authorization) => {
      looks += 1;
      return authorization === PASSWORD;
    },
  });
  const guess = (authorization: string) => house.ask("POST", "/api", { headers: { Authorization: authorization } });
  for (let count = 0; count < 20; count += 1) assert.equal((await guess("Basic eDp5")).status, 403);
  const late = guess(PASSWORD);
  await eventually(() => house.clock.pending === 1, "it waits");
  house.clock.advance(1);
  assert.equal((await late).status, 403);
  assert.equal(looks, 20);
  house.clock.advance(5);
  assert.equal((await guess(PASSWORD)).status, 200);
  await house.close();
});

test("no client gets a key by being near, by a forged header, or by a page of another origin", async () => {
  const house = await openHttp();
  const disguises: Record<string, string>[] = [
    { Host: "localhost" },
    { "X-Forwarded-For": "127.0.0.1", Forwarded: "for=127.0.0.1", "X-Real-IP": "127.0.0.1" },
    { Origin: "http://evil.example", "Content-Type": "text/plain" },
    { Host: "evil.example", Origin: "http://evil.example", Cookie: `key=${KEY}` },
    { Authorization: `Bearer ${KEY}` },
  ];
  for (const headers of disguises) {
    const answer = await house.ask("POST", "/api", { headers, body: '{"devicetype":"x"}' });
    assert.deepEqual([answer.status, typesOf(answer.text)], [403, [101]], JSON.stringify(headers));
    assert.equal(answer.headers["access-control-allow-credentials"], undefined);
    assert.equal(house.last().command.isAnonymous, true);
    assert.equal("hasPassword" in house.last().command, false);
  }
  await house.close();
});

test("nothing can be poisoned by the names of a body or a path", async () => {
  const house = await openHttp();
  const body = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
  for (const address of ["/__proto__", "/constructor/prototype", "/%5f%5fproto%5f%5f/polluted"]) {
    for (const method of ["GET", "PUT", "POST", "DELETE"]) {
      const answer = await house.ask(method, `/api/${KEY}${address}`, { body });
      assert.ok(JSON.parse(answer.text));
    }
  }
  for (const key of ["__proto__", "constructor", "toString"]) {
    assert.equal((await house.ask("GET", `/api/${key}/lights`)).status, 403);
  }
  assert.equal("polluted" in {}, false);
  await house.close();
});

test("no key and no password appears in an error or in the log", async () => {
  const house = await openHttp({ perform: ({ key }) => assert.fail(`no ${key}`), errors: /failed/ });
  const texts: string[] = [];
  for (const path of [`/api/${KEY}/x`, `/api/${KEY}`, `/api/${KEY}/%00`, `/api/wrong-${KEY}/x`]) {
    texts.push((await house.ask("GET", path)).text);
  }
  texts.push((await house.ask("POST", "/api", { headers: { Authorization: PASSWORD } })).text);
  assert.equal(house.log.lines.length, 4);
  for (const text of [...texts, ...house.log.lines]) {
    assert.ok(!text.includes(KEY), text);
    assert.ok(!text.includes(PASSWORD), text);
  }
  await house.close();
});

test("a client that never reads its answers holds up no other client", async () => {
  const bytes = Buffer.alloc(1_000_000, " ");
  const { parts, clock, log } = httpParts([]);
  const handler = httpHandler({ ...parts, perform: () => ({ status: 200, body: {}, json: bytes }) });
  const { port, close } = await openOwnPort({ port: 0, address: "127.0.0.1", handler, clock, log });
  const line = await dial(port);
  line.socket.pause();
  line.socket.write(`GET /api/${KEY}/x HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(1_000));
  assert.equal((await ask(port, "GET", `/api/${KEY}/x`)).status, 200);
  await close();
  line.socket.resume();
  await line.closed;
});

test("the port hears again after each refusal", async () => {
  const { port, close } = await ownPort();
  for (const text of ["\r\n\r\n\0", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\x16\x03\x01\x02\x00\x01\x00"]) {
    const line = await dial(port, text);
    line.socket.end();
    await line.closed;
    assert.equal((await ask(port, "GET", `/api/${KEY}/x`)).status, 200);
  }
  await close();
});
