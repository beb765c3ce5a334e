/** A proxy in front of a host: another port, or a path of its own as the add-ons of house systems have. WebSockets go through it. */
import { createServer, type IncomingHttpHeaders, request, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

export interface Proxy {
  readonly url: string; // with the path, without a slash at the end
  close(): Promise<void>;
}

/** The header by which Home Assistant tells its add-ons where it has put them. */
export const INGRESS_PATH = "x-ingress-path";

/** `more`: headers that it adds to each request. */
export async function prefixProxy(
  target: string,
  prefix: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const isOurs = (path = "/") => path.startsWith(`${prefix}/`);
  const onwardPath = (path = "/") => path.slice(prefix.length);
  const server: Server = createServer((asked, answer) => {
    if (!isOurs(asked.url)) {
      answer.writeHead(404).end("outside of the prefix");
      return;
    }
    const headers = { ...asked.headers, ...more };
    const onward = request(
      { hostname, port, method: asked.method, headers, path: onwardPath(asked.url) },
      (answered) => {
        answer.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(answer);
      },
    );
    onward.on("error", () => answer.destroy());
    answer.on("close", () => onward.destroy());
    asked.pipe(onward);
  });
  server.on("upgrade", (asked, socket: Socket, head) => {
    if (!isOurs(asked.url)) {
      socket.destroy();
      return;
    }
    const onward = connect({ host: hostname, port: Number(port) });
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one
        .on("error", () => other.destroy())
        .on("close", () => {
          sockets.delete(one);
          other.destroy();
        });
    }
    onward.write(`${asked.method} ${onwardPath(asked.url)} HTTP/1.1\r\n${lines({ ...asked.headers, ...more })}\r\n`);
    onward.write(head);
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function lines(headers: IncomingHttpHeaders): string {
  return Object.entries(headers)
    .flatMap(([name, value]) => [value ?? []].flat().map((each) => `${name}: ${each}\r\n`))
    .join("");
}
