/** A row of the actions: the resource, its command, and whether a light goes out again by itself. */
import { type ActionRow, LONGEST_ON, WEBHOOK } from "../../../src/model/automation/rule-rows.ts";
import { miredOf } from "../../../src/model/units.ts";
import { PresetFields } from "../../colors/preset-fields.tsx";
import { useWholeHouse } from "../../hooks.ts";
import type { HouseState } from "../../house.ts";
import { ResourcePicker } from "../../picking/resource-picker.tsx";
import { say } from "../../texts.ts";
import { Choice, Options, Tick } from "../../widgets/fields.tsx";
import { USUAL_DELAY } from "./claims.ts";
import { picked, sceneIn, withDeed } from "./picked-action.ts";
import { actable, addressNow, canEnd, deedKey, deedsOf, goneChoice, referenceTo, scenesOf } from "./subjects.ts";
import { Duration } from "./time-fields.tsx";

interface ActionRowProps {
  readonly row: ActionRow;
  readonly takesRequests?: boolean; // a request to elsewhere may be one, too
  readonly hasMotion?: boolean; //     whose end can be counted from
  readonly hasEnd?: boolean; //        else its end is chosen elsewhere
  readonly onChange: (row: ActionRow) => void;
}

const METHODS = ["POST", "GET", "PUT", "DELETE"] as const;

export function ActionRowFields(props: ActionRowProps) {
  const { row: saved, takesRequests = true, hasMotion = false, hasEnd = true, onChange } = props;
  const house = useWholeHouse();
  const row = withPreset(saved);
  const address = addressNow(house, row);
  const gone = goneChoice(house, row);
  const deeds = deedsOf(house, address);
  const { does = "" } = row;
  const request = { value: WEBHOOK, text: say("automation.edit.webhook"), icon: "flow", isLast: true } as const;
  return (
    <>
      <ResourcePicker
        label={say("automation.edit.target")}
        offered={actable(house)}
        others={takesRequests ? [request] : []}
        value={address}
        isDoing
        {...(gone && { ...gone, fault: say("automation.edit.gone") })}
        onChoose={(next) => onChange(picked(house, next, row))}
      />
      {does !== "" && (
        <div class="zg-rule-says">
          {does !== WEBHOOK && (
            <DeedChoice
              deeds={[...new Set([...deeds, does])]}
              chosen={does}
              wordsOf={(deed) => say(`automation.deed.${deedKey(house, address, deed)}`)}
              onChoose={(deed) => onChange(withDeed(house, address, deed, row))}
            />
          )}
          <DeedValue row={row} address={address} house={house} onChange={onChange} />
          {hasEnd && canEnd(house, address, row) && <OffAfter {...{ row, hasMotion, onChange }} />}
        </div>
      )}
    </>
  );
}

/** For users who know the API; these commands come last. */
const RARE: readonly string[] = ["body", "config"];

interface DeedChoiceProps {
  readonly deeds: readonly string[];
  readonly chosen: string;
  readonly wordsOf: (deed: string) => string;
  readonly onChoose: (deed: string) => void;
}

function DeedChoice({ deeds, chosen, wordsOf, onChoose }: DeedChoiceProps) {
  const options = (isRare: boolean) =>
    deeds.filter((deed) => RARE.includes(deed) === isRare).map((deed) => [deed, wordsOf(deed)] as const);
  return (
    <select
      aria-label={say("automation.edit.does")}
      value={chosen}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      <Options of={options(false)} />
      <optgroup label={say("automation.edit.more")}>
        <Options of={options(true)} />
      </optgroup>
    </select>
  );
}

/** Flows of older versions have a color temperature alone. */
function withPreset(row: ActionRow): ActionRow {
  if (row.does !== "kelvin") return row;
  return { ...row, does: "preset", value: JSON.stringify({ ct: miredOf(Number(row.value)) }) };
}

const AMOUNTS: Readonly<Record<string, { readonly min: number; readonly max: number; readonly unit: string }>> = {
  brightness: { min: 0, max: 100, unit: "%" },
  heat: { min: 5, max: 35, unit: "°C" },
};

interface DeedValueProps {
  readonly row: ActionRow;
  readonly address: string;
  readonly house: HouseState;
  readonly onChange: (row: ActionRow) => void;
}

function DeedValue({ row, address, house, onChange }: DeedValueProps) {
  const { does = "", value = "" } = row;
  const write = (next: string) => onChange({ ...row, value: next });
  if (does === "preset") return <PresetFields address={address} preset={value} onChange={write} />;
  const amount = AMOUNTS[does];
  if (amount)
    return (
      <span class="zg-rule-number">
        <input
          type="number"
          step="any"
          min={amount.min}
          max={amount.max}
          aria-label={say("automation.edit.value")}
          value={value}
          onInput={({ currentTarget }) => write(currentTarget.value)}
        />
        <span>{amount.unit}</span>
      </span>
    );
  if (does === "scene") return <Scenes row={row} address={address} house={house} onChange={onChange} />;
  if (does === WEBHOOK) return <RequestFields row={row} onChange={onChange} />;
  if (does === "body" || does === "config") return <JsonField value={value} onChange={write} />;
  return null;
}

/** In the group of another house scenes are known by their names. */
function Scenes({ row, address, house, onChange }: DeedValueProps) {
  const { value = "", valueName = "", house: home = "" } = row;
  const scenes = scenesOf(house, address);
  const isElsewhere = home !== "" && home !== String(house.config.bridgeid ?? "");
  const saved = scenes.find(({ id, name }) => (isElsewhere ? name === valueName : id === value));
  return (
    <Choice
      label={say("automation.edit.scene")}
      value={saved?.id ?? "gone"}
      options={scenes.map(({ id, name }) => [id, name])}
      onChange={(chosen) => {
        const scene = scenes.find(({ id }) => id === chosen);
        if (scene) onChange({ ...row, ...referenceTo(house, address), ...sceneIn(scene) });
      }}
    >
      {!saved && <option value="gone">{say("automation.edit.scene-gone", { name: valueName || value })}</option>}
    </Choice>
  );
}

function RequestFields({ row, onChange }: Pick<DeedValueProps, "row" | "onChange">) {
  const { method = "POST", url = "", value = "{}" } = row;
  return (
    <>
      <Choice
        label={say("automation.edit.method")}
        class="zg-rule-short"
        value={method}
        options={METHODS.map((each) => [each, each])}
        onChange={(next) => onChange({ ...row, method: next })}
      />
      <input
        type="text"
        class="zg-rule-url"
        aria-label={say("automation.edit.url")}
        placeholder="http://"
        value={url}
        onInput={({ currentTarget }) => onChange({ ...row, url: currentTarget.value.trim() })}
      />
      <JsonField value={value} onChange={(next) => onChange({ ...row, value: next })} />
    </>
  );
}

function JsonField({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  return (
    <textarea
      class="zg-rule-json"
      rows={2}
      spellcheck={false}
      aria-label={say("automation.edit.body")}
      value={value}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

interface OffAfterProps extends Pick<DeedValueProps, "row" | "onChange"> {
  readonly hasMotion: boolean;
}

/** The time counts from switching on; from the last motion, where the editor may make a second rule for that. */
function OffAfter({ row, hasMotion, onChange }: OffAfterProps) {
  const { offAfter, offFrom: _, ...rest } = row;
  const from = hasMotion && row.offFrom === "motion" ? "motion" : "on";
  const begun = { ...rest, offAfter: USUAL_DELAY, ...(hasMotion ? { offFrom: "motion" } : {}) };
  return (
    <span class="zg-rule-lasting">
      <Tick class="zg-rule-tick" isOn={offAfter !== undefined} onChange={(isOn) => onChange(isOn ? begun : rest)}>
        <span>{say(`automation.edit.off-${offAfter !== undefined && hasMotion ? "then" : "after"}`)}</span>
      </Tick>
      {offAfter !== undefined && (
        <>
          <Duration
            label={say("automation.edit.off-after")}
            value={offAfter}
            {...(from === "motion" ? {} : { most: LONGEST_ON })}
            onChange={(next) => onChange({ ...row, offAfter: next })}
          />
          {hasMotion && (
            <Choice
              label={say("automation.edit.off-from")}
              value={from}
              options={(["motion", "on"] as const).map((each) => [each, say(`automation.edit.off-from-${each}`)])}
              onChange={(next) => onChange({ ...rest, offAfter, ...(next === "motion" ? { offFrom: next } : {}) })}
            />
          )}
          <span class="zg-hint">
            {say(from === "motion" ? "automation.edit.off-from-about" : "automation.edit.off-after-about")}{" "}
            {!hasMotion && say("automation.edit.off-after-motion")}
          </span>
        </>
      )}
    </span>
  );
}
