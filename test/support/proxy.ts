/** A proxy that serves something below a path of its own, as the add-ons of some house systems do. */
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Proxy {
  readonly url: string; // with the path, without a slash at the end
  close(): Promise<void>;
}

export async function prefixProxy(target: string, prefix: string): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  const server: Server = createServer((asked, answer) => {
    const path = asked.url ?? "/";
    if (!path.startsWith(`${prefix}/`)) {
      answer.writeHead(404).end("outside of the prefix");
      return;
    }
    const { method, headers } = asked;
    const onward = request({ hostname, port, method, headers, path: path.slice(prefix.length) }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    answer.on("close", () => onward.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
