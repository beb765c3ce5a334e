/** Which values of a resource are wanted: a tick for each, in words, with how it is now. */
import { useMemo, useState } from "preact/hooks";
import { devicesIn } from "../devices/house-devices.ts";
import { ownMember, sayMember, sayValue } from "../devices/values/words.ts";
import { useHouse } from "../hooks.ts";
import { say } from "../texts.ts";

interface MemberTicksProps {
  readonly address: string; //              "" for a resource that does not exist yet
  readonly names: readonly string[];
  readonly rare?: readonly string[]; //      shown when the user asks for more
  readonly chosen: readonly string[];
  readonly label: string;
  readonly onChange: (chosen: readonly string[]) => void;
}

export function MemberTicks({ address, names, rare = [], chosen, label, onChange }: MemberTicksProps) {
  const [isWhole, setWhole] = useState(false);
  const { lights, sensors } = useHouse((house) => ({ lights: house.lights, sensors: house.sensors }));
  const resource = useMemo(
    () =>
      devicesIn({ devices: {}, lights, sensors })
        .flatMap(({ resources }) => resources)
        .find((each) => each.address === address),
    [lights, sensors, address],
  );
  const all = [...new Set([...names, ...(isWhole ? rare : []), ...chosen])];
  const hidden = rare.filter((name) => !all.includes(name));
  return (
    <fieldset class="zg-values" aria-label={label}>
      {all.map((name) => {
        const isChosen = chosen.includes(name);
        const section = resource && !(name in resource.state) && name in resource.config ? "config" : "state";
        const value = resource?.[section][name];
        return (
          <label key={name} class="zg-value-tick">
            <input
              type="checkbox"
              checked={isChosen}
              data-member={name}
              onChange={() => onChange(isChosen ? chosen.filter((each) => each !== name) : [...chosen, name])}
            />
            <span class="zg-value-tick-name">{sayMember(resource ? ownMember(resource, name) : name, section)}</span>
            {resource && value !== undefined && value !== null && (
              <span class="zg-value-tick-now">{sayValue(resource, name, value)}</span>
            )}
          </label>
        );
      })}
      {hidden.length > 0 && (
        <button type="button" class="zg-button zg-value-more" onClick={() => setWhole(true)}>
          {say("pick.more-values", { count: hidden.length })}
        </button>
      )}
    </fieldset>
  );
}
