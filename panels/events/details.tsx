/** One event, looked at closely: its former values, its cause, and the ways to more of the same. */
import { useHouseDevices, useNamedHouse, usePlace } from "../hooks.ts";
import { say, sayList, sayTime } from "../texts.ts";
import { Dialog } from "../widgets/dialog.tsx";
import { Button } from "../widgets/widgets.tsx";
import { hasCause, type LoggedEvent, membersOf } from "./log.ts";
import { type Place, pathTo } from "./places.ts";

interface EventDetailsProps {
  readonly event: LoggedEvent;
  readonly places: readonly Place[];
  readonly onWhere: (where: string) => void;
  readonly onClose: () => void;
}

export function EventDetails({ event, places, onWhere, onClose }: EventDetailsProps) {
  const { news, name, what, who, many } = event;
  const house = useNamedHouse();
  const devices = useHouseDevices();
  const [, go] = usePlace();
  const members = membersOf(house, news);
  const path = many ? undefined : pathTo(news.address, house, devices);
  const resource = news.address.split("/", 3).join("/");
  const own = many ? undefined : places.find(({ isRoom, addresses }) => !isRoom && addresses.has(resource));
  const narrow = (where: string) => {
    onWhere(where);
    onClose();
  };
  return (
    <Dialog
      title={name}
      onClose={onClose}
      actions={
        <>
          {own && (
            <Button icon="filter" onClick={() => narrow(own.id)}>
              {say("events.only", { name: own.name })}
            </Button>
          )}
          {path && (
            <Button icon="next" onClick={() => go(path)}>
              {say("automation.open", { name })}
            </Button>
          )}
        </>
      }
    >
      {news.madeUp && <p>{say("events.made-up-about")}</p>}
      {members.length === 0 && <p>{many ? say("events.are-new", { names: sayList(many) }) : what}</p>}
      <dl class="zg-facts">
        <dt>{say("events.time")}</dt>
        <dd>{sayTime(news.at, { dateStyle: "medium", timeStyle: "medium" })}</dd>
        {(!many || hasCause(event)) && (
          <>
            <dt>{say("events.who")}</dt>
            <dd>{who}</dd>
          </>
        )}
        {!many && (
          <>
            <dt>{say("events.address")}</dt>
            <dd>
              <code>{news.section ? `${news.address}/${news.section}` : news.address}</code>
            </dd>
          </>
        )}
      </dl>
      {members.length > 0 && <Values members={members} />}
    </Dialog>
  );
}

function Values({ members }: { readonly members: ReturnType<typeof membersOf> }) {
  return (
    <div class="zg-table-frame">
      <table class="zg-table zg-event-values" aria-label={say("events.what")}>
        <thead>
          <tr>
            <th scope="col">{say("events.member")}</th>
            <th scope="col">{say("events.was")}</th>
            <th scope="col">{say("events.is")}</th>
          </tr>
        </thead>
        <tbody>
          {members.map(({ member, label, before, after }) => (
            <tr key={member}>
              <td>{label}</td>
              <td>{before ?? "–"}</td>
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
