/**
 * The WebSocket protocol as far as `ws` does not do it for us: a handshake that accepts any key, and frames that are made once for all clients.
 */
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";

type Handshake = (req: IncomingMessage, socket: Duplex, head: Buffer, welcome: (ws: WebSocket) => void) => void;

const FINAL_TEXT = 0x81;
const KEY_HEADER = "sec-websocket-key";
const VALID_KEY = /^[+/0-9A-Za-z]{22}==$/;
const SOME_VALID_KEY = "dGhlIHNhbXBsZSBub25jZQ==";
const ACCEPT = /^Sec-WebSocket-Accept:/i;
const ACCEPT_SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"; // RFC 6455 section 4.2.2

/**
 * The handshake of `ws`, but with any key: FHEM always sends the same one, of four letters, where RFC 6455 wants 16 bytes. The key protects
 * no client; a client only checks the value that the reply makes of it. `maxPayload`: bytes of one message from a client.
 */
export function openHandshake(maxPayload: number): Handshake {
  const keys = new WeakMap<IncomingMessage, string>(); // those that `ws` would refuse
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload,
    handleProtocols: () => false,
  });
  server.on("headers", (lines, req) => {
    const key = keys.get(req);
    const at = key === undefined ? -1 : lines.findIndex((line) => ACCEPT.test(line));
    if (at >= 0) lines[at] = `Sec-WebSocket-Accept: ${acceptOf(String(key))}`;
  });
  return (req, socket, head, welcome) => {
    const key = req.headers[KEY_HEADER];
    if (key && !VALID_KEY.test(key)) {
      keys.set(req, key);
      req.headers[KEY_HEADER] = SOME_VALID_KEY;
    }
    server.handleUpgrade(req, socket, head, welcome);
  };
}

/** RFC 6455 section 5.2: one text frame, not masked, as a server sends it. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const start = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = FINAL_TEXT;
  frame[1] = { 2: length, 4: 126, 10: 127 }[start];
  if (start === 4) frame.writeUInt16BE(length, 2);
  if (start === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.write(text, start);
  return frame;
}

function acceptOf(key: string): string {
  return createHash("sha1")
    .update(key + ACCEPT_SUFFIX)
    .digest("base64");
}
