/** Much work in pieces: other work of the process runs in between. */

/** The next turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** So many in a turn. */
export async function inPieces<Each>(
  all: Iterable<Each>,
  { most }: { readonly most: number },
  look: (each: Each) => void,
): Promise<void> {
  let looked = 0;
  for (const each of all) {
    if (looked > 0 && looked % most === 0) await nextTurn();
    look(each);
    looked += 1;
  }
}
