/**
 * Changes as they happen, for one reader: server-sent events, several changes in each. For a slow reader they gather; one that
 * does not read at all is let go, and comes again by itself. So do all when their gateway stops.
 */
import type { ServerResponse } from "node:http";
import type { Running } from "../gateway/running.ts";
import { gathering, newsOf } from "./changes.ts";

const TOGETHER = 100; //     milliseconds in which changes gather
const PING = 20_000; //      milliseconds: proxies and readers take a longer silence for a dead line
const PATIENCE = 30_000; //  milliseconds that a reader may take for what was written
const MOST_READERS = 50;

const readers = new WeakMap<Running, Set<ServerResponse>>();

/** False: there are too many already. */
export function stream(running: Running, response: ServerResponse): boolean {
  const all = readers.get(running) ?? new Set();
  readers.set(running, all);
  if (all.size >= MOST_READERS) return false;
  all.add(response);
  const { bus, store } = running.opened.gateway;
  const waiting = gathering();
  let timer: NodeJS.Timeout | undefined;
  let giveUp: NodeJS.Timeout | undefined; // while it has not taken what was written

  const write = (text: string) => {
    if (response.writableEnded || response.destroyed) return;
    if (!response.write(text)) giveUp ??= setTimeout(() => response.destroy(), PATIENCE).unref();
  };
  const flush = () => {
    timer = undefined;
    while (!giveUp && !waiting.isEmpty) write(`data: ${waiting.take(store)}\n\n`);
  };
  const stopHearing = bus.on((change) => {
    const news = newsOf(change, store.definition(change.resource), running.now);
    if (!news) return;
    waiting.add(news);
    timer ??= setTimeout(flush, TOGETHER).unref();
  });
  const stopLooking = running.onLook(() => {
    if (!running.isStopped) return;
    rest();
    giveUp ??= setTimeout(() => response.destroy(), PATIENCE).unref(); // what is on its way may never be taken
    response.end();
  });
  const ping = setInterval(() => giveUp || write(": still here\n\n"), PING).unref();
  const rest = () => {
    stopHearing();
    stopLooking();
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
  response.writeHead(200, {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no", // of nginx, which would keep them back
  });
  write(`data: {"hello":{"at":${running.now}}}\n\n`);
  return true;
}
