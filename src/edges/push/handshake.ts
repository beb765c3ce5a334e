/**
 * The answer to an upgrade, as `ws` gives it, but to any key: FHEM always sends the same one, of four letters, where RFC 6455 wants 16 bytes.
 * The key protects nobody; a client only looks for what was made of it in the answer.
 */
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";

export type Shake = (req: IncomingMessage, socket: Duplex, head: Buffer, welcome: (ws: WebSocket) => void) => void;

const KEY = "sec-websocket-key";
const PROPER = /^[+/0-9A-Za-z]{22}==$/;
const ANY_PROPER = "dGhlIHNhbXBsZSBub25jZQ==";
const ACCEPT = /^Sec-WebSocket-Accept:/i;
const SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"; // RFC 6455 section 4.2.2

/** `mostHeard`: bytes of one message from a client. */
export function openHandshake(mostHeard: number): Shake {
  const keys = new WeakMap<IncomingMessage, string>(); // those that `ws` would not take
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: mostHeard,
    handleProtocols: () => false,
  });
  server.on("headers", (lines, req) => {
    const key = keys.get(req);
    const at = key === undefined ? -1 : lines.findIndex((line) => ACCEPT.test(line));
    if (at >= 0) lines[at] = `Sec-WebSocket-Accept: ${acceptOf(String(key))}`;
  });
  return (req, socket, head, welcome) => {
    const key = req.headers[KEY];
    if (key && !PROPER.test(key)) {
      keys.set(req, key);
      req.headers[KEY] = ANY_PROPER;
    }
    server.handleUpgrade(req, socket, head, welcome);
  };
}

function acceptOf(key: string): string {
  return createHash("sha1")
    .update(key + SUFFIX)
    .digest("base64");
}
