/**
 * The only way from the panels to the gateway: all requests that it takes, below `zigbee-gateway/` of Node-RED's admin
 * API.
 */
import type { BackupReport, ChangeNotice, FlowNodes, Health, NextOfSchedule, Uses } from "../src/model/admin-api.ts";
import type { RuleRows } from "../src/model/automation/rule-rows.ts";
import type { Method, Reply, Stop, Values } from "../src/model/resource.ts";
import type { RuleItems } from "./automation/editor/rule-items.ts";
import type { NamedFile } from "./browser.ts";
import { type Follow, follow } from "./stream.ts";
import { shownLanguage } from "./texts.ts";

/** An answer of the API, and its refusals in the language that the panels show. */
export interface ToldReply extends Pick<Reply, "status" | "body"> {
  readonly told?: readonly string[];
}

export interface GatewayRow {
  readonly id: string;
  readonly name: string;
  readonly isRunning: boolean;
  readonly isStarting: boolean; // Node-RED is about to make its node
  readonly status: { readonly fill: string; readonly text: string };
}

export interface KeptBackup {
  readonly name: string;
  readonly day: string; // "2026-03-01"
  readonly at?: number; // when it was made
  readonly bytes: number;
}

/** The rule that rows make, in the form of the API; or, in words, why they make none. */
type MadeRule = { readonly conditions: readonly Values[]; readonly actions: readonly Values[] };
export type ReadRows = MadeRule | { readonly trouble: string };

export type NamedRows = RuleRows & { readonly isTyped: boolean };

/** The next times of a pattern, on the wall clock of the gateway; or why there are none. */
export interface NextTimes {
  readonly times: readonly { readonly local: string; readonly until?: string }[];
  readonly trouble?: string;
  /** For times by the sun: the place from which it is seen, and the time zone of the times. */
  readonly place?: { readonly latitude: number; readonly longitude: number; readonly timezone: string };
}

const FAILURES = ["refused", "not-running", "not-ready", "too-many", "unreachable", "failed"] as const;

/** Why a request failed; `refused`: not logged in, or not allowed. */
export type AdminFailure = (typeof FAILURES)[number];

export class AdminApiError extends Error {
  readonly reason: AdminFailure;
  readonly text: string; // the gateway's own sentence; "" where there is none

  constructor(trouble: AdminFailure, text = "") {
    super(trouble);
    this.reason = trouble;
    this.text = text;
  }
}

export interface AdminEndpoint {
  readonly base: string; // of `zigbee-gateway/`, relative to where the browser is
  readonly token: () => string | undefined;
}

export interface Api {
  readonly id: string;
  perform(method: Method, address: string, body?: unknown): Promise<ToldReply>;
  /** The whole state as it is now: the answer of GET /, and `devices`, `gateway`, `hasRadio`, `isVirtual`. */
  house(): Promise<Values>;
  /** Streams changes until it is stopped. */
  changes(listener: Omit<Follow, "open">): Stop;
  /** The events of late, the oldest first. */
  events(): Promise<readonly ChangeNotice[]>;
  health(): Promise<Health>;
  /** The backups that were kept, the newest first. */
  backups(): Promise<readonly KeptBackup[]>;
  /** Makes one now, and keeps it with them. */
  keepBackup(): Promise<void>;
  /** Whether the house from before the last restore or move can be taken back. */
  isSetAside(): Promise<boolean>;
  /** One of them, or one that is made now. */
  backup(name?: string): Promise<NamedFile>;
  /** What a backup would bring back, and what the house would lose; nothing changes. */
  lookInto(backup: Blob): Promise<BackupReport>;
  /** Puts a backup back; the gateway stops, and begins anew with the flows. */
  restore(backup: Blob): Promise<void>;
  /** All flows, as they were deployed last, begin anew. */
  restartFlows(): Promise<void>;
  /** Hands the packed house of another program over; answers how a move names it. */
  upload(file: File): Promise<string>;
  /** How long programs may still ask for a key. */
  secondsOpen(): Promise<number>;
  /** A key for a program that cannot ask for one; the gateway never tells it again. */
  makeKey(program: string): Promise<string>;
  /** The flow nodes of this gateway, by their ids. */
  flowNodes(): Promise<FlowNodes>;
  /** The uses of devices, by their keys, or of rules and schedules, by their addresses. */
  uses(keys: readonly string[]): Promise<Uses>;
  /** The rule that rows of the editor make. */
  ruleOfRows(rows: RuleRows): Promise<ReadRows>;
  /** The rows of a saved rule, or of the command of a schedule; and whether a user has typed its name. */
  rowsOf(address: string): Promise<NamedRows>;
  /** The items that rules can ask of each type of resource. */
  ruleItems(): Promise<RuleItems>;
  nextTimes(pattern: string, zone: "local" | "utc", place: Readonly<Record<string, string>>): Promise<NextTimes>;
  /** The next time of each schedule, by their ids. */
  nextOfSchedules(): Promise<Readonly<Record<string, NextOfSchedule>>>;
}

const BY_STATUS: Readonly<Record<number, AdminFailure>> = {
  401: "refused",
  403: "refused",
  404: "not-running",
  503: "not-ready",
};

export async function gateways(door: AdminEndpoint): Promise<readonly GatewayRow[]> {
  return (await getJson(door, "gateways")) as readonly GatewayRow[];
}

export function openApi(door: AdminEndpoint, id: string): Api {
  const path = (name: string) => `${encodeURIComponent(id)}/${name}`;
  return {
    id,
    perform: async (method, address, body) =>
      (await getJson(door, path("perform"), { method, address, body, language: shownLanguage() })) as ToldReply,
    house: async () => (await getJson(door, path("house"))) as Values,
    changes: (listener) => follow({ ...listener, open: (signal) => request(door, path("changes"), { signal }) }),
    events: async () => (await getJson(door, path("events"))) as readonly ChangeNotice[],
    health: async () => {
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      return (await getJson(door, path(`health?now=${Date.now()}&zone=${encodeURIComponent(zone)}`))) as Health;
    },
    backups: async () => (await getJson(door, path("backups"))) as readonly KeptBackup[],
    keepBackup: async () => void (await getJson(door, path("backups"), {})),
    isSetAside: async () => ((await getJson(door, path("set-aside"))) as { readonly isSetAside: boolean }).isSetAside,
    backup: async (name) => {
      const response = await request(door, path(name ? `backups/${encodeURIComponent(name)}` : "backup"), {});
      const given = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
      return { name: given ?? name ?? "zigbee-gateway.backup.gz", content: await response.blob() };
    },
    lookInto: async (backup) => (await sendBackup(door, path("restore/look"), backup)).json() as Promise<BackupReport>,
    restore: async (backup) => void (await sendBackup(door, path("restore"), backup)),
    restartFlows: async () => {
      const headers = { "Content-Type": "application/json", "Node-RED-Deployment-Type": "reload" };
      await request(door, "../flows", { method: "POST", headers, body: "{}" });
    },
    upload: async (file) => {
      const headers = { "Content-Type": "application/octet-stream" };
      const init = { method: "POST", headers, body: file };
      const response = await request(door, path(`upload?name=${encodeURIComponent(file.name)}`), init);
      return String(((await response.json()) as { upload: unknown }).upload);
    },
    secondsOpen: async () => Number(((await getJson(door, path("keys"))) as { seconds: unknown }).seconds),
    makeKey: async (name) => {
      const [made] = (await getJson(door, path("keys"), { name })) as readonly { success: { username: string } }[];
      return String(made?.success.username);
    },
    flowNodes: async () => (await getJson(door, path("flow-nodes"))) as FlowNodes,
    uses: async (keys) => (await getJson(door, path(`uses?of=${encodeURIComponent(keys.join(","))}`))) as Uses,
    ruleOfRows: async (rows) =>
      (await getJson(door, path(`rule-of-rows?rows=${encodeURIComponent(JSON.stringify(rows))}`))) as ReadRows,
    rowsOf: async (address) => (await getJson(door, path(`rows-of?of=${encodeURIComponent(address)}`))) as NamedRows,
    ruleItems: async () => (await getJson(door, path("rule-words"))) as RuleItems,
    nextTimes: async (pattern, zone, place) =>
      (await getJson(door, path(`times?${new URLSearchParams({ ...place, zone, time: pattern })}`))) as NextTimes,
    nextOfSchedules: async () => (await getJson(door, path("next-times"))) as Readonly<Record<string, NextOfSchedule>>,
  };
}

function sendBackup(door: AdminEndpoint, path: string, body: Blob): Promise<Response> {
  return request(door, path, { method: "POST", headers: { "Content-Type": "application/gzip" }, body });
}

async function getJson(door: AdminEndpoint, path: string, body?: unknown): Promise<unknown> {
  const json = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const response = await request(door, path, body === undefined ? {} : json);
  return response.json();
}

/** Rejects with an AdminApiError unless the answer is a good one. */
async function request({ base, token }: AdminEndpoint, path: string, init: RequestInit): Promise<Response> {
  const known = token();
  const headers = {
    ...(init.headers as Record<string, string>),
    ...(known ? { Authorization: `Bearer ${known}` } : {}),
  };
  const response = await fetch(base + path, { ...init, headers, cache: "no-store" }).catch(() => {
    throw new AdminApiError("unreachable");
  });
  if (response.ok) return response;
  throw await failureIn(response);
}

/** The gateway names the reason, or says it; a proxy or Node-RED's login, which answers in its place, has only a status. */
async function failureIn(response: Response): Promise<AdminApiError> {
  const said: unknown = await response.json().catch(() => undefined);
  const { error, text } = (said ?? {}) as { readonly error?: unknown; readonly text?: unknown };
  const known = FAILURES.find((trouble) => trouble === error);
  if (known) return new AdminApiError(known);
  return new AdminApiError(BY_STATUS[response.status] ?? "failed", typeof text === "string" ? text : "");
}
