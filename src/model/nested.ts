/** Members with slashes in their names ("on/startup"): kept flat, shown as objects within objects. */
import { isObject, type Values } from "./resource.ts";

export function nested(values: Values): Values {
  const names = Object.keys(values);
  if (!names.some((name) => name.includes("/"))) return values;
  const inner = new Map<string, Record<string, unknown>>();
  const whole: [string, unknown][] = [];
  for (const name of names) {
    const [first = "", rest] = name.split(/\/(.*)/s);
    if (rest === undefined) whole.push([name, values[name]]);
    else inner.set(first, { ...inner.get(first), [rest]: values[name] });
  }
  return Object.fromEntries([...whole, ...[...inner].map(([first, values]) => [first, nested(values)] as const)]);
}

/** In the body of a client, objects become members with slashes, where `isMember` says that the object itself is none. */
export function flattened(values: Values, isMember: (name: string) => boolean = () => false, prefix = ""): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
      const path = prefix + name;
      const goesDeeper = isObject(value) && !isMember(path) && Object.keys(value).length > 0;
      return goesDeeper ? Object.entries(flattened(value, isMember, `${path}/`)) : [[path, value]];
    }),
  );
}
