/** Tells a browser what it may send from a page of another origin (core 6.2). The key is in the path: no cookie to protect. */
import type { IncomingMessage, ServerResponse } from "node:http";

export interface Names {
  readonly name: string;
  readonly uuid: string;
}

export function sendOptions(request: IncomingMessage, response: ServerResponse, { name, uuid }: Names): void {
  response.writeHead(200, {
    "Cache-Control": "no-store, no-cache, must-revalidate, post-check=0, pre-check=0",
    Pragma: "no-cache",
    Connection: "close",
    "Access-Control-Max-Age": "0",
    "Access-Control-Allow-Origin": request.headers.origin ?? "*",
    "Access-Control-Allow-Credentials": "true",
    "Access-Control-Allow-Methods": "POST, GET, OPTIONS, PUT, PATCH, DELETE",
    "Access-Control-Allow-Headers": "Authorization, Access-Control-Allow-Origin, Content-Type, If-None-Match",
    "Access-Control-Expose-Headers": "Gateway-Name, Gateway-Uuid",
    "Gateway-Name": headerText(name),
    "Gateway-Uuid": headerText(uuid),
    "Content-Length": 0,
  });
  response.end();
}

/** The bytes of UTF-8, as the real gateway sends a name; without what could end the line. */
function headerText(text: string): string {
  const plain = Array.from(text, (sign) => (sign < " " || sign === "\x7f" ? " " : sign)).join("");
  return Buffer.from(plain).toString("latin1");
}
