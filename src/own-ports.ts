/** Own ports of a gateway: one for its API and one for push, or one for both, beside Node-RED's server. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { type OwnPort, type OwnPortOptions, openOwnPort } from "./edges/http/own-port.ts";
import type { Push } from "./edges/push/push.ts";

export interface OwnPortsOptions {
  readonly port: number; //         for the API; 0 for none
  readonly pushPort: number; //     for push; 0 for none
  readonly portAddress?: string; // of this machine, on which they listen; "" for all
}

export class OwnPorts {
  readonly #options: OwnPortsOptions;
  #api: OwnPort | undefined;
  #push: OwnPort | undefined;
  #isClosed = false;

  constructor(options: OwnPortsOptions) {
    this.#options = options;
  }

  get api(): number | undefined {
    return this.#api?.port;
  }

  get push(): number | undefined {
    return this.#push?.port;
  }

  /** Opens those that are not open yet. Rejects with one plain sentence when one of them cannot be opened. */
  async open(server: Omit<OwnPortOptions, "port" | "address">, push: Push): Promise<void> {
    const { port, pushPort, portAddress: address = "" } = this.#options;
    if (port && !this.#api && !this.#isClosed) {
      this.#api = await openOwnPort({ ...server, port, address });
      this.#api.server.on("upgrade", push.upgrade);
    }
    if (!pushPort || pushPort === port || this.#push || this.#isClosed) return;
    const { clock, log } = server;
    this.#push = await openOwnPort({ port: pushPort, address, handler: refuseRequest, clock, log });
    this.#push.server.on("upgrade", push.upgrade);
  }

  /** From now on none is opened. */
  seal(): void {
    this.#isClosed = true;
  }

  async close(): Promise<void> {
    await Promise.all([this.#api?.close(), this.#push?.close()]);
  }
}

/** The push port has no API. */
function refuseRequest(_: IncomingMessage, response: ServerResponse): void {
  const body = JSON.stringify([{ error: { type: 3, address: "/", description: "resource, /, not available" } }]);
  response
    .writeHead(404, { "Content-Type": "application/json; charset=utf-8", "Content-Length": body.length })
    .end(body);
}
