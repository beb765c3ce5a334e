/** The programs that use the API: the link window in which one is given its key, and the keys that were given. */
import { useEffect, useState } from "preact/hooks";
import { useApi, useHouse, useNote, useNow } from "../hooks.ts";
import { perform } from "../perform.ts";
import { say, sayAgo, utc } from "../texts.ts";
import { Question } from "../widgets/dialog.tsx";
import { type Column, Table } from "../widgets/table.tsx";
import { Button, Empty, Ring } from "../widgets/widgets.tsx";
import { NewKey } from "./new-key.tsx";

const OPEN_FOR = 60; // seconds

interface ApiKey {
  readonly prefix: string;
  readonly name: string;
  readonly created: number;
  readonly used: number;
}

export function Keys() {
  return (
    <section class="zg-section" aria-labelledby="zg-programs">
      <h2 id="zg-programs">{say("keys.title")}</h2>
      <IssuedKeys />
      <LinkWindow />
    </section>
  );
}

/** Other clients may open and close the window, too: the house says whether it is open. */
function LinkWindow() {
  const isOpen = useHouse(({ config }) => config.linkbutton === true);
  const api = useApi();
  const note = useNote();
  const [until, setUntil] = useState(0);
  const left = Math.max(0, Math.ceil((until - useNow(250, isOpen)) / 1000));
  useEffect(() => {
    if (!isOpen) return;
    api.secondsOpen().then(
      (seconds) => setUntil(Date.now() + seconds * 1000),
      () => setUntil(0), // it is open, but for how long is not known
    );
  }, [api, isOpen]);
  const [isMaking, make] = useState(false);
  const openFor = async (seconds: number) => {
    const { refusal } = await perform(api, { method: "PUT", address: "/config", body: { unlock: seconds } });
    if (refusal !== undefined) note(refusal, "bad");
  };
  return (
    <>
      <h3>{say("keys.window")}</h3>
      <p class="zg-hint">{say("keys.window-about")}</p>
      {isOpen && (
        <div class="zg-window">
          <Ring label={say("keys.left")} value={left} max={OPEN_FOR}>
            {left > 0 ? left : ""}
          </Ring>
          <p role="status">{say("keys.open-now")}</p>
        </div>
      )}
      <div class="zg-actions">
        {isOpen ? (
          <Button onClick={() => openFor(0)}>{say("keys.close")}</Button>
        ) : (
          <Button kind="primary" icon="key" onClick={() => openFor(OPEN_FOR)}>
            {say("keys.open")}
          </Button>
        )}
        <Button icon="plus" onClick={() => make(true)}>
          {say("keys.new")}
        </Button>
      </div>
      {isMaking && <NewKey onClose={() => make(false)} />}
    </>
  );
}

function IssuedKeys() {
  const keys = useHouse(({ config }) => config.whitelist);
  const [asked, setAsked] = useState<ApiKey | undefined>(undefined);
  const rows = keysIn(keys);
  return (
    <>
      {rows.length === 0 ? (
        <Empty>{say("keys.none")}</Empty>
      ) : (
        <Table
          label={say("keys.given", { count: rows.length })}
          rows={rows}
          keyOf={({ prefix }) => prefix}
          sortedBy="used"
          isDown
          columns={columnsFor(setAsked)}
        />
      )}
      {asked && <RevokeQuestion of={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function columnsFor(onRevoke: (key: ApiKey) => void): readonly Column<ApiKey>[] {
  return [
    {
      id: "name",
      title: say("keys.program"),
      sortBy: ({ name }) => name,
      show: ({ name, prefix }) => (
        <>
          {name} <code class="zg-dim">{prefix}…</code>
        </>
      ),
    },
    {
      id: "used",
      title: say("keys.used"),
      sortBy: ({ used }) => used,
      show: ({ used }) => (Number.isNaN(used) ? "–" : sayAgo(used)),
    },
    {
      id: "revoke",
      title: "",
      show: (key) => (
        <Button icon="remove" label={say("keys.revoke", { name: key.name })} onClick={() => onRevoke(key)} />
      ),
    },
  ];
}

function RevokeQuestion({ of: { prefix, name }, onClose }: { readonly of: ApiKey; readonly onClose: () => void }) {
  const api = useApi();
  const note = useNote();
  const revoke = async () => {
    const reply = await api.perform("DELETE", `/config/whitelist/${prefix}`).catch(() => undefined);
    const isDone = reply?.status === 200;
    note(say(isDone ? "keys.revoked" : "keys.not-revoked", { name }), isDone ? "good" : "bad");
  };
  return (
    <Question title={say("keys.revoke", { name })} yes={say("keys.yes")} isDangerous onYes={revoke} onClose={onClose}>
      <p>{say("keys.sure", { name })}</p>
    </Question>
  );
}

function keysIn(whitelist: unknown): readonly ApiKey[] {
  return Object.entries((whitelist ?? {}) as Record<string, Record<string, unknown>>).map(([prefix, key]) => ({
    prefix,
    name: String(key.name),
    created: utc(key["create date"]),
    used: utc(key["last use date"]),
  }));
}
