/** What a device is, and whether it is there. */
import type { ComponentChildren } from "preact";
import { useNow } from "../hooks.ts";
import { say, sayAgo } from "../texts.ts";
import { Badge, type Tone } from "../widgets/widgets.tsx";
import { batteryOf, lastSeen, linkQuality, reachOf } from "./device-health.ts";
import type { Kind } from "./device-kinds.ts";
import type { Device } from "./device-parts.ts";
import { BatterySign, LinkSign } from "./device-signs.tsx";

const TONES = { there: "good", asleep: "plain", unreachable: "bad", virtual: "plain" } as const satisfies Record<
  string,
  Tone
>;

const TICK = 30_000; // milliseconds

export function DeviceFacts({ device, kind }: { readonly device: Device; readonly kind: Kind }) {
  const now = useNow(TICK);
  const { facts, parts, key, isVirtual } = device;
  const view = parts[0]?.view ?? {};
  const reach = reachOf(device);
  const seen = lastSeen(device, now);
  const quality = linkQuality(device);
  const battery = batteryOf(device);
  const rows: readonly (readonly [label: string, shown: ComponentChildren])[] = [
    ["is", say(`devices.kind.${kind}`)],
    ["product", words(facts.vendor, facts.productname, facts.productid)],
    ["model", words(facts.manufacturername ?? view.manufacturername, facts.modelid ?? view.modelid)],
    ["software", words(facts.swversion ?? view.swversion)],
    ["role", typeof facts.kind === "string" && say(`devices.role.${facts.kind}`)],
    ["address", <code key="address">{isVirtual ? words(view.uniqueid) : key}</code>],
  ];
  return (
    <section aria-label={say("devices.facts")}>
      <p class="zg-device-state">
        <Badge tone={TONES[reach]}>{say(`devices.reach.${reach}`)}</Badge>
        <BatterySign battery={battery} />
        <LinkSign quality={quality} />
        {!Number.isNaN(seen) && <span class="zg-dim">{say("devices.seen", { ago: sayAgo(seen, now) })}</span>}
      </p>
      <dl class="zg-facts">
        {rows.flatMap(([label, shown]) =>
          shown ? [<dt key={`${label}-t`}>{say(`devices.fact.${label}`)}</dt>, <dd key={label}>{shown}</dd>] : [],
        )}
      </dl>
    </section>
  );
}

function words(...all: readonly unknown[]): string {
  return all.filter((word) => typeof word === "string" && word !== "").join(" · ");
}
