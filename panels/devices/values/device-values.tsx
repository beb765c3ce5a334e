/** Everything that a device tells, part by part: values as they change, how numbers went of late, and the settings of each part. */
import { useState } from "preact/hooks";
import { useApi, useAsked } from "../../hooks.ts";
import { say, sayNumber } from "../../texts.ts";
import { MemberPlot } from "../../widgets/plot.tsx";
import { Button, Fold } from "../../widgets/widgets.tsx";
import type { Device, Part, PartProps } from "../house-devices.ts";
import { Name } from "../name-form.tsx";
import { MemberEditor } from "./member-editor.tsx";
import { scaleOf } from "./units.ts";
import { sayMember, sayType, sayValue, withUnit } from "./words.ts";

type Section = "state" | "config";

/** Told by the radio alone, or said elsewhere. */
const NEVER_SET: readonly string[] = [
  "reachable",
  "battery",
  "pending",
  "groups",
  "sensitivitymax",
  "lastchange_source",
];
/** Numbers without a course: what was done, what something is, one of several coordinates. */
const NO_COURSE: readonly string[] = [
  ...["buttonevent", "eventduration", "gesture", "angle", "rotaryevent", "expectedrotation", "expectedeventduration"],
  ...["ct", "hue", "sat", "speed", "tholddark", "tholdoffset"],
];
const TOLD_AT = "lastupdated";
const KEPT: readonly string[] = ["battery"]; // of the config

export function DeviceValues({ device: { parts } }: { readonly device: Device }) {
  const powered = parts.find(({ config }) => KEPT.some((member) => member in config)); // all parts tell of the one battery
  return (
    <section class="zg-section" aria-labelledby="zg-values">
      <h3 id="zg-values">{say("devices.values")}</h3>
      {parts.length === 0 && <p class="zg-hint">{say("devices.no-parts")}</p>}
      {parts.map((part) => (
        <PartValues key={part.address} part={part} isAlone={parts.length === 1} hasBattery={part === powered} />
      ))}
    </section>
  );
}

interface PartValuesProps extends PartProps {
  readonly isAlone: boolean;
  readonly hasBattery: boolean;
}

function PartValues({ part, isAlone, hasBattery }: PartValuesProps) {
  const { state, config, type, address, view } = part;
  const isClip = type.startsWith("CLIP");
  const told = Object.keys(state).filter((member) => !isSaidTwice(part, member));
  const inOrder = [...told.filter((member) => member !== TOLD_AT), ...told.filter((member) => member === TOLD_AT)];
  const kept = hasBattery ? KEPT.filter((member) => member in config) : [];
  const settings = Object.keys(config).filter((member) => ![...KEPT, "reachable", "groups"].includes(member));
  const show = (section: Section, members: readonly string[], canBeSet: (member: string) => boolean) =>
    members.map((member) => (
      <Member key={member} part={part} section={section} member={member} canBeSet={canBeSet(member)} />
    ));
  return (
    <div class="zg-part">
      <div class="zg-part-head">
        {isAlone ? (
          <h4>{sayType(type)}</h4>
        ) : (
          <Name name={String(view.name)} renamings={(name) => [{ address, name: name.trim() }]} />
        )}
        <span class="zg-dim">{isAlone ? address : `${sayType(type)} · ${address}`}</span>
      </div>
      <dl class="zg-members">
        {show("state", inOrder, (member) => isClip && member !== TOLD_AT)}
        {show("config", kept, () => isClip)}
      </dl>
      {settings.length > 0 && (
        <Fold title={say("devices.settings")}>
          <dl class="zg-members">{show("config", settings, (member) => isClip || !NEVER_SET.includes(member))}</dl>
        </Fold>
      )}
    </div>
  );
}

/** Members for programs that know no others. */
function isSaidTwice({ type, state }: Part, member: string): boolean {
  if (/^Window covering/.test(type) && ["on", "bri", "sat"].includes(member)) return true;
  return member === "reachable" || (member === "lightlevel" && "lux" in state);
}

interface MemberProps {
  readonly part: Part;
  readonly section: Section;
  readonly member: string;
  readonly canBeSet: boolean;
}

function Member({ part, section, member, canBeSet }: MemberProps) {
  const [isEdited, edit] = useState(false);
  const value = part[section][member];
  const label = sayMember(member, section);
  const { unit, digits, toHuman } = scaleOf(part, member);
  const hasCourse =
    typeof value === "number" && !NO_COURSE.includes(member) && (section === "state" || KEPT.includes(member));
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {isEdited ? (
          <MemberEditor part={part} section={section} member={member} value={value} onDone={() => edit(false)} />
        ) : (
          <>
            <span>{member === "buttonevent" ? <Press part={part} code={value} /> : sayValue(part, member, value)}</span>
            {canBeSet && (
              <Button icon="edit" label={say("devices.edit", { member: label })} onClick={() => edit(true)} />
            )}
          </>
        )}
        {hasCourse && (
          <MemberPlot
            label={label}
            member={`${part.address}/${section}/${member}`}
            value={value}
            show={(number) => withUnit(sayNumber(toHuman(number), digits), unit)}
          />
        )}
      </dd>
    </>
  );
}

interface Meanings {
  readonly buttons?: Readonly<Record<string, { readonly name: string }>>;
  readonly values?: Readonly<Record<string, { readonly button: number; readonly action: string }>>;
}

/** "Up: short press (2002)": what the code of a remote means, the gateway knows. */
function Press({ part, code }: { readonly part: Part; readonly code: unknown }) {
  const api = useApi();
  const { answer } = useAsked(async () => {
    const address = `/devices/${encodeURIComponent(String(part.view.uniqueid))}/state/buttonevent/introspect`;
    const { status, body } = await api.perform("GET", address);
    return status === 200 ? (body as Meanings) : {};
  }, [api, part.address]);
  if (typeof code !== "number") return <>{say("devices.unknown")}</>;
  const meaning = answer?.values?.[code];
  if (!meaning) return <>{code}</>;
  const button = answer?.buttons?.[meaning.button]?.name ?? meaning.button;
  return <>{`${button}: ${sayValue(part, "gesture", meaning.action)} (${code})`}</>;
}
