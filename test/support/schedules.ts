/** A house in Berlin with a key and with sensors that schedules write to; and the writes of these, and when. */
import assert from "node:assert/strict";
import type { Address, Reply, Values } from "../../src/model/resource.ts";
import {
  clip,
  type FakeClock,
  type FakeHouse,
  fakeClock,
  fakeDisk,
  type HouseOptions,
  house,
  settle,
  TEST,
} from "./fakes.ts";

export interface TimedHouse extends FakeHouse {
  readonly key: string;
}

const SENSORS = 2;
const BERLIN = { latitude: 52.52, longitude: 13.405 };

/** Opened at this moment, UTC. */
export async function timed(start: string, options: HouseOptions = {}): Promise<TimedHouse> {
  const home = await house({ clock: clockAt(start), settings: { timezone: "Europe/Berlin" }, ...options });
  const key = await newKey(home);
  for (let made = 0; made < SENSORS; made += 1) await home.ask("POST", "/sensors", clip("CLIPGenericStatus"));
  await settle();
  home.heard.length = 0;
  return { ...home, key };
}

/** With a location, so that the sun rises there. */
export function sunny(start: string): Promise<TimedHouse> {
  return timed(start, { settings: { timezone: "Europe/Berlin", ...BERLIN } });
}

/** Closed, and opened again on the same disk at this moment. */
export async function restarted(home: TimedHouse, at: string, options: HouseOptions = {}): Promise<TimedHouse> {
  await home.stop();
  const settings = { timezone: "Europe/Berlin" };
  const again = await house({ disk: fakeDisk(home.disk.records), clock: clockAt(at), settings, ...options });
  return { ...again, key: home.key };
}

/** As after a power cut: records that were not yet kept are lost. */
export function cut(home: TimedHouse): TimedHouse {
  return { ...home, disk: fakeDisk(home.disk.records) };
}

export async function newKey({ perform }: Pick<FakeHouse, "perform">): Promise<string> {
  const wish = { method: "POST", address: "/config/whitelist", body: { devicetype: "test" } } as const;
  const { body } = await perform({ ...wish, isAnonymous: true, hasPassword: true }, TEST);
  return (body as [{ success: { username: string } }])[0].success.username;
}

export function clockAt(start: string): FakeClock {
  return fakeClock(Date.parse(`${start}Z`));
}

/** The command of a schedule in these tests: it writes a number to a sensor. */
export function command(key: string, status = 1, sensor = 1): Values {
  return { address: `/api/${key}/sensors/${sensor}/state`, method: "PUT", body: { status } };
}

/** POST; answers the address. */
export async function plan({ ask, key }: TimedHouse, body: Values): Promise<Address> {
  const reply = await ask("POST", "/schedules", { command: command(key), ...body });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  const [{ success }] = reply.body as [{ success: { id: string } }];
  await settle();
  return `/schedules/${success.id}`;
}

export async function put({ ask }: FakeHouse, address: Address, body: Values): Promise<Reply> {
  const reply = await ask("PUT", address, body);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  await settle();
  return reply;
}

export async function pass({ clock }: FakeHouse, seconds: number): Promise<void> {
  clock.advance(seconds);
  await settle();
}

/** Time passes until this moment, UTC. */
export async function passTo(home: FakeHouse, moment: string): Promise<void> {
  await pass(home, (Date.parse(`${moment}Z`) - home.clock.now()) / 1000);
}

/** A user sets the clock. */
export async function setTo(home: FakeHouse, moment: string): Promise<void> {
  home.clock.set(Date.parse(`${moment}Z`));
  await settle();
}

/** When which of them happened, UTC: "1 2026-03-02T10:00:00". */
export function fired({ heard }: FakeHouse): readonly string[] {
  return heard.flatMap(({ resource, values }) => {
    const { at } = (values.lastfired ?? {}) as { at?: number };
    return at === undefined ? [] : [`${resource.address.slice("/schedules/".length)} ${utc(at)}`];
  });
}

/** The schedules that wrote to the sensors, in that order. */
export function done({ heard }: FakeHouse): readonly string[] {
  return heard.flatMap(({ cause, section, resource }) =>
    section === "state" && resource.address.startsWith("/sensors/") && cause.by.startsWith("/schedules/")
      ? [cause.by]
      : [],
  );
}

export function statusOf({ store }: FakeHouse, address: Address): unknown {
  return store.get(address)?.attr.status ?? "gone";
}

export function utc(moment: number): string {
  return new Date(moment).toISOString().slice(0, 19);
}
