/** One newcomer: how far it is, what it became, and the first things that are done with it. */

import { iconOf, kindOf } from "../devices/device-kinds.ts";
import type { Device, Part } from "../devices/device-parts.ts";
import type { Room } from "../devices/device-rooms.ts";
import { sayState, sayType } from "../devices/device-words.ts";
import { say } from "../texts.ts";
import { Fault, useAct } from "../widgets/acting.tsx";
import { Icon } from "../widgets/icons.tsx";
import { Badge, Button, type Tone } from "../widgets/widgets.tsx";
import { PlaceForm } from "./newcomer-place.tsx";
import { type Newcomer, type Step, whyFailed } from "./newcomers.ts";

export interface NewcomerProps {
  readonly newcomer: Newcomer;
  readonly device: Device;
  readonly rooms: readonly Room[];
  readonly isIn: readonly Room[];
  readonly onAway: () => void;
  readonly onFlow?: () => void;
}

const TONES: Readonly<Record<Step, Tone>> = {
  joined: "plain",
  interviewing: "plain",
  ready: "good",
  failed: "bad",
  left: "warn",
};
const WAY: readonly Step[] = ["joined", "interviewing", "ready"];

export function NewcomerCard({ newcomer: { mac, step }, device, rooms, isIn, onAway, onFlow }: NewcomerProps) {
  const { facts, name, parts } = device;
  const isNamed = parts.length > 0;
  return (
    <article class="zg-newcomer" aria-label={name}>
      <header>
        <span class={step === "joined" || step === "interviewing" ? "zg-busy" : ""}>
          <Icon name={isNamed ? iconOf(kindOf(device)) : "device"} />
        </span>
        <div class="zg-newcomer-name">
          <h3>{name}</h3>
          <p class="zg-dim">{[productOf(facts), name === mac ? "" : mac].filter(Boolean).join(" · ")}</p>
        </div>
        <Button icon="bad" label={say("pairing.away", { name })} onClick={onAway} />
      </header>
      <Way step={step} />
      {step === "failed" && <Failed device={device} />}
      {step === "left" && <p class="zg-hint">{say("pairing.left-again")}</p>}
      {step === "ready" && parts.length === 0 && <p class="zg-hint">{say("pairing.unknown")}</p>}
      {step === "ready" && isNamed && (
        <>
          <Became parts={parts} device={device} />
          <PlaceForm device={device} rooms={rooms} isIn={isIn} />
          <div class="zg-actions">
            {parts.filter(canBlink).map((part) => (
              <Blink key={part.address} part={part} isAlone={parts.filter(canBlink).length === 1} />
            ))}
            {onFlow && (
              <Button icon="flow" onClick={onFlow}>
                {say("pairing.flow.make")}
              </Button>
            )}
          </div>
        </>
      )}
    </article>
  );
}

/** Joined, interviewed, ready: where it is on its way. */
function Way({ step }: { readonly step: Step }) {
  if (step === "failed" || step === "left") return <Badge tone={TONES[step]}>{say(`pairing.step.${step}`)}</Badge>;
  const at = WAY.indexOf(step);
  return (
    <ol class="zg-way">
      {WAY.map((each, index) => (
        <li
          key={each}
          class={index < at || step === "ready" ? "zg-passed" : ""}
          aria-current={index === at ? "step" : undefined}
        >
          {say(`pairing.step.${each}`)}
        </li>
      ))}
    </ol>
  );
}

/** Each with what it has told first. */
function Became({ parts, device }: { readonly parts: readonly Part[]; readonly device: Device }) {
  return (
    <dl class="zg-facts zg-became">
      {parts.map((part) => (
        <div key={part.address}>
          <dt>{sayType(part.type)}</dt>
          <dd>{sayState({ ...device, parts: [part] }) || say("pairing.told-nothing")}</dd>
        </div>
      ))}
    </dl>
  );
}

function Failed({ device }: { readonly device: Device }) {
  const act = useAct();
  return (
    <>
      <p>{say(`pairing.why.${whyFailed(device)}`)}</p>
      <p class="zg-hint">{say("pairing.why-cure")}</p>
      <Button icon="refresh" onClick={() => act.wish("POST", `/devices/${device.key}/interview`)}>
        {say("pairing.ask-again")}
      </Button>
      <Fault act={act} />
    </>
  );
}

function Blink({ part, isAlone }: { readonly part: Part; readonly isAlone: boolean }) {
  const act = useAct();
  const blink = () => act.wish("PUT", `${part.address}/state`, { alert: "lselect" });
  return (
    <>
      <Button icon="light" onClick={blink}>
        {isAlone ? say("pairing.blink") : say("pairing.blink-named", { name: part.view.name })}
      </Button>
      <Fault act={act} />
    </>
  );
}

function canBlink({ family, view, type }: Part): boolean {
  const { alerts } = (view.capabilities ?? {}) as { readonly alerts?: unknown };
  return family === "lights" && type !== "Warning device" && Array.isArray(alerts) && alerts.includes("lselect");
}

function productOf({ vendor, manufacturername, productname, modelid }: Device["facts"]): string {
  return [vendor ?? manufacturername, productname ?? modelid]
    .filter((word) => typeof word === "string" && word)
    .join(" ");
}
