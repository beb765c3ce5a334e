/** What an answer of the API says went wrong, in words. Pure. */
import type { Reply } from "../api.ts";

interface Item {
  readonly error?: { readonly description?: unknown };
}

/** Undefined when all of it was done. The gateway writes for web pages; here a text is a text. */
export function faultIn({ status, body }: Reply): string | undefined {
  const items: readonly Item[] = Array.isArray(body) ? body : [];
  const faults = items.flatMap(({ error }) => (error ? [plain(String(error.description ?? status))] : []));
  if (faults.length > 0) return faults.join("; ");
  return status >= 200 && status < 300 ? undefined : String(status);
}

const SIGNS: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };

function plain(text: string): string {
  return text.replace(/&(lt|gt|quot|amp);/g, (sign) => SIGNS[sign] ?? sign);
}
