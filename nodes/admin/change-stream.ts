/**
 * Changes as they happen, for one reader: server-sent events, several changes in each, with their causes and the resources as they are now.
 * For a slow reader the changes gather. The stream lets a reader go that does not read at all, or whose gateway stops: it comes back by
 * itself.
 */
import type { ServerResponse } from "node:http";
import type { ChangeNotice, Delivered } from "../../src/model/admin-api.ts";
import type { Address, Values } from "../../src/model/resource.ts";
import type { Store } from "../flow-node/resource-reference.ts";
import type { GatewayRuntime } from "../gateway/runtime.ts";

const TOGETHER = 100; //     milliseconds in which changes gather
const PING = 20_000; //      milliseconds: proxies and readers take a longer silence for a dead line
const PATIENCE = 30_000; //  milliseconds that a reader may take for a write
const MOST_READERS = 50;

const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Accel-Buffering": "no", // of nginx, which would keep them back
};

const readers = new WeakMap<GatewayRuntime, Set<ServerResponse>>();

/** False: there are too many already. */
export function streamChanges(runtime: GatewayRuntime, response: ServerResponse): boolean {
  const all = readers.get(runtime) ?? new Set();
  if (all.size >= MOST_READERS) return false;
  readers.set(runtime, all.add(response));
  const { store } = runtime.opened.gateway;
  const waiting = gathering();
  let timer: NodeJS.Timeout | undefined;
  let giveUp: NodeJS.Timeout | undefined; // while the reader has not taken the last write

  const write = (text: string) => {
    if (response.writableEnded || response.destroyed) return;
    if (!response.write(text)) giveUp ??= setTimeout(() => response.destroy(), PATIENCE).unref();
  };
  const delivered: Delivered[] = [];
  const settled: number[] = [];
  const flush = () => {
    timer = undefined;
    if (!giveUp && delivered.length > 0) write(`data: ${JSON.stringify({ delivered: delivered.splice(0) })}\n\n`);
    while (!giveUp && !waiting.isEmpty) write(`data: ${waiting.take(store)}\n\n`);
    if (!giveUp && settled.length > 0) write(`data: ${JSON.stringify({ settled: settled.splice(0) })}\n\n`); // behind what takes them back
  };
  const soon = (gather: () => void) => {
    gather();
    timer ??= setTimeout(flush, TOGETHER).unref();
  };
  const stops = [
    runtime.events.onPast(() => write(`data: {"earlier":true}\n\n`)),
    runtime.events.on((notice) => soon(() => waiting.add(notice))),
    runtime.events.onSettled((numbers) => soon(() => settled.push(...numbers))),
    runtime.opened.gateway.onDelivery(({ address, failure }) => {
      soon(() => delivered.push({ address, ...(failure && { failure }) }));
      if (delivered.length > MOST_NEWS) delivered.shift();
    }),
  ];
  const stopLooking = runtime.onStatus(() => {
    if (!runtime.isStopped) return;
    rest();
    giveUp ??= setTimeout(() => response.destroy(), PATIENCE).unref(); // the reader may never take the last write
    response.end();
  });
  const ping = setInterval(() => giveUp || write(": still here\n\n"), PING).unref();
  const rest = () => {
    for (const stop of [...stops, stopLooking]) stop();
    clearInterval(ping);
    clearTimeout(timer);
  };
  response.on("drain", () => {
    clearTimeout(giveUp);
    giveUp = undefined;
    flush();
  });
  response.once("close", () => {
    all.delete(response);
    rest();
    clearTimeout(giveUp);
  });
  response.writeHead(200, HEADERS);
  write(`data: {"hello":${JSON.stringify({ at: runtime.now, desired: runtime.events.desired })}}\n\n`);
  return true;
}

// ---- the changes that a reader gets

interface Gathering {
  readonly isEmpty: boolean;
  add(notice: ChangeNotice): void;
  /** The next piece, in JSON. */
  take(store: Store): string;
}

const CONFIG: Address = "/config";
const PIECE = 200; // changes, or resources
const MOST_NEWS = 1_000; // changes, or ends of commands, of a reader that is slow; the oldest are lost, but never how it is now

export function gathering(): Gathering {
  const news: ChangeNotice[] = [];
  const touched = new Set<Address>();
  let config: Values = {}; // the store lacks much that GET shows (the radio, the addresses): a reader gets the changes alone

  const view = (store: Store, address: Address): string => {
    if (address !== CONFIG) return viewNow(store, address);
    const json = JSON.stringify(config);
    config = {};
    return json;
  };
  return {
    get isEmpty() {
      return touched.size === 0 && news.length === 0;
    },
    add: (one) => {
      news.push(one);
      if (news.length > MOST_NEWS) news.shift();
      touched.add(one.address);
      if (one.address === CONFIG) config = { ...config, ...one.values };
    },
    take: (store) => {
      const changes = news.splice(0, PIECE);
      const told = changes.length > 0 ? changes.map(({ address }) => address) : [...touched].slice(0, PIECE);
      const addresses = [...new Set(told)].filter((address) => touched.delete(address));
      const views = addresses.map((address) => `${JSON.stringify(address)}:${view(store, address)}`);
      return `{"changes":${JSON.stringify(changes)},"views":{${views.join(",")}}}`;
    },
  };
}

/** As GET shows it; null when it is gone. The store keeps a device that left for its ids, but no client sees it any more. */
function viewNow(store: Store, address: Address): string {
  const isGone = store.get(address)?.attr.gone === true;
  const json = isGone ? undefined : store.page(address)?.json;
  return json === undefined ? "null" : json.toString();
}
