/** Gateways with deCONZ's API that answer on this machine, asked without a key. */

const MAY_TAKE = 1_000; // milliseconds: it is this machine
const LARGEST = 65_536; // bytes of an answer

/** The id with which it answers, in upper case; undefined: no program answers, or one that is no gateway. */
export async function bridgeAt(port: number): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(MAY_TAKE);
    const response = await fetch(`http://127.0.0.1:${port}/api/config`, { signal, redirect: "error" });
    const body: unknown = JSON.parse(await readText(response));
    const { bridgeid } = (body ?? {}) as { readonly bridgeid?: unknown };
    return typeof bridgeid === "string" ? bridgeid.toUpperCase() : undefined;
  } catch {
    return undefined; // no program listens there, or it speaks of other things
  }
}

async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes as Uint8Array, { stream: true });
    if (text.length > LARGEST) throw new Error("too long");
  }
  return text;
}
