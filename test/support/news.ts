/** A reader of the news for the panels: server-sent events of a running Node-RED. */
import { messages } from "../../panels/stream.ts";
import { eventually } from "./node-red.ts";

// biome-ignore lint/suspicious/noExplicitAny: read by tests
type Heard = any;

export interface Reader {
  readonly status: number;
  readonly type: string;
  readonly heard: Heard[]; // whole messages, in their order
  readonly isOver: () => boolean;
  /** The first change that fits, as soon as it is there. */
  change(fits: (change: Heard) => boolean): Promise<Heard>;
  close(): Promise<void>;
}

export async function readNews(url: string, headers: Record<string, string> = {}): Promise<Reader> {
  const stop = new AbortController();
  const response = await fetch(url, { headers, signal: stop.signal });
  const heard: Heard[] = [];
  const take = messages();
  let isOver = false;
  const read = async () => {
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? [])
      heard.push(...take(piece).map((text) => JSON.parse(text)));
  };
  const reading = read()
    .catch(() => {}) // we close it ourselves, or the gateway does
    .finally(() => {
      isOver = true;
    });
  const changes = () => heard.flatMap((message) => message.changes ?? []);
  return {
    status: response.status,
    type: response.headers.get("content-type") ?? "",
    heard,
    isOver: () => isOver,
    change: (fits) =>
      eventually(
        () => changes().find(fits),
        () => JSON.stringify(changes()),
      ),
    close: () => {
      stop.abort();
      return reading;
    },
  };
}
