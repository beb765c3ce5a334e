/** The only way from the panels to the gateway: what may be asked of it, below `zigbee-gateway/` of Node-RED's admin API. */
import type { Address, Method, Values } from "../src/model/resource.ts";
import { type Follow, follow } from "./stream.ts";

export type { Address, Method, Values } from "../src/model/resource.ts";
export type Stop = () => void;

export interface GatewayRow {
  readonly id: string;
  readonly name: string;
  readonly isRunning: boolean;
  readonly status: { readonly fill: string; readonly text: string };
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** One change, as it happened. */
export interface News {
  readonly address: Address;
  readonly type: string;
  readonly event: "added" | "changed" | "deleted";
  readonly section?: string;
  readonly values: Values; // of a section, only what changed
  readonly before?: Values; // what these were, as far as it is known
  readonly by: string; //     "rest:<program>", "flow:<node>", "/rules/3", "radio", "editor" …
  readonly at: number; //     milliseconds, UTC
}

export interface Finding {
  readonly check: string;
  readonly ok: boolean | null;
  readonly says: string;
  readonly values?: Values;
  readonly cure?: string;
}

export interface Health {
  readonly at: number;
  readonly about: Values;
  readonly nodeRed: string;
  readonly findings: readonly Finding[];
}

export interface FlowNodeRow {
  readonly name: string; // "" when nobody named it
  readonly kind: string; // "zigbee-gateway-rule"
  readonly flow: string; // the name of the tab or subflow that it is on
}

export type FlowNodes = Readonly<Record<string, FlowNodeRow>>;

/** As the dialog of a rule has them, or as the API has what they make. */
export type RuleRows = {
  readonly conditions: readonly Values[];
  readonly actions: readonly Values[];
};

export type ReadRows = RuleRows | { readonly trouble: string };

export type Point = readonly [at: number, value: number];

const TROUBLES = ["refused", "not-running", "not-ready", "too-many", "unreachable", "failed"] as const;

/** Why an answer did not come; `refused`: not logged in, or not allowed. */
export type Trouble = (typeof TROUBLES)[number];

export class ApiTrouble extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble) {
    super(trouble);
    this.trouble = trouble;
  }
}

export interface Door {
  readonly base: string; // of `zigbee-gateway/`, relative to where the browser is
  readonly token: () => string | undefined;
}

export interface Api {
  readonly id: string;
  perform(method: Method, address: string, body?: unknown): Promise<Reply>;
  /** Everything as it is now: what GET / says, and `devices`, `gateway`, `hasRadio`, `isVirtual`. */
  house(): Promise<Values>;
  /** What changes from now on, over and over, until it is stopped. */
  changes(listener: Omit<Follow, "open">): Stop;
  health(): Promise<Health>;
  /** How long programs may still ask for a key. */
  secondsOpen(): Promise<number>;
  /** The flow nodes of this gateway, by their ids. */
  flowNodes(): Promise<FlowNodes>;
  /** The rule that rows of the dialog make, as the API has it; or, in words, why they make none. */
  ruleOfRows(rows: RuleRows): Promise<ReadRows>;
  /** Of a member, by its whole address: "/sensors/5/state/temperature". */
  history(of: string): Promise<readonly Point[]>;
}

const BY_STATUS: Readonly<Record<number, Trouble>> = {
  401: "refused",
  403: "refused",
  404: "not-running",
  503: "not-ready",
};

export async function gateways(door: Door): Promise<readonly GatewayRow[]> {
  return (await ask(door, "gateways")) as readonly GatewayRow[];
}

export function openApi(door: Door, id: string): Api {
  const path = (name: string) => `${encodeURIComponent(id)}/${name}`;
  return {
    id,
    perform: async (method, address, body) => (await ask(door, path("perform"), { method, address, body })) as Reply,
    house: async () => (await ask(door, path("house"))) as Values,
    changes: (listener) => follow({ ...listener, open: (signal) => request(door, path("changes"), { signal }) }),
    health: async () => {
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      return (await ask(door, path(`health?now=${Date.now()}&zone=${encodeURIComponent(zone)}`))) as Health;
    },
    secondsOpen: async () => Number(((await ask(door, path("keys"))) as { seconds: unknown }).seconds),
    flowNodes: async () => (await ask(door, path("flow-nodes"))) as FlowNodes,
    ruleOfRows: async (rows) =>
      (await ask(door, path(`rule-of-rows?rows=${encodeURIComponent(JSON.stringify(rows))}`))) as ReadRows,
    history: async (of) => (await ask(door, path(`history?of=${encodeURIComponent(of)}`))) as readonly Point[],
  };
}

async function ask(door: Door, path: string, body?: unknown): Promise<unknown> {
  const json = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const response = await request(door, path, body === undefined ? {} : json);
  return response.json();
}

/** Rejects with an ApiTrouble unless it was answered well. */
async function request({ base, token }: Door, path: string, init: RequestInit): Promise<Response> {
  const known = token();
  const headers = {
    ...(init.headers as Record<string, string>),
    ...(known ? { Authorization: `Bearer ${known}` } : {}),
  };
  const response = await fetch(base + path, { ...init, headers, cache: "no-store" }).catch(() => {
    throw new ApiTrouble("unreachable");
  });
  if (response.ok) return response;
  throw new ApiTrouble(await troubleIn(response));
}

/** The gateway names it; who answers in its place, a proxy or Node-RED's login, has only the status. */
async function troubleIn(response: Response): Promise<Trouble> {
  const said: unknown = await response.json().catch(() => undefined);
  const error = (said as { readonly error?: unknown } | null | undefined)?.error;
  return TROUBLES.find((trouble) => trouble === error) ?? BY_STATUS[response.status] ?? "failed";
}
