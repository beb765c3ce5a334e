/** Touchlink: lights right beside the stick are found in any network, blink, and forget that network. */
import { useEffect, useState } from "preact/hooks";
import { CommandError, useCommands } from "../commands.tsx";
import { useApi, useChanges, useHouse } from "../hooks.ts";
import { say } from "../texts.ts";
import { Question } from "../widgets/dialog.tsx";
import { Badge, Button, Empty } from "../widgets/widgets.tsx";
import {
  type FoundLight,
  failureOf,
  IDLE,
  networkOf,
  type ShownTouchlinkJob,
  touchlinkStateAfter,
} from "./touchlink-state.ts";

/** `isBrief`: its purpose stands beside it. */
export function Touchlink({ isBrief = false }: { readonly isBrief?: boolean }) {
  const { isAble, isUp } = useHouse(({ skills, config }) => ({
    isAble: skills.includes("touchlink"),
    isUp: config.rfconnected === true,
  }));
  const { isScanning, found, job } = useTouchlink();
  const [asked, setAsked] = useState<FoundLight | undefined>(undefined);
  const commands = useCommands();
  const isBusy = isScanning || job?.is === "running";
  if (!isAble) return <p class="zg-hint">{say(isUp ? "pairing.touchlink.cannot" : "pairing.no-radio")}</p>;
  return (
    <div class="zg-touchlink">
      {!isBrief && <p class="zg-hint">{say("pairing.touchlink.about")}</p>}
      <Button icon="search" isDisabled={isBusy} onClick={() => commands.send("POST", "/touchlink/scan")}>
        {say("pairing.touchlink.scan")}
      </Button>
      <CommandError of={commands} />
      <p role="status" aria-live="polite" class={isBusy ? "zg-busy-line" : ""}>
        {job ? sayJob(job, found) : ""}
      </p>
      {job?.do === "scan" && job.is === "done" && found.length === 0 && <Empty>{say("pairing.touchlink.none")}</Empty>}
      <ul class="zg-touched">
        {found.map((each) => (
          <Found
            key={each.id}
            touched={each}
            hasId={isBrief}
            isBusy={isBusy}
            onIdentify={() => commands.send("POST", `/touchlink/${each.id}/identify`)}
            onReset={() => setAsked(each)}
          />
        ))}
      </ul>
      {asked && (
        <Question
          title={say("pairing.touchlink.reset-named", { mac: asked.mac })}
          yes={say("pairing.touchlink.reset")}
          isDangerous
          onYes={() => commands.send("POST", `/touchlink/${asked.id}/reset`)}
          onClose={() => setAsked(undefined)}
        >
          <p>{say("pairing.touchlink.reset-sure")}</p>
        </Question>
      )}
    </div>
  );
}

interface FoundProps {
  readonly touched: FoundLight;
  readonly hasId: boolean; // as a message names it
  readonly isBusy: boolean;
  readonly onIdentify: () => unknown;
  readonly onReset: () => void;
}

function Found({ touched, hasId, isBusy, onIdentify, onReset }: FoundProps) {
  const { id, mac, rssi, channel } = touched;
  const { name, network } = useHouse((house) => ({
    name: Object.hasOwn(house.devices, mac) ? String(house.devices[mac]?.name ?? mac) : "",
    network: networkOf(touched, house),
  }));
  return (
    <li>
      <div>
        <div>{name || mac}</div>
        <div class="zg-dim">
          {hasId && (
            <>
              <code>{`id: "${id}"`}</code>
              {" · "}
            </>
          )}
          {say("pairing.touchlink.heard", { channel, rssi })}
        </div>
        <Badge tone={network === "free" ? "good" : "plain"}>{say(`pairing.touchlink.${network}`)}</Badge>
      </div>
      <div class="zg-actions">
        <Button
          icon="light"
          isDisabled={isBusy}
          label={say("pairing.touchlink.identify-named", { mac })}
          onClick={onIdentify}
        >
          {say("pairing.touchlink.identify")}
        </Button>
        <Button
          kind="danger"
          isDisabled={isBusy}
          label={say("pairing.touchlink.reset-named", { mac })}
          onClick={onReset}
        >
          {say("pairing.touchlink.reset")}
        </Button>
      </div>
    </li>
  );
}

/** The state of touchlink, whichever client began the job. */
function useTouchlink() {
  const api = useApi();
  const [state, setState] = useState(IDLE);
  useEffect(() => {
    api.perform("GET", "/touchlink/scan").then(
      ({ status, body }) =>
        status === 200 && setState((before) => touchlinkStateAfter(before, body as Record<string, unknown>)),
      () => {}, // the panels show elsewhere that the gateway is not reached
    );
  }, [api]);
  useChanges((news) => {
    for (const { address, values } of news)
      if (address === "/touchlink") setState((before) => touchlinkStateAfter(before, values));
  });
  return state;
}

function sayJob(job: ShownTouchlinkJob, found: readonly FoundLight[]): string {
  const mac = found.find(({ id }) => id === job.id)?.mac ?? "";
  if (job.is === "failed") return say(`pairing.touchlink.failed.${failureOf(job)}`, { mac, reason: job.reason ?? "" });
  return say(`pairing.touchlink.${job.is}.${job.do}`, { mac, count: found.length });
}
