/** The events of a new name, and of the scenes of a room: as sentences. Pure. */
import { say } from "../texts.ts";

interface Sentence {
  readonly sentence?: string;
}

/** Names of rules have arrows of their own. */
export function sentenceOfName(before: unknown, name: unknown): Sentence {
  if (before === name) return {};
  return { sentence: before ? say("events.renamed", { before, name }) : say("events.called", { name }) };
}

/** That one came or went, or has a new name. */
export function sentenceOfScenes(before: unknown, after: unknown): Sentence {
  if (!Array.isArray(before) || !Array.isArray(after)) return {};
  const beside = (some: readonly unknown[], others: readonly unknown[]) =>
    some.filter(isNamed).filter(({ id }) => !others.some((other) => isNamed(other) && other.id === id));
  const told = [
    ["new", beside(after, before)],
    ["gone", beside(before, after)],
  ] as const;
  const renamed = after.filter(isNamed).flatMap(({ id, name }) => {
    const former = before.filter(isNamed).find((each) => each.id === id && each.name !== name);
    return former ? say("events.scene-renamed", { before: former.name, name }) : [];
  });
  const moved = told.flatMap(([what, scenes]) => scenes.map(({ name }) => say(`events.scene-${what}`, { name })));
  const sentences = [...moved, ...renamed];
  return sentences.length > 0 ? { sentence: sentences.join(" · ") } : {};
}

export function isNamed(value: unknown): value is { readonly id?: unknown; readonly name: string } {
  return typeof (value as { readonly name?: unknown } | null)?.name === "string";
}
