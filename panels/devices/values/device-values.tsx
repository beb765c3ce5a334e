/** The values of a device, resource by resource: state, the history of numbers, and settings. */
import { useState } from "preact/hooks";
import { MemberPlot } from "../../history/small-plot.tsx";
import { useRead } from "../../hooks.ts";
import { say } from "../../texts.ts";
import { Button, Fold } from "../../widgets/widgets.tsx";
import { deviceReach, seenAt } from "../availability.ts";
import type { HouseDevice, HouseResource, ResourceProps } from "../house-devices.ts";
import { EditableName } from "../name-form.tsx";
import { pressNamesIn } from "./key-names.ts";
import { MemberEditor } from "./member-editor.tsx";
import { displayUnitOf } from "./units.ts";
import { isTold, sayMember, sayType, sayValue, TOLD_AT } from "./words.ts";

type ValueSection = "state" | "config";

/** Members of the config that users cannot set, or set elsewhere. */
const NEVER_SET: readonly string[] = [
  "reachable",
  "battery",
  "pending",
  "groups",
  "sensitivitymax",
  "lastchange_source",
];
/** Numbers without a plot: events, settings, single coordinates of a color. */
const NO_COURSE: readonly string[] = [
  ...["buttonevent", "eventduration", "gesture", "angle", "rotaryevent", "expectedrotation", "expectedeventduration"],
  ...["ct", "hue", "sat", "speed", "tholddark", "tholdoffset"],
];
/** What few look for stands below all else. */
const LATE: readonly string[] = ["xy", "hue", "sat", "colormode", "effect", "alert", "lastupdated"];
const KEPT: readonly string[] = ["battery"]; // of the config

export function DeviceValues({ device }: { readonly device: HouseDevice }) {
  const { resources } = device;
  const seen = deviceReach(device) === "unreachable" ? seenAt(device) : Number.NaN;
  const until = Number.isNaN(seen) ? undefined : seen;
  const powered = resources.find(({ config }) => KEPT.some((member) => member in config)); // all resources tell of the one battery
  return (
    <section class="zg-section" aria-labelledby="zg-values">
      <h3 id="zg-values">{say("devices.values")}</h3>
      {resources.length === 0 && <p class="zg-hint">{say("devices.no-parts")}</p>}
      {resources.map((resource) => (
        <ResourceValues
          key={resource.address}
          resource={resource}
          until={until}
          isAlone={resources.length === 1}
          hasBattery={resource === powered}
        />
      ))}
    </section>
  );
}

interface ResourceValuesProps extends ResourceProps {
  readonly until: number | undefined; // when it was heard last, where it is not reached
  readonly isAlone: boolean;
  readonly hasBattery: boolean;
}

function ResourceValues({ resource, until, isAlone, hasBattery }: ResourceValuesProps) {
  const { state, config, type, address, view } = resource;
  const isClip = type.startsWith("CLIP");
  const told = Object.keys(state).filter((member) => !isSaidTwice(resource, member));
  const inOrder = told.toSorted((one, other) => LATE.indexOf(one) - LATE.indexOf(other)); // stable: all that is not late is -1
  const kept = hasBattery ? KEPT.filter((member) => member in config && !(member in state)) : [];
  const settings = Object.keys(config).filter((member) => ![...KEPT, "reachable", "groups"].includes(member));
  const show = (section: ValueSection, members: readonly string[], canBeSet: (member: string) => boolean) =>
    members.map((member) => (
      <Member key={member} {...{ resource, section, member, until }} canBeSet={canBeSet(member)} />
    ));
  return (
    <div class="zg-part">
      <div class="zg-part-head">
        {isAlone ? (
          <h4>{sayType(type)}</h4>
        ) : (
          <EditableName name={String(view.name)} renamings={(name) => [{ address, name: name.trim() }]} />
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

/** Members that repeat another one for older clients. */
function isSaidTwice({ type, state }: HouseResource, member: string): boolean {
  if (/^Window covering/.test(type) && ["on", "bri", "sat"].includes(member)) return true;
  return member === "reachable" || (member === "lightlevel" && "lux" in state);
}

interface MemberProps {
  readonly resource: HouseResource;
  readonly section: ValueSection;
  readonly member: string;
  readonly until: number | undefined;
  readonly canBeSet: boolean;
}

function Member({ resource, section, member, until, canBeSet }: MemberProps) {
  const [isEdited, edit] = useState(false);
  const value = resource[section][member];
  const label = sayMember(member, section);
  const isKnown = section !== "state" || isTold(resource, member);
  const hasCourse =
    isKnown &&
    (typeof value === "number" || (typeof value === "boolean" && section === "state")) &&
    !NO_COURSE.includes(member) &&
    (section === "state" || KEPT.includes(member));
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {isEdited ? (
          <MemberEditor
            resource={resource}
            section={section}
            member={member}
            value={value}
            onDone={() => edit(false)}
          />
        ) : (
          <>
            <span>
              {!isKnown ? (
                say("devices.batteries.unknown")
              ) : member === "buttonevent" ? (
                <Press resource={resource} code={value} />
              ) : (
                sayValue(resource, member, value)
              )}
            </span>
            {canBeSet && (
              <Button icon="edit" label={say("devices.edit", { member: label })} onClick={() => edit(true)} />
            )}
          </>
        )}
        {hasCourse && (
          <MemberPlot
            label={label}
            address={resource.address}
            member={`${section}/${member}`}
            value={value}
            scale={displayUnitOf(resource, member)}
            until={until}
          />
        )}
      </dd>
    </>
  );
}

/** "Up: short press (2002)": the gateway knows the meaning of the code. */
function Press({ resource, code }: { readonly resource: HouseResource; readonly code: unknown }) {
  const uniqueid = encodeURIComponent(String(resource.view.uniqueid));
  const told = useRead<unknown>(`/devices/${uniqueid}/state/buttonevent/introspect`);
  if (typeof code !== "number") return <>{say("devices.unknown")}</>;
  const press = pressNamesIn(told).find((each) => each.code === String(code));
  return <>{press ? `${press.text} (${code})` : code}</>;
}
