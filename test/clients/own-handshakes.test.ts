/**
 * Programs whose WebSocket is written by hand, FHEM and Domoticz-deCONZ, as they speak and read: a handshake of their own, never a pong,
 * and packets taken apart in ways that RFC 6455 does not know. On a port of our own, and on Node-RED's server.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { settle, TEST } from "../support/fakes.ts";
import { until } from "../support/push.ts";
import { created, type HttpWorld, overHttp } from "../support/transports.ts";

// biome-ignore lint/suspicious/noExplicitAny: as a program reads it
type Json = any;

interface Program {
  readonly socket: Socket;
  readonly answer: () => string; //          to its handshake
  readonly heard: readonly Json[];
  readonly complaints: readonly string[]; // its log of messages that it does not understand
}

const HALF_A_MINUTE = 30; // seconds
const PATIENCE = 20_000; // milliseconds
const CHUNK = 4_096; // of which Domoticz hands one after the other to its plugin

/** 30_HUEBridge.pm: the whole URL in the request line, and always the same key, of four letters. */
function fhem(port: number): Program {
  const complaints: string[] = [];
  const heard: Json[] = [];
  let waiting = Buffer.alloc(0);
  const read = (packet: Buffer) => {
    waiting = Buffer.concat([waiting, packet]);
    for (let frame = frameIn(waiting); frame; frame = frameIn(waiting)) {
      waiting = waiting.subarray(frame.end);
      if (frame.opcode === 1) heard.push(JSON.parse(frame.text));
      else if (frame.text !== "?") complaints.push(`unhandled websocket data: opcode ${frame.opcode}`);
    }
  };
  const lines = [
    `GET ws://127.0.0.1:${port} HTTP/1.1`,
    "Sec-WebSocket-Key: RkhFTQ==",
    "Cache-Control: no-cache",
    "Upgrade: websocket",
    `Host: 127.0.0.1:${port}`,
    "Sec-WebSocket-Version: 13",
    "Pragma: no-cache",
    "Connection: Upgrade",
  ];
  return { ...speaking(port, lines, read), heard, complaints };
}

/** plugin.py: a packet that does not begin with a text frame is dropped, with all that follows in it. */
function domoticz(port: number): Program {
  const complaints: string[] = [];
  const heard: Json[] = [];
  let waiting = Buffer.alloc(0);
  const readChunk = (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk]);
    if (waiting[0] !== 0x81) {
      complaints.push(`handshake: ${waiting.toString("latin1")}`);
      waiting = Buffer.alloc(0);
    }
    for (let frame = frameIn(waiting); frame; frame = frameIn(waiting)) {
      waiting = waiting.subarray(frame.end);
      heard.push(JSON.parse(frame.text));
    }
  };
  const read = (packet: Buffer) => {
    for (let at = 0; at < packet.length; at += CHUNK) readChunk(packet.subarray(at, at + CHUNK));
  };
  const lines = [
    "GET / HTTP/1.1",
    `Host: 127.0.0.1:${port}`,
    "User-Agent: Domoticz/1.0",
    "Sec-WebSocket-Version: 13",
    "Origin: http://127.0.0.1",
    "Sec-WebSocket-Key: qqMLBxyyjz9Tog1bll7K6A==",
    "Connection: keep-alive, Upgrade",
    "Upgrade: websocket",
  ];
  return { ...speaking(port, lines, read), heard, complaints };
}

/** Neither writes anything but its handshake. */
function speaking(port: number, lines: readonly string[], read: (packet: Buffer) => void) {
  const socket = connect({ port, host: "127.0.0.1" });
  let answer = "";
  socket.on("error", () => {});
  socket.on("data", (packet) => {
    if (answer !== "") read(packet);
    else answer = packet.toString("latin1");
  });
  socket.write([...lines, "", ""].join("\r\n"));
  return { socket, answer: () => answer };
}

function frameIn(bytes: Buffer): { readonly opcode: number; readonly text: string; readonly end: number } | undefined {
  const short = (bytes[1] ?? 0) & 0x7f;
  const start = short === 126 ? 4 : 2;
  if (bytes.length < start) return undefined;
  const end = start + (short === 126 ? bytes.readUInt16BE(2) : short);
  if (bytes.length < end) return undefined;
  return { opcode: (bytes[0] ?? 0) & 0x0f, text: bytes.toString("utf8", start, end), end };
}

/** Waits for a message, as long as it is connected. */
async function comes({ socket, answer }: Program, holds: () => boolean): Promise<void> {
  const deadline = performance.now() + PATIENCE;
  await until(() => holds() || socket.destroyed || performance.now() > deadline);
  assert.ok(holds(), `it hears nothing, after ${JSON.stringify(answer())}`);
}

function accepted(key: string): string {
  return createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
}

const PROGRAMS: readonly [name: string, open: (port: number) => Program, key: string][] = [
  ["FHEM", fhem, "RkhFTQ=="],
  ["Domoticz", domoticz, "qqMLBxyyjz9Tog1bll7K6A=="],
];

for (const [name, open, key] of PROGRAMS) {
  const entered = async ({ port }: HttpWorld): Promise<Program> => {
    const program = open(port);
    await comes(program, () => program.answer().includes("\r\n\r\n"));
    return program;
  };

  overHttp(`${name} gets in with the key that it always sends`, async (world) => {
    const { answer, socket } = await entered(world);
    assert.match(answer(), /^HTTP\/1\.1 101 Switching Protocols\r\n/);
    assert.ok(answer().includes(`\r\nSec-WebSocket-Accept: ${accepted(key)}\r\n`), answer());
    socket.destroy();
  });

  overHttp(
    `${name} is told after ten minutes without a word from it, and reads nothing that it does not know`,
    async (world) => {
      const program = await entered(world);
      const { socket, heard, complaints } = program;
      for (let half = 0; half < 20; half += 1) {
        world.clock.advance(HALF_A_MINUTE);
        await settle();
      }
      assert.equal(socket.destroyed, false);
      const id = await flag(world);
      await comes(program, () => heard.length === 1);
      assert.deepEqual([heard[0].e, heard[0].r, heard[0].id], ["added", "sensors", id]);
      assert.deepEqual(complaints, []);
      socket.destroy();
    },
  );

  overHttp(`${name} loses nothing of texts that share packets, on either side of half a minute`, async (world) => {
    const program = await entered(world);
    const { socket, heard, complaints } = program;
    const id = await flag(world);
    const texts: string[] = [];
    for (let round = 0; round < 40; round += 1) {
      for (let turn = 0; turn < 20; turn += 1) {
        texts.push(`${round}.${turn} ${"ä".repeat(turn * 11)}`);
        world.store.patch(`/sensors/${id}`, "attr", { name: texts.at(-1) }, TEST);
      }
      world.clock.advance(HALF_A_MINUTE / 2);
      await settle();
    }
    await comes(program, () => heard.length === texts.length + 1);
    const told = heard.slice(1).map((message) => message.name);
    assert.deepEqual(told, texts);
    assert.deepEqual(complaints, []);
    const ended = once(socket, "close");
    socket.end();
    await ended;
  });
}

function flag({ ask }: HttpWorld): Promise<string> {
  const body = {
    name: "Hall",
    modelid: "M1",
    swversion: "1",
    type: "CLIPGenericFlag",
    uniqueid: "h",
    manufacturername: "Me",
  };
  return created(ask, "/sensors", body);
}
