/** A command over the API, and its outcome: every refusal is a sentence. */
import type { Method, Values } from "../src/model/resource.ts";
import { AdminApiError, type Api, type ToldReply } from "./api.ts";
import { capitalized, say } from "./texts.ts";

export interface ApiCommand {
  readonly method: Method;
  readonly address: string;
  readonly body?: unknown;
}

export interface CommandResult {
  readonly reply?: ToldReply;
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
  readonly error?: { readonly description?: unknown };
  readonly success?: Values;
}

function itemsOf({ body }: Pick<ToldReply, "body">): readonly ReplyItem[] {
  return Array.isArray(body) ? body : [];
}

/** The success of a command that has a single result. */
export function successIn(reply: Pick<ToldReply, "body">): Values {
  return itemsOf(reply)[0]?.success ?? {};
}

/** The id of the resource that a command has just made. */
export function madeId(reply: ToldReply): string {
  return String(successIn(reply).id);
}

/** A refusal in one plain sentence, for a note that stands far from the resource: the note names it. */
export function sayRefusal(name: string, { refusal = "" }: CommandResult): string {
  return refusal.includes(name) ? refusal : say("refusal.other", { name, reason: refusal });
}

/**
 * Undefined when every part of the command was done. A refusal without words for people stands as the API says it, which
 * escapes its descriptions for HTML.
 */
export function errorsIn({ status, body, told = [] }: ToldReply): string | undefined {
  if (told.length > 0) return capitalized(told.join("; "));
  const errors = itemsOf({ body }).flatMap(({ error }) => (error ? [plain(String(error.description ?? status))] : []));
  if (errors.length > 0) return errors.join("; ");
  return status >= 200 && status < 300 ? undefined : String(status);
}

const SIGNS: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };

function plain(text: string): string {
  return text.replace(/&(lt|gt|quot|amp);/g, (sign) => SIGNS[sign] ?? sign);
}
