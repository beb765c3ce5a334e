/**
 * The common parts of opened rules and schedules: the switch that enables them, their owner, and their
 * deletion.
 */
import { useState } from "preact/hooks";
import type { FlowNodes } from "../../src/model/admin-api.ts";
import { CommandError, useCommands, useDesired } from "../commands.tsx";
import { useNote, usePlace, useZone } from "../hooks.ts";
import { type NamedHouse, sayCause } from "../resource-names.ts";
import { say, utc } from "../texts.ts";
import { Question } from "../widgets/dialog.tsx";
import { Tick } from "../widgets/fields.tsx";
import { Icon } from "../widgets/icons.tsx";
import { Button, Switch } from "../widgets/widgets.tsx";
import { sayOnClock } from "./house-clock.ts";
import type { Partner } from "./pairs.ts";

/** Its rule or schedule does nothing, though it may be enabled. */
export function GoneTargetNote({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p class="zg-automation-gone">
      <Icon name="warn" />
      <span>{text}</span>
    </p>
  );
}

interface StatusSwitchProps {
  readonly address: string;
  readonly name: string;
  readonly isOn: boolean;
  readonly hidesLabel?: boolean;
  readonly along?: readonly string[]; // the rules that are switched with it
}

/** Every user may enable and disable a rule, also one that a flow declares. */
export function StatusSwitch({ address, name, isOn, hidesLabel = false, along = [] }: StatusSwitchProps) {
  const commands = useCommands();
  const [shown, want] = useDesired(isOn, async (wanted) => {
    const body = { status: wanted ? "enabled" : "disabled" };
    const all = [address, ...along].map((each) => ({ method: "PUT" as const, address: each, body }));
    return (await commands.sendAll(all)) || undefined;
  });
  return (
    <div>
      <Switch
        label={hidesLabel ? say("automation.enable", { name }) : say(`automation.${shown ? "enabled" : "disabled"}`)}
        isOn={shown}
        hidesLabel={hidesLabel}
        onChange={(wanted) => void want(wanted)}
      />
      <CommandError of={commands} />
    </div>
  );
}

/** A rule that a flow declares is changed and deleted by that flow alone. */
export function isFlows(owner: string): boolean {
  return owner.startsWith("flow:");
}

interface OwnerProps {
  readonly owner: string;
  readonly created: unknown;
  readonly house: NamedHouse;
  readonly flowNodes: FlowNodes | undefined; // not told yet
}

export function Owner({ owner, created, house, flowNodes }: OwnerProps) {
  const who = sayCause(house, owner, flowNodes);
  const when = sayOnClock(utc(created), useZone());
  return (
    <>
      {when !== "" && (
        <>
          <dt>{say("automation.created")}</dt>
          <dd>{when}</dd>
        </>
      )}
      {owner !== "" && (
        <>
          <dt>{say("automation.owner")}</dt>
          <dd>{isFlows(owner) ? say("automation.owner-flow", { who }) : who}</dd>
          {isFlows(owner) && <dd class="zg-hint zg-automation-wide">{say("automation.owner-flow-about")}</dd>}
        </>
      )}
    </>
  );
}

/** "off again: Hall lamp off, 11:00 PM" */
export function PartnerLink({ address, name, does }: Partner) {
  const [, go] = usePlace();
  return (
    <Button icon="clock" onClick={() => go(["automation", address])}>
      {say(`automation.partner.${does}`, { name })}
    </Button>
  );
}

interface DeletionProps {
  readonly address: string;
  readonly name: string;
  readonly kind: "rule" | "schedule";
  readonly along?: readonly string[]; // the rules that go with it
  readonly hasFlag?: boolean; // that was made for it, and stays for a while
  readonly partner?: Partner | undefined; // the schedule that may go with it
  readonly onGone: () => void;
}

export function Deletion({ address, name, kind, along = [], hasFlag = false, partner, onGone }: DeletionProps) {
  const [isAsked, ask] = useState(false);
  const [takesBoth, takeBoth] = useState(false);
  const commands = useCommands();
  const note = useNote();
  const remove = async () => {
    if ((await commands.send("DELETE", address)) === undefined) return;
    const others = partner && takesBoth ? [...along, partner.address] : along;
    await commands.sendAll(others.map((each) => ({ method: "DELETE", address: each })));
    note(say("automation.deleted-note", { name }));
    onGone();
  };
  return (
    <>
      <Button icon="remove" kind="danger" onClick={() => ask(true)}>
        {say("automation.do-delete")}
      </Button>
      <CommandError of={commands} />
      {isAsked && (
        <Question
          title={say(`automation.delete-${kind}`, { name })}
          yes={say("do.delete")}
          isDangerous
          onYes={remove}
          onClose={() => ask(false)}
        >
          <p>{say("automation.delete-sure")}</p>
          {along.length > 0 && <p>{say("automation.delete-along")}</p>}
          {hasFlag && <p>{say("automation.delete-flag")}</p>}
          {partner && (
            <Tick isOn={takesBoth} onChange={takeBoth}>
              <span>{say("automation.partner.delete", { name: partner.name })}</span>
            </Tick>
          )}
        </Question>
      )}
    </>
  );
}
