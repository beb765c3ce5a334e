/** Whether a name that a user types is taken by another room or scene. Pure. */

export interface TypedName {
  readonly typed: string;
  readonly own?: string | undefined; // the id of the one that is renamed
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The name as the other one writes it: "kitchen " is taken by "Kitchen". */
export function takenName(all: readonly Named[], { typed, own }: TypedName): string | undefined {
  const alike = (name: string) => name.trim().toLowerCase();
  return alike(typed) === "" ? undefined : all.find(({ id, name }) => id !== own && alike(name) === alike(typed))?.name;
}
