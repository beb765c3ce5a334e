/** The trouble of a device and its cure; and the fate of the messages to it. */
import type { Trouble, TroubleKind } from "../../../src/model/doctor/troubles.ts";
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

export function useDeviceNames(): NameOf {
  const devices = useHouseDevices();
  return (uniqueid) => devices.find(({ key }) => key === uniqueid)?.name ?? uniqueid;
}

interface OfDevice {
  readonly device: HouseDevice;
}

/** Nothing, where all is well; a line, where a device sleeps and something waits for it. */
export function TroubleNote({ device }: OfDevice) {
  const nameOf = useDeviceNames();
  const [, go] = usePlace();
  const { info, key } = device;
  const trouble = readTrouble(info.trouble);
  if (!trouble) return info.sleepy === true && !device.isVirtual ? <AsleepLine device={device} /> : null;
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
              {say("health.do.channels")}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

/** That is no alarm. */
function AsleepLine({ device }: OfDevice) {
  const nameOf = useDeviceNames();
  const { diagnosis } = useDoctor(device) ?? {};
  if (diagnosis?.[0]?.kind !== NO_ALARM) return null;
  const { cause, cure } = sayTrouble(diagnosis[0], nameOf);
  return (
    <p class="zg-hint">
      {cause} {cure}
    </p>
  );
}

const NO_ALARM = "asleep" satisfies TroubleKind;

/** The findings of the doctor, alarming or not, the likeliest cause first, and the fate of the messages; undefined: no answer yet. */
function useDoctor({ key, info, resources, isVirtual }: HouseDevice) {
  const waiting = resources.map(({ config }) => config.pending);
  const signs = JSON.stringify([info.trouble, waiting, deviceReach({ info, resources, isVirtual })]);
  const api = useApi();
  const { answer } = useQuery(() => perform(api, { method: "GET", address: `/devices/${key}` }), [api, key, signs]);
  if (!answer) return undefined;
  const body = isObject(answer.reply?.body) ? answer.reply.body : {};
  const found: readonly unknown[] = Array.isArray(body.diagnosis) ? body.diagnosis : [];
  return {
    diagnosis: found.flatMap((each) => readTrouble(each) ?? []),
    deliveries: isObject(body.deliveries) ? body.deliveries : undefined,
  };
}

/** For curious users: counts, the way, and a day by the hour. */
export function Deliveries({ device }: OfDevice) {
  return (
    <Fold title={say("doctor.deliveries.title")}>
      <DeliveriesOf device={device} />
    </Fold>
  );
}

function DeliveriesOf({ device }: OfDevice) {
  const nameOf = useDeviceNames();
  const doctor = useDoctor(device);
  if (!doctor) return null;
  const { diagnosis, deliveries: told } = doctor;
  if (!told) return <p class="zg-hint">{say("doctor.deliveries.none")}</p>;
  const { sent, retried, lost, since, causes, via, viasince, rejoins } = told;
  const counts = isObject(causes) ? Object.entries(causes).filter(([, count]) => Number(count) >= 1) : [];
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
      <Causes diagnosis={diagnosis} noted={readTrouble(device.info.trouble)?.kind ?? NO_ALARM} />
    </>
  );
}

interface CausesProps {
  readonly diagnosis: readonly Trouble[];
  readonly noted: TroubleKind; // above, on the same page
}

/** More than the note says: other causes, and causes that have not lasted long enough for an alarm. */
function Causes({ diagnosis, noted }: CausesProps) {
  const nameOf = useDeviceNames();
  const unsaid = diagnosis.filter(({ kind }) => kind !== noted);
  if (unsaid.length === 0) return null;
  return (
    <>
      <h4>{say(unsaid.length < diagnosis.length ? "doctor.others" : "doctor.title")}</h4>
      <ul>
        {unsaid.map((trouble) => {
          const { cause, cure } = sayTrouble(trouble, nameOf);
          return (
            <li key={trouble.kind}>
              {cause} <span class="zg-dim">{cure}</span>
            </li>
          );
        })}
      </ul>
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
