/**
 * The week of a thermostat: a column for each day. A day is dragged onto another, or, by keyboard, copied and put
 * there.
 */
import { useState } from "preact/hooks";
import type { Values } from "../../../src/model/resource.ts";
import { CommandError, useCommands } from "../../commands.tsx";
import { say } from "../../texts.ts";
import { Button, Switch } from "../../widgets/widgets.tsx";
import type { ResourceProps } from "../house-devices.ts";
import {
  commandForDay,
  dayDragged,
  daysIn,
  dragOf,
  inOrder,
  MOST_TRANSITIONS,
  type TimedSetpoint,
  type WeekDay,
  withOneMore,
} from "./week-days.ts";

/** From the view, because the flat config splits the schedule by days. Undefined: the thermostat keeps none. */
export function weekOf({ view }: ResourceProps["resource"]): unknown {
  const { schedule } = (view.config ?? {}) as Values;
  return typeof schedule === "object" && schedule !== null ? schedule : undefined;
}

export function WeekSchedule({ resource }: ResourceProps) {
  const { address, config } = resource;
  const commands = useCommands();
  const [copied, setCopied] = useState<number | undefined>(undefined);
  const days = daysIn(weekOf(resource));
  const put = (day: number, steps: WeekDay) => {
    const { method, address: at, ...rest } = commandForDay(address, day, steps);
    return commands.send(method, at, "body" in rest ? rest.body : undefined);
  };
  const copyTo = (from: number | undefined, to: number) =>
    from === undefined || from === to ? undefined : put(to, days[from] ?? []);
  return (
    <section class="zg-week" aria-label={say("devices.week.name")}>
      {"schedule_on" in config && (
        <Switch
          label={say("devices.member.schedule_on")}
          isOn={config.schedule_on === true}
          onChange={(schedule_on) => void commands.send("PUT", `${address}/config`, { schedule_on })}
        />
      )}
      <div class="zg-week-days">
        {days.map((steps, day) => (
          <DayColumn
            key={day}
            day={day}
            steps={steps}
            copied={copied}
            onCopy={() => setCopied(copied === day ? undefined : day)}
            onPut={() => copyTo(copied, day)}
            drag={dragOf(address, day)}
            onDrop={(text) => void copyTo(dayDragged(address, text), day)}
            onChange={(changed) => put(day, changed)}
          />
        ))}
      </div>
      <p class="zg-dim">{say("devices.week.hint")}</p>
      <CommandError of={commands} />
    </section>
  );
}

interface DayColumnProps {
  readonly day: number;
  readonly steps: WeekDay;
  readonly copied: number | undefined;
  readonly onCopy: () => void;
  readonly onPut: () => unknown;
  readonly drag: string;
  readonly onDrop: (text: string | undefined) => void;
  readonly onChange: (steps: WeekDay) => Promise<unknown>;
}

function DayColumn({ day, steps, copied, onCopy, onPut, drag, onDrop, onChange }: DayColumnProps) {
  const name = say(`devices.week.day.${day}`);
  const isGoal = copied !== undefined && copied !== day;
  return (
    <fieldset
      class="zg-week-day"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDrop(event.dataTransfer?.getData("text/plain"));
      }}
    >
      <legend class="zg-week-name" draggable onDragStart={(event) => event.dataTransfer?.setData("text/plain", drag)}>
        {name}
      </legend>
      {inOrder(steps).map((step, index) => (
        <TransitionRow
          key={step.time}
          name={`${name} ${index + 1}`}
          step={step}
          onChange={(changed) => onChange(steps.map((each) => (each === step ? changed : each)))}
          onRemove={() => onChange(steps.filter((each) => each !== step))}
        />
      ))}
      <div class="zg-actions">
        <Button
          icon="plus"
          label={say("devices.week.add", { day: name })}
          isDisabled={steps.length >= MOST_TRANSITIONS}
          onClick={() => onChange(withOneMore(steps))}
        />
        {isGoal ? (
          <Button icon="down" label={say("devices.week.put", { day: name })} onClick={onPut} />
        ) : (
          <Button
            icon="copy"
            label={say("devices.week.copy", { day: name })}
            isPressed={copied === day}
            onClick={onCopy}
          />
        )}
      </div>
    </fieldset>
  );
}

interface TransitionRowProps {
  readonly name: string;
  readonly step: TimedSetpoint;
  readonly onChange: (step: TimedSetpoint) => Promise<unknown>;
  readonly onRemove: () => Promise<unknown>;
}

function TransitionRow({ name, step, onChange, onRemove }: TransitionRowProps) {
  return (
    <div class="zg-week-step">
      <TransitionField
        type="time"
        label={say("devices.week.time", { name })}
        value={step.time}
        onTyped={(time) => onChange({ ...step, time: time.slice(0, 5) })}
      />
      <TransitionField
        type="number"
        label={say("devices.week.degrees", { name })}
        value={String(step.degrees)}
        range={{ min: 5, max: 30, step: 0.5 }}
        onTyped={(degrees) => onChange({ ...step, degrees: Number(degrees) })}
      />
      <Button icon="remove" label={say("devices.week.remove", { name })} onClick={onRemove} />
    </div>
  );
}

interface TransitionFieldProps {
  readonly type: "time" | "number";
  readonly label: string;
  readonly value: string;
  readonly range?: { readonly min: number; readonly max: number; readonly step: number };
  readonly onTyped: (value: string) => Promise<unknown>;
}

/** A typed value stays until the user leaves the field, even if the house reports another one meanwhile. */
function TransitionField({ type, label, value, range, onTyped }: TransitionFieldProps) {
  const [typed, setTyped] = useState<string | undefined>(undefined);
  return (
    <input
      class="zg-week-input"
      {...range}
      type={type}
      aria-label={label}
      value={typed ?? value}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      onChange={({ currentTarget }) => void (currentTarget.value && onTyped(currentTarget.value))}
      onBlur={() => setTyped(undefined)}
    />
  );
}
