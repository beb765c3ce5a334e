/** The values of a device, resource by resource: state, the history of numbers, and settings; values that few users look for are apart. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { MemberPlot } from "../../history/small-plot.tsx";
import { useRead } from "../../hooks.ts";
import { say } from "../../texts.ts";
import { sorted } from "../../widgets/rows.ts";
import { Button, Fold } from "../../widgets/widgets.tsx";
import { deviceReach, seenAt } from "../availability.ts";
import { BatteryLife } from "../batteries/battery-life.tsx";
import type { HouseDevice, HouseResource, ResourceProps } from "../house-devices.ts";
import { EditableName } from "../name-form.tsx";
import { pressNamesIn } from "./key-names.ts";
import { MemberEditor } from "./member-editor.tsx";
import { displayUnitOf } from "./units.ts";
import { isTold, ownMember, sayMember, sayType, sayValue, TOLD_AT } from "./words.ts";

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
/** Members of lights that the controls show already, or that no user looks for. */
const ASIDE_OF_LIGHTS: readonly string[] = [
  ...["ct", "xy", "hue", "sat", "colormode", "effect", "alert", "speed", "gradient", "music_sync"],
];
const BATTERY = "battery"; // of the config
const NO_SETTINGS: readonly string[] = ["reachable", "groups", "schedule"]; // a week has a table of its own, among the controls

export function DeviceValues({ device }: { readonly device: HouseDevice }) {
  const { name, resources } = device;
  const seen = deviceReach(device) === "unreachable" ? seenAt(device) : Number.NaN;
  const until = Number.isNaN(seen) ? undefined : seen;
  const powered = resources.find(({ config, state }) => BATTERY in config && !(BATTERY in state)); // all tell of the one battery
  return (
    <section class="zg-section" aria-labelledby="zg-values">
      <h3 id="zg-values">{say("devices.values")}</h3>
      {resources.length === 0 && <p class="zg-hint">{say("devices.no-parts")}</p>}
      {sorted(resources, placeOf).map((resource) => (
        <ResourceValues
          key={resource.address}
          resource={resource}
          until={until}
          name={name}
          isOnly={resources.length === 1}
        />
      ))}
      {powered && (
        <div class="zg-part">
          <dl class="zg-members">
            <Member
              {...{ resource: powered, until, section: "config", member: BATTERY }}
              canBeSet={isClip(powered)}
              beside={<BatteryLife device={device} />}
            />
          </dl>
        </div>
      )}
    </section>
  );
}

/** Users look for the consumption of a plug before its present power. */
function placeOf({ family, type }: HouseResource): number {
  if (family === "lights") return 0;
  return type === "ZHAConsumption" ? 1 : 2;
}

interface ResourceValuesProps extends ResourceProps {
  readonly until: number | undefined; // when it was heard last, where it is not reached
  readonly name: string; // of the device
  readonly isOnly: boolean; // the only resource needs no heading of its own
}

const isClip = ({ type }: HouseResource) => type.startsWith("CLIP");

function ResourceValues({ resource, until, name, isOnly }: ResourceValuesProps) {
  const { config, type, view } = resource;
  const told = membersOf(resource).filter((member) => !isAside(resource, member));
  const settings = Object.keys(config).filter(
    (member) => ![BATTERY, ...NO_SETTINGS].some((each) => isOf(each, member)),
  );
  const show = (section: ValueSection, members: readonly string[], canBeSet: (member: string) => boolean) =>
    members.map((member) => (
      <Member key={member} {...{ resource, section, member, until }} canBeSet={canBeSet(member)} />
    ));
  const isSaid = told.length > 0 && sayMember(String(told[0]), "state") === sayType(type); // right below, of its value
  const ownName = view.name === name ? "" : String(view.name);
  if (told.length === 0 && settings.length === 0) return null; // all of it stands among the controls
  return (
    <div class="zg-part">
      {!isOnly && (ownName !== "" || !isSaid) && (
        <div class="zg-part-head">
          {!isSaid && <h4>{sayType(type)}</h4>}
          {ownName !== "" && <span class="zg-dim">{ownName}</span>}
        </div>
      )}
      <dl class="zg-members">{show("state", told, () => isClip(resource))}</dl>
      {settings.length > 0 && (
        <Fold title={isOnly ? say("devices.settings") : `${say("devices.settings")} · ${sayType(type)}`}>
          <dl class="zg-members">
            {show("config", settings, (member) => isClip(resource) || !NEVER_SET.includes(member))}
          </dl>
        </Fold>
      )}
    </div>
  );
}

/** For users of the API: the address of each resource, and its other values. */
export function TechnicalValues({ device: { resources } }: { readonly device: HouseDevice }) {
  return (
    <>
      {resources.map((resource) => (
        <div key={resource.address} class="zg-part">
          <div class="zg-part-head">
            {resources.length === 1 ? (
              <h4>{sayType(resource.type)}</h4>
            ) : (
              <EditableName
                name={String(resource.view.name)}
                renamings={(name) => [{ address: resource.address, name: name.trim() }]}
              />
            )}
            {resources.length > 1 && <span class="zg-dim">{sayType(resource.type)}</span>}
          </div>
          <dl class="zg-members">
            <dt>{say("devices.fact.address")}</dt>
            <dd>
              <code>{resource.address}</code>
            </dd>
            {membersOf(resource)
              .filter((member) => isAside(resource, member))
              .map((member) => (
                <Member key={member} {...{ resource, member }} section="state" until={undefined} canBeSet={false} />
              ))}
          </dl>
        </div>
      ))}
    </>
  );
}

function membersOf(resource: HouseResource): readonly string[] {
  return Object.keys(resource.state).filter((member) => !isSaidTwice(resource, member));
}

function isAside({ family }: HouseResource, member: string): boolean {
  return member === TOLD_AT || (family === "lights" && ASIDE_OF_LIGHTS.includes(member));
}

/** "schedule/W124" is of "schedule". */
function isOf(whole: string, member: string): boolean {
  return member === whole || member.startsWith(`${whole}/`);
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
  readonly beside?: ComponentChildren;
}

function Member({ resource, section, member, until, canBeSet, beside }: MemberProps) {
  const [isEdited, edit] = useState(false);
  const value = resource[section][member];
  const label = sayMember(ownMember(resource, member), section);
  const isKnown = section !== "state" || isTold(resource, member);
  const hasCourse =
    isKnown &&
    (typeof value === "number" || (typeof value === "boolean" && section === "state")) &&
    !NO_COURSE.includes(member) &&
    (section === "state" || member === BATTERY);
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
                sayShown(resource, member, value)
              )}
            </span>
            {beside}
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

/** A light that is off keeps its level, but no user sees it. */
function sayShown(resource: HouseResource, member: string, value: unknown): string {
  const isUnseen = resource.family === "lights" && member === "bri" && resource.state.on === false;
  return isUnseen ? sayValue(resource, "on", false) : sayValue(resource, member, value);
}

/** "Up: short press": the gateway knows the meaning of the code. */
function Press({ resource, code }: { readonly resource: HouseResource; readonly code: unknown }) {
  const uniqueid = encodeURIComponent(String(resource.view.uniqueid));
  const told = useRead<unknown>(`/devices/${uniqueid}/state/buttonevent/introspect`);
  if (typeof code !== "number") return <>{say("devices.unknown")}</>;
  const press = pressNamesIn(told).find((each) => each.code === String(code));
  return <>{press?.text ?? code}</>;
}
