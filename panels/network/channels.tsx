/** The sixteen channels: the traffic on each, with Wi-Fi drawn in, the advice, and the move to another one with its price. */
import { useState } from "preact/hooks";
import { isObject, type Values } from "../../src/model/resource.ts";
import { CommandError, type Commands, useCommands } from "../commands.tsx";
import { useDeviceNames } from "../devices/care/trouble.tsx";
import { useApi, useHouse, useQuery } from "../hooks.ts";
import { perform } from "../perform.ts";
import { say, sayMoment, sayNames, sayNumber, utc } from "../texts.ts";
import { Question } from "../widgets/dialog.tsx";
import { Select } from "../widgets/fields.tsx";
import { Button } from "../widgets/widgets.tsx";
import { adviceFor, type ChannelLevel, levelsIn, toneOf, WIFI } from "./channel-levels.ts";

/** The heading is there from the first: a link to it does not wait for the answer. */
export function Channels() {
  const api = useApi();
  const commands = useCommands();
  const radio = useHouse(({ config, coordinator }) => `${config.zigbeechannel} ${coordinator}`);
  const { answer, again } = useQuery(() => perform(api, { method: "GET", address: "/devices/channels" }), [api, radio]);
  const measure = async () => {
    await commands.send("POST", "/devices/channels");
    again();
  };
  return (
    <section class="zg-section" aria-labelledby="zg-channels">
      <h3 id="zg-channels">{say("channels.title")}</h3>
      <p class="zg-hint">{say("channels.about")}</p>
      {isObject(answer?.reply?.body) && <Told body={answer.reply.body} commands={commands} measure={measure} />}
    </section>
  );
}

interface ToldProps {
  readonly body: Values;
  readonly commands: Commands;
  readonly measure: () => Promise<void>;
}

function Told({ body, commands, measure }: ToldProps) {
  const levels = levelsIn(body.channels);
  const { says, ...values } = adviceFor(body, levels);
  return (
    <>
      <Strip levels={levels} own={Number(body.own)} />
      <p role="status">{say(`channels.${says}`, values)}</p>
      <div class="zg-actions">
        <Button icon="refresh" onClick={measure}>
          {say("channels.measure")}
        </Button>
        {typeof body.at === "string" && (
          <span class="zg-dim">{say("channels.at", { time: sayMoment(utc(body.at)) })}</span>
        )}
      </div>
      <CommandError of={commands} />
      <Move told={body} advised={"better" in values ? values.better : undefined} />
    </>
  );
}

interface StripProps {
  readonly levels: readonly ChannelLevel[];
  readonly own: number;
}

function Strip({ levels, own }: StripProps) {
  return (
    <figure class="zg-channels" aria-labelledby="zg-channels">
      <div class="zg-channel-air">
        {WIFI.map(({ number, from, to }) => (
          <span
            key={number}
            class="zg-wifi"
            style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
            aria-hidden="true"
          >
            {say("channels.wifi", { number })}
          </span>
        ))}
        <ol>
          {levels.map((level) => (
            <Column key={level.channel} level={level} isOwn={level.channel === own} />
          ))}
        </ol>
      </div>
      <figcaption>
        <span class="zg-key-usual">{say("channels.usual")}</span> <span class="zg-key-now">{say("channels.now")}</span>{" "}
        <span class="zg-key-own">{say("channels.own")}</span>
      </figcaption>
    </figure>
  );
}

interface ColumnProps {
  readonly level: ChannelLevel;
  readonly isOwn: boolean;
}

function Column({ level: { channel, usual, now }, isOwn }: ColumnProps) {
  const percent = (share: number | undefined) => (share === undefined ? "–" : sayNumber(share * 100, 0));
  const words = say("channels.level", { channel, usual: percent(usual), now: percent(now) });
  return (
    <li class={isOwn ? "zg-own-channel" : undefined} title={words}>
      <span class="zg-hidden">
        {words}
        {isOwn && `, ${say("channels.own")}`}
      </span>
      <span class="zg-level" aria-hidden="true">
        {usual !== undefined && (
          <span class={`zg-link-${toneOf(usual)}`} style={{ height: `${Math.max(2, usual * 100)}%` }} />
        )}
        {now !== undefined && <i style={{ bottom: `${now * 100}%` }} />}
      </span>
      <span class="zg-channel-number" aria-hidden="true">
        {channel}
      </span>
    </li>
  );
}

const MOST_NAMES = 5;

interface MoveProps {
  readonly told: Values;
  readonly advised: number | undefined;
}

function Move({ told, advised }: MoveProps) {
  const commands = useCommands();
  const nameOf = useDeviceNames();
  const [chosen, choose] = useState<string | undefined>(undefined);
  const [isAsked, ask] = useState(false);
  const own = Number(told.own);
  const others = levelsIn(told.channels).flatMap(({ channel }) => (channel === own ? [] : [channel]));
  const wanted = chosen ?? String(advised ?? others.find((channel) => [15, 20, 25].includes(channel)) ?? "");
  const move = () => commands.send("PUT", "/config", { zigbeechannel: Number(wanted) });
  if (told.own === null) return null;
  return (
    <>
      <div class="zg-channel-move">
        <Select
          label={say("channels.to")}
          value={wanted}
          options={others.map((channel) => [String(channel), String(channel)])}
          onChange={choose}
        />
        <Button icon="network" onClick={() => ask(true)}>
          {say("channels.go")}
        </Button>
      </div>
      <Followers told={told} />
      <CommandError of={commands} />
      {isAsked && (
        <Question
          title={say("channels.sure", { channel: wanted })}
          yes={say("channels.yes")}
          onYes={move}
          onClose={() => ask(false)}
        >
          <Cost told={told} nameOf={nameOf} />
        </Question>
      )}
    </>
  );
}

interface CostProps {
  readonly told: Values;
  readonly nameOf: (mac: string) => string;
}

function Cost({ told, nameOf }: CostProps) {
  const { follow, sleepers, stay } = isObject(told.move) ? told.move : {};
  const left: readonly unknown[] = Array.isArray(stay) ? stay : [];
  const names = left.map((mac) => nameOf(String(mac)));
  return (
    <>
      <p>{say("channels.cost", { follow, sleepers })}</p>
      {names.length > 0 && (
        <p>
          {say("channels.stay", {
            names: sayNames(names.slice(0, MOST_NAMES), Math.max(0, names.length - MOST_NAMES)),
          })}
        </p>
      )}
    </>
  );
}

function Followers({ told: { moved, followed } }: { readonly told: Values }) {
  if (!isObject(followed)) return null;
  const { count, of } = followed;
  return <p>{say("channels.moved", { time: sayMoment(utc(moved)), count, of })}</p>;
}
