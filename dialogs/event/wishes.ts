/** The user's wishes for an event node, in plain words: each wish knows which changes it means. Pure. */

/** The fields of the dialog by which changes are chosen; "" narrows nothing. */
export interface Choice {
  readonly family: string;
  readonly section: string;
  readonly member: string;
  readonly event: string;
}

const ANYTHING: Choice = { family: "", section: "", member: "", event: "" };
const ofSensors = (member: string): Choice => ({ ...ANYTHING, family: "sensors", section: "state", member });

/** The families whose names people see; a device repeats the name of its light or sensor. */
export const NAMED = "lights,sensors,groups";

/** By the keys of their texts. */
const CHOICES = {
  anything: ANYTHING,
  open: ofSensors("open"),
  motion: ofSensors("presence"),
  vibration: ofSensors("vibration"),
  button: ofSensors("buttonevent"),
  light: { ...ANYTHING, family: "lights", section: "state" },
  power: { ...ANYTHING, family: "lights", section: "state", member: "on" },
  climate: ofSensors("temperature,humidity"),
  alarm: ofSensors("water,fire,carbonmonoxide,alarm"),
  scene: { ...ANYTHING, family: "scenes" },
  trouble: { ...ANYTHING, family: "devices", section: "attr", member: "trouble" },
  renamed: { ...ANYTHING, family: NAMED, section: "attr", member: "name" },
  gateway: { ...ANYTHING, family: "gateway" },
} as const satisfies Readonly<Record<string, Choice>>;

export const WISHES: readonly string[] = Object.keys(CHOICES);
/** These events begin, and end: a user may want to hear only one side. */
export const TWO_SIDED: readonly string[] = ["open", "motion", "vibration", "power", "alarm"];

/** Examples of messages, until a real one has come out: in usual units. */
const EXAMPLES: Readonly<Record<string, string>> = {
  open: 'msg.topic = "/sensors/9/state"\nmsg.payload = { open: true }',
  motion: 'msg.topic = "/sensors/5/state"\nmsg.payload = { presence: true }',
  button: 'msg.topic = "/sensors/13/state"\nmsg.payload = { buttonevent: 1002 }',
  power: 'msg.topic = "/lights/2/state"\nmsg.payload = { on: true }',
  light: 'msg.topic = "/lights/2/state"\nmsg.payload = { on: true, bri: 30 }',
  climate: 'msg.topic = "/sensors/7/state"\nmsg.payload = { temperature: 21.5 }',
  alarm: 'msg.topic = "/sensors/10/state"\nmsg.payload = { water: true }',
  renamed: 'msg.topic = "/lights/2"\nmsg.payload = { name: "Desk lamp" }',
  gateway: 'msg.topic = "/gateway"\nmsg.payload = "radio-down"',
};

/** "" for a wish without a typical message; `side`: the one of two sides that the user wants alone. */
export function exampleOf(wish: string, side = ""): string {
  const example = EXAMPLES[wish] ?? "";
  return side === "false" ? example.replace("true", side) : example;
}

/** Undefined: the user chooses by hand. */
export function choiceOf(wish: string): Choice | undefined {
  return Object.hasOwn(CHOICES, wish) ? CHOICES[wish as keyof typeof CHOICES] : undefined;
}

/** Which wish means these changes; undefined: none. */
export function wishIn(fields: Choice): string | undefined {
  const names = Object.keys(ANYTHING) as (keyof Choice)[];
  return WISHES.find((wish) => names.every((name) => choiceOf(wish)?.[name] === fields[name]));
}

/** The label of a node without a name of its own: after its resource, or its wish; with two sides after the side that it waits for. */
export function calledAfter(whose: string, choice: Choice, becomes: unknown, words: (key: string) => string): string {
  const wish = wishIn(choice);
  const isOfSide = wish !== undefined && TWO_SIDED.includes(wish) && (becomes === "true" || becomes === "false");
  if (whose !== "") return isOfSide ? `${whose} · ${words(`becomes.${wish}.${becomes}`)}` : whose;
  if (isOfSide) return words(`side.${wish}.${becomes}`);
  if (wish === undefined) return choice.family === "" ? "" : words(`family.${choice.family}`);
  return wish === "anything" ? "" : words(`wish.${wish}`);
}

/** "" is any. */
export function isOf(families: string, family: string): boolean {
  return families === "" || families.split(",").includes(family);
}

/** Of the values of a resource, whether one of these can change. */
export function tells({ member }: Choice, members: Readonly<Record<string, readonly string[]>> = {}): boolean {
  const wanted = member.split(",").filter(Boolean);
  const known = Object.values(members).flat();
  return wanted.length === 0 || wanted.some((name) => known.includes(name));
}
