/** Why a device dropped off, from the frames of the real radio process and the virtual house to the sentence over HTTP: four causes in one house. */
import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { openRadioGateway, type RadioGateway, until } from "../support/radio-gateway.ts";

const MINUTE = 60_000;

interface Told {
  readonly trouble?: { readonly kind: string; readonly by?: string; readonly lost: boolean } | null;
  readonly diagnosis?: readonly { readonly kind: string; readonly description: string; readonly cure: string }[];
  readonly deliveries?: { readonly sent: number; readonly lost: number; readonly via?: string };
}

/** The network may not be open yet. */
function comesIn(join: () => unknown): boolean {
  try {
    join();
    return true;
  } catch {
    return false;
  }
}

const macOf = (ieee: string) => (ieee.slice(2).match(/../g) ?? []).join(":");
const told = async ({ ask }: RadioGateway, ieee: string): Promise<Told> => {
  const { status, body } = await ask("GET", `/devices/${macOf(ieee)}`);
  return status === 200 ? (body as Told) : {}; // it has just come in
};

/** Its clock runs 300 times as fast as that of the radio process, and which of the two is ahead hangs on the machine: run by hand, on a quiet one. */
const skip = process.env.LONG ? false : "LONG=1 runs it";

test("a router without power, its child, a device that left, and a full channel", { skip }, async (t) => {
  const stage = await openRadioGateway(t, { hurry: [300, [MINUTE]] }); // the doctor looks, and makes its rounds, five times a second
  const { house } = stage;
  const [plug = "", lamp = "", other = ""] = await stage.move("metering plug", "dimmable light", "switch");
  const step = (says: string, run: () => Promise<void>) => t.test(says, run);
  const kindOf = (ieee: string, kind: string) =>
    until(
      async () => (await told(stage, ieee)).trouble?.kind === kind,
      () => `${ieee} is told to be ${kind}`,
    );

  await step("the way to each is found out by asking the routers", async () => {
    house.apply(lamp, { leave: true });
    await stage.ask("PUT", "/config", { permitjoin: 60 });
    await until(
      () => comesIn(() => house.apply(lamp, { join: plug })),
      () => "the plug lets the lamp in",
    );
    await until(
      async () => (await told(stage, lamp)).deliveries?.via === macOf(plug),
      () => "the lamp is seen to hang on the plug",
    );
  });

  await step("the channels are measured by the stick itself", async () => {
    house.apply(undefined, { energy: { 11: -40, 20: -95 } });
    assert.equal((await stage.ask("POST", "/devices/channels")).status, 200);
    const { able, channels } = (await stage.get("/devices/channels")) as {
      able: boolean;
      channels: { channel: number; now: number }[];
    };
    const levelOf = (channel: number) => channels.find((each) => each.channel === channel)?.now ?? Number.NaN;
    assert.equal(able, true);
    assert.ok(levelOf(11) > 200 && levelOf(20) < 40, JSON.stringify(channels));
  });

  await step("while the channel is full, frames to all of them are lost, and that is why", async () => {
    const address = stage.addressOf(other) ?? assert.fail();
    for (const ieee of [plug, lamp, other]) {
      const at = stage.addressOf(ieee);
      const { state } = (await stage.get(`${at}`)) as { state: { on: boolean } };
      void stage.ask("PUT", `${at}/state`, { on: !state.on });
    }
    await until(
      async () => (await told(stage, other)).diagnosis?.[0]?.kind === "channel-busy",
      () => `${address} is told to suffer from the channel`,
    );
    const [first] = (await told(stage, other)).diagnosis ?? [];
    assert.match(first?.description ?? "", /Something else fills channel 11/);
    house.apply(undefined, { energy: { 11: null, 20: null } });
    assert.equal((await stage.ask("POST", "/devices/channels")).status, 200);
  });

  await step("a plug without power takes the lamp behind it along; the lamp's sentence names it", async () => {
    house.apply(plug, { power: "off" });
    for (const ieee of [lamp, plug]) void stage.ask("PUT", `${stage.addressOf(ieee)}/state`, { on: true });
    await kindOf(plug, "no-power");
    await kindOf(lamp, "parent-gone");
    const { trouble, diagnosis } = await told(stage, lamp);
    assert.deepEqual([trouble?.by, trouble?.lost], [macOf(plug), true]);
    assert.match(diagnosis?.[0]?.description ?? "", /^Lost since .+ Its way went through .+ gone since /);
  });

  await step("it is over when the plug has power again", async () => {
    house.apply(plug, { power: "on" });
    house.apply(lamp, { announce: true });
    await until(
      async () => (await told(stage, lamp)).trouble === null,
      () => "the lamp is well",
    );
  });

  await step("a device that leaves says so, and is told of as an event though it is gone", async () => {
    stage.forget();
    house.apply(other, { leave: true });
    await until(
      () =>
        stage.facts.some(
          ({ resource, values }) =>
            resource.address === `/devices/${macOf(other)}` && (values.trouble as Told["trouble"])?.kind === "left",
        ),
      () => "it is told to have left",
    );
    assert.deepEqual(stage.errors, []);
  });
});
