/** Lights, plugs and covers of 60 vendors: each is told something, and tells something, frame by frame. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isOn, turn } from "../../src/virtual/clusters/onoff.ts";
import type { DeviceEndpoint } from "../../src/virtual/devices/device-endpoints.ts";
import { VirtualDevice } from "../../src/virtual/devices/virtual-device.ts";
import { stage } from "../support/radio-stage.ts";
import { oneOfEachVendor, type VendorModel } from "../support/vendors.ts";

const VENDORS = 60;
const TRIED = 72; // some vendors speak in ways that a device on standard clusters cannot stand for

interface Installed extends VendorModel {
  readonly ieee: string;
  readonly device: VirtualDevice;
  isKnown: boolean;
}

test("lights, plugs and covers of 60 vendors, in both directions", async (t) => {
  const models = oneOfEachVendor().slice(0, TRIED); // takes long, and meanwhile a stick in this process would be silent
  const { radio, network } = await stage(t);
  assert.ok(models.length >= VENDORS, `${models.length} vendors`);
  const installed: Installed[] = models.map((model, at) => {
    const ieee = `0x00158d01${(at + 1).toString(16).padStart(8, "0")}`;
    const device = new VirtualDevice({ profile: model.profile, ieee, time: network.time });
    network.add(device);
    return { ...model, ieee, device, isKnown: false };
  });
  await radio.ask({ type: "permit", seconds: 254 });
  for (const one of installed) {
    network.join(one.device);
    const { device } = await radio.heard(
      "device",
      (event) => event.device.ieee === one.ieee && event.device.interviewed,
    );
    one.isKnown = device.definition !== undefined && !device.definition.generated;
  }
  await radio.ask({ type: "permit", seconds: 0 });

  const failed: string[] = [];
  for (const one of installed) {
    const why = await whyNot(one);
    if (why) failed.push(`${one.vendor} ${one.profile.endpoints[0]?.servers.genBasic?.modelId}: ${why}`);
  }
  const good = installed.length - failed.length;
  t.diagnostic(
    `${good} of ${installed.length} vendors are controlled in both directions; not: ${failed.join("; ") || "none"}`,
  );
  assert.ok(good >= VENDORS, failed.join("\n"));
  for (const kind of ["light", "switch", "cover"])
    assert.ok(
      installed.some((one) => one.kind === kind),
      kind,
    );

  /** Undefined when it went well both ways. */
  async function whyNot({ ieee, kind, endpoint, device, isKnown }: Installed): Promise<string | undefined> {
    if (!isKnown) return "nobody knows it";
    const place = device.clusterEndpoints.get(endpoint);
    if (!place) return "it has no such endpoint";
    const isCover = kind === "cover";
    const before = network.counters.to.get(ieee)?.unicast ?? 0;
    try {
      await radio.order({ do: "set", target: { ieee }, values: isCover ? { position: 30 } : { state: "ON" } });
    } catch (error) {
      return `told: ${(error as Error).message}`;
    }
    if ((network.counters.to.get(ieee)?.unicast ?? 0) <= before) return "no frame was sent";
    if (!isCover && !isOn(place)) return "it was told, and is not on";
    if (isCover && !(await arrives(place))) return "it was told, and does not go there";
    radio.forget();
    if (!isCover) turn(place, false); // a person uses the switch on the wall
    await radio.order({ do: "get", target: { ieee }, keys: [isCover ? "position" : "state"] }).catch(() => {});
    const says = ({ payload }: { payload: Record<string, unknown> }) =>
      isCover ? payload.position === 30 : payload.state === "OFF";
    const heard = await Promise.race([
      radio.heard("payload", (event) => event.ieee === ieee && says(event as never)).then(() => true),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 10_000).unref()),
    ]);
    return heard ? undefined : "what it told was not understood";
  }
});

/** It takes its time. Some count how far they are open, others how far they are closed. */
async function arrives(place: DeviceEndpoint): Promise<boolean> {
  const lift = () => place.get("closuresWindowCovering", "currentPositionLiftPercentage");
  const deadline = performance.now() + 20_000;
  for (let before = lift(); performance.now() < deadline; before = lift()) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    if (lift() === before && [30, 70].includes(before)) return true;
  }
  return false;
}
