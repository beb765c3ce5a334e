/** Touchlink (interface 4.5): devices close by are found without any network, show themselves, and forget the network that they are in. */
import type { Call, Handler } from "../../core/call.ts";
import { content } from "../../core/result.ts";
import type { Route } from "../../core/router.ts";
import { type Definitions, NO_FIELDS, plain } from "../../model/definitions.ts";
import { ApiError, type ErrorName, wordsOf } from "../../model/errors.ts";
import { bool, type Fields, int, object, text, time } from "../../model/fields.ts";
import { JOBS } from "../../model/jobs.ts";
import { RadioError } from "../../model/radio/orders.ts";
import type { TouchlinkDevice, TouchlinkJob } from "../../model/radio/radio-port.ts";
import { type Address, success, type Values } from "../../model/resource.ts";
import { utcSeconds } from "../../model/time/times.ts";
import { demandRadio } from "../handlers.ts";

export const TOUCHLINK: Address = "/touchlink";

/** How the last job goes, or went: told on the bus, for the client that began it. */
interface TouchlinkProgress {
  readonly do: TouchlinkJob["do"];
  readonly id?: string; // of the result that it was for
  readonly is: "running" | "done" | "failed";
  readonly failure?: RadioError["code"];
  readonly reason?: string;
}

const FOUND: Fields = {
  address: text({ about: "Of the device: `0x` and 16 digits" }),
  factorynew: bool({ about: "It is in no network" }),
  rssi: int({ unit: "dBm", about: "How well it is heard; an estimate, made of what the stick tells" }),
  channel: int({ min: 11, max: 26, about: "On which it answered" }),
  panid: int({ about: "Of the network that it is in" }),
};
const SCAN: Fields = {
  scanstate: text({ oneOf: ["idle", "scanning"], saved: "never" }),
  lastscan: time({ saved: "never", about: "When the last scan began, UTC; empty before the first one" }),
  result: object({
    saved: "never",
    each: object({ members: FOUND }),
    about: "In the order of discovery; grows meanwhile",
  }),
};

/** Nothing of it outlives the process. */
export const TOUCHLINK_TYPES: Definitions = {
  Touchlink: {
    ...plain("touchlink", NO_FIELDS),
    state: { ...SCAN, job: object({ saved: "never", access: "hidden" }) },
    view: ({ state }) => ({ scanstate: "idle", lastscan: "", result: {}, ...state }),
  },
};

const scan: Handler = (call) => {
  demandTouchlink(call);
  const lastscan = utcSeconds(call.clock.now());
  begin(call, { do: "scan" }, { scanstate: "scanning", lastscan, result: {} });
  return [success(call.address, true)];
};

const scanned: Handler = ({ store }) => {
  const touchlink = store.get(TOUCHLINK);
  return content(touchlink && store.view(touchlink));
};

const tell =
  (what: "identify" | "reset"): Handler =>
  (call) => {
    demandTouchlink(call);
    const { id = "" } = call.params;
    const { result } = call.draft.get(TOUCHLINK)?.state ?? {};
    const results = (result ?? {}) as Readonly<Record<string, Values>>;
    const found = Object.hasOwn(results, id) ? results[id] : undefined;
    if (!found) throw new ApiError("notFound", `${TOUCHLINK}/${id}`);
    begin(call, { do: what, ieee: String(found.address), channel: Number(found.channel) }, {}, id);
    return [success(call.address, true)];
  };

/** A radio that is busy with touchlink says so before anything else. */
function demandTouchlink(call: Call): void {
  const { radio, address } = call;
  if (radio.away) throw new ApiError("touching", address);
  demandRadio(call, address);
  if (!radio.network?.can.includes("touchlink")) throw new ApiError("noTouchlink", address);
}

/** The answer does not wait for it; how it goes is told by facts. */
function begin(call: Call, job: TouchlinkJob, state: Values, id?: string): void {
  const { store, radio, devices, draft, cause, engines, log, address, after } = call;
  const news = (is: TouchlinkProgress["is"], more: Partial<TouchlinkProgress> = {}): TouchlinkProgress => {
    return { do: job.do, ...(id !== undefined && { id }), is, ...more };
  };
  const tell = (values: Values) => store.patch(TOUCHLINK, "state", values, cause);
  draft.patch(TOUCHLINK, "state", { ...state, job: news("running") });
  after(() => {
    const about = id === undefined ? {} : { about: `${TOUCHLINK}/${id}` };
    const running = engines.get(JOBS).begin({ does: `touchlink-${job.do}`, cause, ...about });
    const stopHearing = radio.hear((told) => {
      if (told.kind !== "touched") return;
      const result = withFound(store.get(TOUCHLINK)?.state.result, told.touched);
      tell({ result });
      running.found(result);
    });
    const done = () => {
      const isReset = job.do === "reset";
      if (isReset) devices.wasReset(job.ieee);
      const result = isReset && { result: withoutNetwork(store.get(TOUCHLINK)?.state.result, id) };
      tell({ scanstate: "idle", job: news("done"), ...result });
      running.done();
    };
    const failed = (error: unknown) => {
      log.warn(`${address}: ${wordsOf(error)}`);
      running.failed(error);
      const failure = error instanceof RadioError ? error.code : "invalid";
      tell({ scanstate: "idle", job: news("failed", { failure, reason: wordsOf(error) }) });
    };
    radio.touchlink(job).finally(stopHearing).then(done, failed);
  });
}

/** It has forgotten its network. */
function withoutNetwork(result: unknown, id = ""): Values {
  const found = (result ?? {}) as Readonly<Record<string, Values>>;
  return { ...found, [id]: { ...found[id], factorynew: true } };
}

/** Each device once, on however many channels it answers. */
function withFound(result: unknown, { ieee: address, factorynew, rssi, channel, panid }: TouchlinkDevice): Values {
  const before = (result ?? {}) as Readonly<Record<string, Values>>;
  if (Object.values(before).some((each) => each.address === address)) return before;
  return { ...before, [Object.keys(before).length + 1]: { address, factorynew, rssi, channel, panid } };
}

const errors: readonly ErrorName[] = ["touching", "notConnected", "noTouchlink"];

export const touchlinkRoutes: readonly Route[] = [
  [
    "POST",
    "/touchlink/scan",
    scan,
    {
      does: "Look for devices close by, which takes 10 seconds; all that needs the network is refused",
      errors,
      idle: true,
    },
  ],
  ["GET", "/touchlink/scan", scanned, { does: "Get what the last scan has found", gives: object({ members: SCAN }) }],
  [
    "POST",
    "/touchlink/:id/identify",
    tell("identify"),
    { does: "Let a device that was found show itself: a light blinks", errors, idle: true },
  ],
  [
    "POST",
    "/touchlink/:id/reset",
    tell("reset"),
    { does: "Let a device that was found forget its network", errors, idle: true },
  ],
];
