/** A command over the API, and its outcome: every refusal is a sentence. */
import type { Method, Reply, Values } from "../src/model/resource.ts";
import { AdminApiError, type Api } from "./api.ts";
import { hasText, say } from "./texts.ts";

export interface ApiCommand {
  readonly method: Method;
  readonly address: string;
  readonly body?: unknown;
}

export interface CommandResult {
  readonly reply?: Reply;
  readonly refusal: string | undefined;
}

export async function perform(api: Api, { method, address, body }: ApiCommand): Promise<CommandResult> {
  try {
    const reply = await api.perform(method, address, body);
    return { reply, refusal: errorsIn(reply) };
  } catch (error) {
    return { refusal: sayFailure(error) };
  }
}

/** Why no answer came. */
export function sayFailure(error: unknown): string {
  if (error instanceof AdminApiError && error.text !== "") return error.text;
  return say(`trouble.${error instanceof Error ? error.message : "failed"}`);
}

interface ReplyItem {
  readonly error?: { readonly type?: unknown; readonly description?: unknown };
  readonly success?: Values;
}

function itemsOf({ body }: Pick<Reply, "body">): readonly ReplyItem[] {
  return Array.isArray(body) ? body : [];
}

/** What came of a command, of which one thing comes. */
export function successIn(reply: Pick<Reply, "body">): Values {
  return itemsOf(reply)[0]?.success ?? {};
}

/** The id of what was just made. */
export function madeId(reply: Reply): string {
  return String(successIn(reply).id);
}

/** A refusal in one plain sentence, for a note that stands far from what it is about. */
export function sayRefusal(name: string, { reply, refusal = "" }: CommandResult): string {
  const key = `refusal.${itemsOf({ body: reply?.body }).find(({ error }) => error)?.error?.type}`;
  return hasText(key) ? say(key, { name }) : say("refusal.other", { name, reason: refusal });
}

/**
 * Undefined when every part of the command was done. The gateway escapes its descriptions for HTML; here they are plain
 * text.
 */
export function errorsIn({ status, body }: Reply): string | undefined {
  const errors = itemsOf({ body }).flatMap(({ error }) => (error ? [plain(String(error.description ?? status))] : []));
  if (errors.length > 0) return errors.join("; ");
  return status >= 200 && status < 300 ? undefined : String(status);
}

const SIGNS: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };

function plain(text: string): string {
  return text.replace(/&(lt|gt|quot|amp);/g, (sign) => SIGNS[sign] ?? sign);
}
