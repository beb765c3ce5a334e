/** What is wrong with a device, and what to do about it; and what became of the messages to it. */
import { readTrouble } from "../../../src/model/doctor/wording.ts";
import { isObject, type Values } from "../../../src/model/resource.ts";
import { useApi, useHouseDevices, usePlace, useQuery } from "../../hooks.ts";
import { perform } from "../../perform.ts";
import { say, sayAgo, sayList, sayTime, utc } from "../../texts.ts";
import { Icon } from "../../widgets/icons.tsx";
import { Button, Fold } from "../../widgets/widgets.tsx";
import { deviceReach } from "../availability.ts";
import type { HouseDevice } from "../house-devices.ts";
import { type NameOf, sayTrouble } from "./trouble-in-words.ts";
import "./trouble.css";

export function useDeviceNames(): NameOf {
  const devices = useHouseDevices();
  return (uniqueid) => devices.find(({ key }) => key === uniqueid)?.name ?? uniqueid;
}

interface OfDevice {
  readonly device: HouseDevice;
}

/** Nothing, where all is well. */
export function TroubleNote({ device: { info, key } }: OfDevice) {
  const nameOf = useDeviceNames();
  const [, go] = usePlace();
  const trouble = readTrouble(info.trouble);
  if (!trouble) return null;
  const { cause, cure } = sayTrouble(trouble, nameOf);
  const { by, kind } = trouble;
  return (
    <section class="zg-trouble" aria-label={say("doctor.title")}>
      <Icon name="bad" />
      <div>
        <p>{cause}</p>
        <p class="zg-cure">{cure}</p>
        <div class="zg-actions">
          {by !== undefined && by !== key && (
            <Button
              icon="next"
              label={say("health.do.device", { name: nameOf(by) })}
              onClick={() => go(["devices", by])}
            >
              {nameOf(by)}
            </Button>
          )}
          {kind === "channel-busy" && (
            <Button icon="network" onClick={() => go(["network", "channels"])}>
              {say("doctor.channels")}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

/** For those who want to know: counts, the way, and a day by the hour. */
export function Deliveries({ device }: OfDevice) {
  return (
    <Fold title={say("doctor.deliveries.title")}>
      <DeliveriesOf device={device} />
    </Fold>
  );
}

function DeliveriesOf({ device }: OfDevice) {
  const { key: mac } = device;
  const api = useApi();
  const nameOf = useDeviceNames();
  const { answer } = useQuery(() => perform(api, { method: "GET", address: `/devices/${mac}` }), [api, mac]);
  const body = isObject(answer?.reply?.body) ? answer.reply.body : {};
  const told = isObject(body.deliveries) ? body.deliveries : undefined;
  if (!answer) return null;
  if (!told) return <p class="zg-hint">{say("doctor.deliveries.none")}</p>;
  const { sent, retried, lost, since, causes, via, viasince, rejoins } = told;
  const counts = isObject(causes) ? Object.entries(causes).filter(([, count]) => Number(count) >= 1) : [];
  const [, ...others] = (Array.isArray(body.diagnosis) ? body.diagnosis : []).flatMap(
    (each) => readTrouble(each) ?? [],
  );
  return (
    <>
      <p>{say("doctor.deliveries.counts", { sent, retried, lost, time: sayTime(utc(since)) })}</p>
      {counts.length > 0 && (
        <p>
          {say("doctor.deliveries.causes", { causes: sayList(counts.map(([cause, count]) => sayCause(cause, count))) })}
        </p>
      )}
      {typeof via === "string" && (
        <p>{say("doctor.deliveries.via", { name: nameOfNode(via, nameOf), ago: sayAgo(utc(viasince)) })}</p>
      )}
      {Number(rejoins) > 0 && deviceReach(device) !== "unreachable" && (
        <p>{say("doctor.deliveries.rejoins", { count: Number(rejoins) })}</p>
      )}
      <Hours hours={Array.isArray(told.hours) ? (told.hours as readonly Values[]) : []} />
      {others.length > 0 && (
        <>
          <h4>{say("doctor.others")}</h4>
          <ul>
            {others.map((trouble) => (
              <li key={trouble.kind}>{sayTrouble(trouble, nameOf).cause}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** The stick is no device of the house. */
function nameOfNode(mac: string, nameOf: NameOf): string {
  const name = nameOf(mac);
  return name === mac ? say("network.coordinator") : name;
}

function sayCause(cause: string, count: unknown): string {
  const name = say(`doctor.deliveries.cause.${cause}`);
  return say("doctor.deliveries.cause-count", { name, count: Math.round(Number(count)) });
}

const BEST = 255;

/** A bar for each hour: as high as its link, and from below so much of it red as was lost. */
function Hours({ hours }: { readonly hours: readonly Values[] }) {
  return (
    <figure class="zg-hours">
      <figcaption>
        {say("doctor.deliveries.hours")} <span class="zg-hours-link">{say("doctor.deliveries.link")}</span>{" "}
        <span class="zg-hours-lost">{say("doctor.deliveries.lost")}</span>
      </figcaption>
      <ol>
        {hours.map(({ at, sent, lost, link }) => {
          const share = Number(sent) > 0 ? Math.min(1, Number(lost) / Number(sent)) : 0;
          const height = typeof link === "number" ? link / BEST : 0;
          const time = sayTime(utc(at), { timeStyle: "short" });
          const words = { time, link: typeof link === "number" ? link : "–", sent, lost };
          return (
            <li key={String(at)} title={say("doctor.deliveries.hour", words)}>
              <span class="zg-hidden">{say("doctor.deliveries.hour", words)}</span>
              <span class="zg-hours-link" style={{ height: `${height * 100}%` }} aria-hidden="true" />
              <span class="zg-hours-lost" style={{ height: `${share * 100}%` }} aria-hidden="true" />
            </li>
          );
        })}
      </ol>
    </figure>
  );
}
