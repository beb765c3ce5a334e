/**
 * Changes as they happen, for one reader: server-sent events, several changes in each. A reader that does not read is let go, and
 * comes again by itself; so do all when their gateway stops.
 */
import type { ServerResponse } from "node:http";
import { type News, newsOf, viewsNow } from "./panels-changes.ts";
import type { Running } from "./running.ts";

const TOGETHER = 100; //      milliseconds in which changes gather
const MOST_TOGETHER = 2_000; // changes; after that they do not wait
const MOST_UNREAD = 4_000_000; // bytes that may wait for a reader
const PING = 20_000; // milliseconds: proxies and readers take a longer silence for a dead line
const MOST_READERS = 50;

const readers = new WeakMap<Running, Set<ServerResponse>>();

/** False: there are too many already. */
export function stream(running: Running, response: ServerResponse): boolean {
  const all = readers.get(running) ?? new Set();
  readers.set(running, all);
  if (all.size >= MOST_READERS) return false;
  all.add(response);
  const { bus, store } = running.opened.gateway;
  let news: News[] = [];
  let timer: NodeJS.Timeout | undefined;

  const write = (text: string) => {
    if (response.writableLength > MOST_UNREAD) response.destroy();
    else response.write(text);
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    write(`data: {"changes":${JSON.stringify(news)},"views":${viewsNow(store, news)}}\n\n`);
    news = [];
  };
  const stopHearing = bus.on((change) => {
    const one = newsOf(change, store.definition(change.resource), running.now);
    if (!one) return;
    news.push(one);
    if (news.length >= MOST_TOGETHER) return flush();
    timer ??= setTimeout(flush, TOGETHER).unref();
  });
  const stopLooking = running.onLook(() => {
    if (running.isStopped) response.end();
  });
  const ping = setInterval(() => write(": still here\n\n"), PING).unref();
  response.once("close", () => {
    all.delete(response);
    stopHearing();
    stopLooking();
    clearInterval(ping);
    clearTimeout(timer);
  });
  response.writeHead(200, {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no", // of nginx, which would keep them back
  });
  write(`data: {"hello":{"at":${running.now}}}\n\n`);
  return true;
}
