/** The gateway at a glance, and "Is everything all right?". */
import { HealthList } from "./health.tsx";
import { useHouse } from "./hooks.ts";
import { say } from "./texts.ts";
import { Icon, type IconName } from "./widgets/icons.tsx";
import { Badge } from "./widgets/widgets.tsx";

export function Overview() {
  return (
    <>
      <Glance />
      <Counts />
      <HealthList />
    </>
  );
}

function Glance() {
  const { name, hasRadio, isUp, reason, address, port, channel } = useHouse(({ config, gateway, hasRadio }) => ({
    name: String(config.name),
    hasRadio,
    isUp: config.rfconnected === true,
    reason: String(gateway.reason ?? ""),
    address: String(config.ipaddress),
    port: Number(config.port),
    channel: Number(config.zigbeechannel),
  }));
  return (
    <section class="zg-section" aria-label={say("overview.glance")}>
      <h2>{name}</h2>
      <dl class="zg-facts">
        <dt>{say("overview.radio")}</dt>
        {hasRadio ? (
          <dd>
            <Badge tone={isUp ? "good" : "bad"}>{say(isUp ? "overview.up" : "overview.down")}</Badge>
            {isUp ? say("overview.channel", { channel }) : reason}
          </dd>
        ) : (
          <dd>{say("overview.no-radio")}</dd>
        )}
        <dt>{say("overview.api")}</dt>
        <dd>{port > 0 ? <code>{`${address}:${port}`}</code> : <Badge tone="bad">{say("overview.no-api")}</Badge>}</dd>
      </dl>
    </section>
  );
}

const COUNTED: readonly (readonly [
  family: "devices" | "lights" | "sensors" | "groups" | "rules" | "schedules",
  icon: IconName,
])[] = [
  ["devices", "device"],
  ["lights", "light"],
  ["sensors", "temperature"],
  ["groups", "house"],
  ["rules", "rule"],
  ["schedules", "clock"],
];

function Counts() {
  const counts = useHouse((house) =>
    Object.fromEntries(COUNTED.map(([family]) => [family, Object.keys(house[family]).length])),
  );
  return (
    <ul class="zg-counts">
      {COUNTED.map(([family, icon]) => (
        <li key={family}>
          <Icon name={icon} />
          {say(`overview.${family}`, { count: counts[family] })}
        </li>
      ))}
    </ul>
  );
}
