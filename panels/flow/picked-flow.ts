/** The picks of the user for a flow so far, and the flow that they make. */
import { useMemo, useState } from "preact/hooks";
import { LONGEST_NAME } from "../../src/model/automation/rule-rows.ts";
import { sayType } from "../devices/values/words.ts";
import { useApi, useHouse, useQuery } from "../hooks.ts";
import { capitalized, say } from "../texts.ts";
import {
  type ButtonName,
  buttonNames,
  type Choices,
  choicesIn,
  darknessAt,
  type FlowChoice,
  type FlowKind,
  MINUTES,
  meantButtons,
  type SunDeed,
  startWith,
} from "./choices.ts";
import type { FlowRequest, MotionWords, SunEvent } from "./flow-nodes.ts";

export interface PickedFlow {
  readonly kind: FlowKind;
  readonly choices: Choices;
  readonly starts: readonly FlowChoice[]; // that fit the kind
  readonly source: FlowChoice | undefined; // the resource that starts it
  readonly to: string; //                 address of the light or group that it moves
  readonly names: readonly ButtonName[]; // of the buttons of a remote
  readonly buttons: string; //            with commas; "" for any
  readonly member: string; //             "" for everything
  readonly minutes: number;
  readonly dark: FlowChoice | undefined; // the sensor that can tell whether it is dark
  readonly isDark: boolean; //             only then
  readonly sun: SunDeed;
  readonly wanted: FlowRequest | undefined; // nothing as long as something is missing
  readonly pick: (more: Picks) => void;
}

/** The picks of the user; the rest follows from the house. */
interface Picks {
  readonly kind?: FlowKind | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly pressed?: string | undefined; // the key by which the remote was chosen
  readonly buttons?: string | undefined;
  readonly member?: string | undefined;
  readonly minutes?: number | undefined;
  readonly isDark?: boolean | undefined;
  readonly sun?: SunDeed | undefined;
}

/** Another remote has other buttons, and another sensor other members. */
const OF_THE_SOURCE: Picks = { buttons: undefined, pressed: undefined, member: undefined };

export function usePickedFlow(devices: readonly string[]): PickedFlow {
  const choices = useChoices();
  const [start] = useState(() => startWith(choices, devices));
  const [picks, setPicks] = useState<Picks>({});
  const { kind = start.kind, to = start.to, minutes = MINUTES[1], isDark = false, sun = "sunset-on" } = picks;
  const starts = { button: choices.buttons, motion: choices.motions, sensor: choices.sensors, sun: [] }[kind];
  const from = picks.from ?? (kind === "sun" ? "" : start.from[kind]);
  const source = starts.find(({ address }) => address === from);
  const target = [...choices.lights, ...choices.groups].find(({ address }) => address === to);
  const names = useButtonNames(kind === "button" ? source : undefined);
  const buttons = picks.buttons ?? meantButtons(names, picks.pressed).join(",");
  const member = picks.member ?? source?.members[0] ?? "";
  const dark = kind === "motion" && source ? darknessAt(source, choices.darks) : undefined;
  const details = { buttons, member, minutes, dark, isDark, sun };
  return {
    ...{ kind, choices, starts, source, to, names, ...details },
    wanted: wantedOf(kind, source, target, details),
    pick: ({ kind, from, ...more }) => {
      const other = kind !== undefined || from !== undefined ? { ...OF_THE_SOURCE, from } : {};
      setPicks({ ...picks, ...other, ...(kind === undefined ? {} : { kind }), ...more });
    },
  };
}

type FlowDetails = Pick<PickedFlow, "buttons" | "member" | "minutes" | "dark" | "isDark" | "sun">;

function wantedOf(
  kind: FlowKind,
  source: FlowChoice | undefined,
  target: FlowChoice | undefined,
  { buttons, member, minutes, dark, isDark, sun }: FlowDetails,
): FlowRequest | undefined {
  if (kind === "sun" && target) {
    const [event, deed] = sun.split("-") as [SunEvent, string];
    return { is: "sun", event, isOn: deed === "on", to: target.picked, name: say(`pairing.flow.sun-name.${event}`) };
  }
  if (!source) return undefined;
  const from = source.picked;
  if (kind === "sensor")
    return {
      is: "sensor",
      from,
      measures: source.oneOf ? capitalized(sayType(source.oneOf)) : "",
      members: member === "" ? [] : [member],
      debugName: from.resourceName,
    };
  if (!target) return undefined;
  const to = target.picked;
  if (kind === "button") return { is: "button", from, to, buttons: buttons === "" ? [] : buttons.split(",") };
  const asked = dark && isDark ? dark : undefined;
  const words = wordsOf(from.resourceName, to.resourceName, minutes, asked !== undefined);
  return { is: "motion", from, to, minutes, ...(asked ? { dark: asked.picked } : {}), words };
}

function wordsOf(from: string, to: string, minutes: number, isDark: boolean): MotionWords {
  const says = isDark ? (minutes === 0 ? "dark" : "dark-later") : "moves-later";
  return {
    says: say(`pairing.flow.says.${says}`, { from, to, count: minutes }),
    moves: say("pairing.flow.moves-node"),
    later: say("pairing.flow.later-node", { count: minutes }),
    on: say("pairing.flow.rule-on", { to }).slice(0, LONGEST_NAME),
    off: say(minutes === 0 ? "pairing.flow.rule-off" : "pairing.flow.rule-off-later", { to, count: minutes }).slice(
      0,
      LONGEST_NAME,
    ),
  };
}

function useChoices(): Choices {
  const { bridge, devices, lights, sensors, groups } = useHouse((house) => ({
    bridge: house.config.bridgeid,
    devices: house.devices,
    lights: house.lights,
    sensors: house.sensors,
    groups: house.groups,
  }));
  return useMemo(
    () => choicesIn({ bridge: String(bridge ?? ""), devices, lights, sensors, groups }),
    [bridge, devices, lights, sensors, groups],
  );
}

/** The names of the buttons of a remote. */
function useButtonNames(remote: FlowChoice | undefined): readonly ButtonName[] {
  const api = useApi();
  const uniqueid = remote?.picked.uniqueid ?? "";
  const ask = async () => {
    if (uniqueid === "") return [];
    const { status, body } = await api.perform("GET", `/devices/${uniqueid}/state/buttonevent/introspect`);
    return status === 200 ? buttonNames(body) : [];
  };
  return useQuery(ask, [api, uniqueid]).answer ?? [];
}
