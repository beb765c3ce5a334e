/**
 * Reads server-sent events by fetch, because EventSource can send no token, and connects again with a growing delay
 * when the connection breaks.
 */

export interface Follow {
  /** Rejects when the stream is refused. */
  readonly open: (signal: AbortSignal) => Promise<Response>;
  /** Each message, parsed. */
  readonly hear: (message: unknown) => void;
  /** The connection broke or failed, with the error; it will be tried again. */
  readonly broke: (why: unknown) => void;
}

const FIRST_WAIT = 1_000; // milliseconds
const LONGEST_WAIT = 30_000;
const SILENCE = 50_000; // the gateway says every 20 s that it is still there

export function follow({ open, hear, broke }: Follow): () => void {
  let isStopped = false;
  let wait = FIRST_WAIT;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let line = new AbortController();

  const watch = () => {
    clearTimeout(timer);
    timer = setTimeout(() => line.abort(), SILENCE);
  };
  const once = async () => {
    line = new AbortController();
    watch();
    const response = await open(line.signal);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const take = messages();
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      if (isStopped) return;
      watch();
      for (const message of take(piece.value)) {
        wait = FIRST_WAIT;
        hear(JSON.parse(message));
      }
    }
  };
  const run = async () => {
    let why: unknown;
    try {
      await once();
    } catch (error) {
      why = error;
    }
    line.abort(); // an error while reading leaves it open
    clearTimeout(timer);
    if (isStopped) return;
    broke(why);
    timer = setTimeout(() => void run(), wait);
    wait = Math.min(LONGEST_WAIT, wait * 2);
  };
  void run();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    line.abort();
  };
}

/** Takes pieces of text and gives the data of whole messages. Comments only keep the connection alive. */
export function messages(): (piece: string) => readonly string[] {
  let rest = "";
  return (piece) => {
    const blocks = (rest + piece).split("\n\n");
    rest = blocks.pop() ?? "";
    return blocks.flatMap((block) => {
      const lines = block.split("\n").filter((line) => line.startsWith("data:"));
      return lines.length === 0 ? [] : [lines.map((line) => line.slice(5).trimStart()).join("\n")];
    });
  };
}
