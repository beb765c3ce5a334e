/** What several devices can all be set to: the properties that each of them has, in the same form. Pure. */
import { controlFor, type ExposedProperty, labelOf } from "../values/expose-types.ts";

export type PropertiesOf = Readonly<Record<string, ExposedProperty>>;

interface CommonProperty {
  readonly name: string;
  readonly label: string;
  readonly expose: ExposedProperty; // with the value that all of them have; without one where they differ
}

/** How their values are read stands last: that is no matter of the devices. */
export function commonProperties(all: readonly PropertiesOf[]): readonly CommonProperty[] {
  const [first, ...others] = all;
  if (!first) return [];
  const common = Object.entries(first).filter(
    ([name, expose]) =>
      controlFor(expose) !== "none" &&
      others.every((each) => {
        const own = Object.hasOwn(each, name) ? each[name] : undefined;
        return own !== undefined && controlFor(own) !== "none" && formOf(own) === formOf(expose);
      }),
  );
  const rank = ({ option, category }: ExposedProperty) => (option ? 2 : category === undefined ? 0 : 1);
  return common
    .toSorted(([, one], [, other]) => rank(one) - rank(other))
    .map(([name, { value, ...expose }]) => {
      const isSame = others.every((each) => JSON.stringify(each[name]?.value) === JSON.stringify(value));
      return { name, label: labelOf(expose), expose: isSame ? { ...expose, value } : expose };
    });
}

/** Two devices mean the same by a value when it has the same type, range and words. */
function formOf({
  type,
  unit,
  value_on,
  value_off,
  value_min,
  value_max,
  values,
  features,
  option,
}: ExposedProperty): string {
  const inner = (features ?? []).map(({ name, type: kind }) => [name, kind]);
  return JSON.stringify([type, unit, value_on, value_off, value_min, value_max, values, inner, option === true]);
}
