/** Bodies as they come: late, in pieces, too large, packed, or eaten by other middleware. */
import assert from "node:assert/strict";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { parseBody, readBody } from "../../../src/edges/http/body.ts";
import { NOT_JSON } from "../../../src/model/resource.ts";
import { settle } from "../../support/fakes.ts";
import { ask, dial, eventually, httpParts, KEY, openHttp, typesOf } from "../../support/http.ts";

const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const wide = (items: number) => `[${"1,".repeat(items - 1)}1]`;

const texts: [what: string, text: string | Uint8Array, value: unknown][] = [
  ["nothing", "", undefined],
  ["white space", " \n\t", undefined],
  ["a byte order mark", '\ufeff{"a":1}', { a: 1 }],
  ["a bare value", "5", 5],
  ["null", "null", null],
  ["duplicate members: the last counts", '{"a":1,"a":2}', { a: 2 }],
  ["an escaped NUL", '"\\u0000"', "\0"],
  ["brackets in a text", `["${"[".repeat(500)}\\"[{,"]`, [`${"[".repeat(500)}"[{,`]],
  ["brackets behind a quote in a text", `"\\"${"[".repeat(500)}"`, `"${"[".repeat(500)}`],
  ["64 levels", deep(64), JSON.parse(deep(64))],
  ["65 levels", deep(65), NOT_JSON],
  ["20,000 levels", deep(20_000), NOT_JSON],
  ["10,000 items", wide(10_000), JSON.parse(wide(10_000))],
  ["10,001 items", wide(10_001), NOT_JSON],
  ["a raw NUL", '{"a":"\0"}', NOT_JSON],
  ["half a text", '{"a":"b', NOT_JSON],
  ["trailing garbage", '{"a":1}}', NOT_JSON],
  ["single quotes", "{'a':1}", NOT_JSON],
  ["invalid UTF-8", Uint8Array.of(0x22, 0xc3, 0x28, 0x22), NOT_JSON],
  ["UTF-16", Buffer.from('{"a":1}', "utf16le"), NOT_JSON],
];

for (const [what, text, value] of texts) {
  test(`${what} is read as it should be`, () => assert.deepEqual(parseBody(Buffer.from(text)), value));
}

test("members named like parts of an object are members and nothing more", () => {
  const value = parseBody(Buffer.from('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'));
  assert.deepEqual(Object.keys(value as object), ["__proto__", "constructor"]);
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
  assert.equal("polluted" in {}, false);
});

test("a chunked body in pieces is put together", async () => {
  const house = await openHttp();
  const line = await dial(
    house.port,
    `PUT /api/${KEY}/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{"a"\r\n`,
  );
  await settle();
  assert.deepEqual(house.heard, []);
  line.socket.write("3\r\n:1}\r\n0\r\n\r\n");
  await line.until("}");
  assert.deepEqual(house.last().command.body, { a: 1 });
  line.socket.destroy();
  await house.close();
});

test("1 MB is read, one byte more is refused", async () => {
  const house = await openHttp();
  const text = (size: number) => `"${"x".repeat(size - 2)}"`;
  assert.equal((await house.ask("PUT", `/api/${KEY}/x`, { body: text(1_048_576) })).status, 200);
  const heard = house.heard.length;
  const answer = house.ask("PUT", `/api/${KEY}/x`, { body: text(1_048_577) });
  const { status, text: body, headers } = await answer;
  assert.deepEqual([status, typesOf(body), headers.connection], [400, [2], "close"]);
  assert.equal(house.heard.length, heard);
  await eventually(() => house.clock.pending === 0, "nobody lingers any more");
  await house.close();
});

test("a client that announces too much is refused before the first byte, and hung up on soon", async () => {
  const house = await openHttp();
  const line = await dial(house.port, `PUT /api/${KEY}/x HTTP/1.1\r\nHost: x\r\nContent-Length: 60000000\r\n\r\n`);
  const answer = await line.until("}]");
  assert.match(answer, /^HTTP\/1.1 400 .*\r\nConnection: close\r\n/s);
  assert.equal(line.socket.destroyed, false, "there is a moment to read the answer");
  house.clock.advance(1);
  await line.closed;
  assert.deepEqual([house.heard, house.clock.pending], [[], 0]);
  await house.close();
});

test("an endless chunked body is refused at 1 MB", async () => {
  const house = await openHttp();
  const line = await dial(house.port, `PUT /api/${KEY}/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const piece = `10000\r\n${" ".repeat(0x10000)}\r\n`;
  for (let count = 0; count < 20; count += 1) line.socket.write(piece);
  assert.match(await line.until("}]"), /^HTTP\/1.1 400 /);
  house.clock.advance(1);
  await line.closed;
  assert.deepEqual(house.heard, []);
  await house.close();
});

test("without a key less is read, and a refusal does not wait for the body", async () => {
  const house = await openHttp({ alone: true });
  const large = "x".repeat(100_000);
  assert.deepEqual(typesOf((await house.ask("POST", "/api", { body: large })).text), [2]);
  assert.deepEqual(house.heard, []);
  assert.deepEqual(typesOf((await house.ask("PUT", "/api/nobody/x", { body: large })).text), [1]);
  assert.equal("body" in house.last().command, false);
  const line = await dial(house.port, "PUT /api/nobody/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
  assert.match(await line.until("}]"), /^HTTP\/1.1 403 .*\r\nConnection: close\r\n/s);
  line.socket.destroy();
  await house.close();
});

test("a refusal on a connection that then ends is not lost to the body behind it", async () => {
  const house = await openHttp();
  const head = "PUT /api/nobody/x HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n";
  const line = await dial(house.port, head);
  assert.match(await line.until("}]"), /^HTTP\/1.1 403 /);
  await settle();
  assert.equal(line.socket.readableEnded, false);
  line.socket.write("{}");
  await line.closed;
  await house.close();
});

test("a packed body is refused, packed or not", async () => {
  const house = await openHttp();
  const packed = { body: gzipSync("{}"), headers: { "Content-Encoding": "gzip" } };
  assert.deepEqual(typesOf((await house.ask("PUT", `/api/${KEY}/x`, packed)).text), [2]);
  const plain = { body: "{}", headers: { "Content-Encoding": "Identity" } };
  assert.equal((await house.ask("PUT", `/api/${KEY}/x`, plain)).status, 200);
  await house.close();
});

test("a body that stalls for ten seconds ends its connection", async () => {
  const house = await openHttp();
  const line = await dial(house.port, `PUT /api/${KEY}/x HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n`);
  await eventually(() => house.clock.pending === 1, "the body is awaited");
  house.clock.advance(9);
  assert.equal(line.socket.destroyed, false);
  house.clock.advance(1);
  assert.equal(await line.closed, "");
  assert.deepEqual([house.heard, house.clock.pending, house.log.lines], [[], 0, []]);
  await house.close();
});

test("a body that trickles may take a minute, not more", async () => {
  const { parts, clock } = httpParts([]);
  const ends: string[] = [];
  let received = 0;
  const server = createServer((request) => {
    readBody(request, parts.clock, 99).then((body) => ends.push(`${body}`), assert.fail);
    request.on("data", () => {
      received += 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const line = await dial(port, "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n");
  for (let count = 1; count <= 9; count += 1) {
    line.socket.write("x");
    await eventually(() => received === count, "the next byte has come");
    clock.advance(7);
  }
  assert.deepEqual(ends, []);
  line.socket.write("x");
  await line.closed;
  await settle();
  assert.deepEqual([ends, clock.pending], [["gone"], 0]);
  server.close();
});

test("a client that leaves in the middle of its body is forgotten", async () => {
  const house = await openHttp();
  const line = await dial(house.port, `PUT /api/${KEY}/x HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"a"`);
  await eventually(() => house.clock.pending === 1, "the body is awaited");
  line.socket.destroy();
  await eventually(() => house.clock.pending === 0, "nobody waits any more");
  assert.deepEqual([house.heard, house.log.lines], [[], []]);
  await house.close();
});

const eaten: [what: string, body: unknown, type: string, value: unknown][] = [
  ["parsed JSON", { a: 1 }, "application/json", { a: 1 }],
  ["raw text", '{"a":1}', "text/plain", { a: 1 }],
  ["raw bytes", Buffer.from('{"a":1}'), "application/octet-stream", { a: 1 }],
  ["curl -d taken for a form", { '{"a":1}': "" }, "application/x-www-form-urlencoded", { a: 1 }],
  ["one with = and &", { '{"a":"b': 'c"', d: ' "}' }, "application/x-www-form-urlencoded", NOT_JSON],
  ["one with = in a text", { '{"a":"b': 'c"}' }, "application/x-www-form-urlencoded", { a: "b=c" }],
];

for (const [what, body, type, value] of eaten) {
  test(`where other middleware ate the stream, its reading has to do: ${what}`, async () => {
    const { parts } = httpParts([]);
    const request = { readableEnded: true, body, headers: { "content-type": type } } as unknown as IncomingMessage;
    assert.deepEqual(await readBody(request, parts.clock, 9), { value });
  });
}

test("a pipelined request behind a body is served in its turn", async () => {
  const house = await openHttp();
  const line = await dial(
    house.port,
    `PUT /api/${KEY}/a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}` +
      `GET /api/${KEY}/b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  );
  const answers = await line.closed;
  assert.ok(answers.indexOf('"/a"') < answers.indexOf('"/b"') && answers.includes('"/a"'));
  assert.equal((await ask(house.port, "GET", `/api/${KEY}`)).status, 200);
  await house.close();
});
