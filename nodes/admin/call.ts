/** A call of the admin API, as its routes get it, and their answers. */
import type { Request, Response } from "express";
import type { NodeAPI } from "node-red";
import type { Cause } from "../../src/model/resource.ts";
import type { DeployHandover } from "../gateway/handover.ts";
import type { GatewayRuntime } from "../gateway/runtime.ts";
import type { ServerMount } from "../gateway/server-mount.ts";

/** The parts that all gateway nodes share. */
export interface AdminHost {
  readonly RED: NodeAPI;
  readonly mount: ServerMount;
  readonly adoption: DeployHandover;
  readonly dataFolder: () => string;
}

export interface AdminCall extends AdminHost {
  readonly id: string; //                     of the gateway node
  readonly runtime: GatewayRuntime | undefined; //   a gateway that is just being set up has none
  readonly refusal: string | undefined; //    why the node could not be given one
  readonly request: Request;
  readonly response: Response;
  readonly say: (key: string) => string; //   texts that browsers get from here
}

export interface GatewayCall extends AdminCall {
  readonly runtime: GatewayRuntime;
}

/** `json` is written out already. Undefined: the route has answered by itself. */
export type AdminReply = { readonly status?: number; readonly body: unknown } | { readonly json: string } | undefined;

/** Why there is no answer: a code that a browser may word itself, and a sentence. */
export class AdminError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, text = "") {
    super(text);
    this.status = status;
    this.code = code;
  }
}

export const BY_EDITOR: Cause = { by: "editor", depth: 0 };
