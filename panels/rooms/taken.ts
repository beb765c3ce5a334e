/** Whether a name that a user types is taken by another room or scene. Pure. */

interface TypedName {
  readonly typed: string;
  readonly own?: string | undefined; // the id of the one that is renamed
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * The name as the other one writes it: "kitchen " is taken by "Kitchen". The own name, left as it is, is never at fault: programs may have
 * given it to two.
 */
export function takenName(all: readonly Named[], { typed, own }: TypedName): string | undefined {
  const kept = all.find(({ id }) => id === own)?.name.trim();
  if (typed.trim() === kept) return undefined;
  return namesake(
    all.filter(({ id }) => id !== own),
    typed,
  )?.name;
}

/** The one that a user means by this name: first the one that is written just so. */
export function namesake<T extends Named>(all: readonly T[], typed: string): T | undefined {
  const called = typed.trim();
  if (called === "") return undefined;
  const alike = (name: string) => name.trim().toLowerCase();
  return all.find(({ name }) => name === called) ?? all.find(({ name }) => alike(name) === alike(called));
}
