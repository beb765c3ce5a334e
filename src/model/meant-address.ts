/** An address that nothing has, and the one that may be meant. Nodes and dialogs say it alike. */
const PLURALS: readonly string[] = ["sensors", "lights", "groups", "rules", "schedules", "devices"];

/** "/sensor/1" → "/sensors/1", which is meant; undefined of what is no such slip. */
export function meantBy(address: string): string | undefined {
  const [, first = "", rest = ""] = /^\/?([a-z]+)(.*)$/i.exec(address) ?? [];
  const family = PLURALS.find((each) => [each, each.slice(0, -1)].includes(first.toLowerCase()));
  return family === undefined || family === first ? undefined : `/${family}${rest}`;
}
