/** In which order newcomers stand: the newest first, but below the one whose form somebody fills in. Pure. */

/** `before`: as they stood; `now`: all that are there, the newest first; `held`: of the form that has the focus. */
export function orderedCards(
  before: readonly string[],
  now: readonly string[],
  held: string | undefined,
): readonly string[] {
  const stay = before.filter((mac) => now.includes(mac));
  const come = now.filter((mac) => !before.includes(mac));
  const at = held === undefined ? 0 : stay.indexOf(held) + 1;
  return [...stay.slice(0, at), ...come, ...stay.slice(at)];
}
