/** What devices say in frames that are read here in any case, whatever the converters read in them: more than they do, or more exactly. */
import { stripState } from "../../model/gradient.ts";
import {
  type AttributeFrame,
  type AttributeValues,
  attributeNumber,
  type ClusterReader,
  sensorValues,
} from "../zcl/attribute-rows.ts";
import { goesByWeek, STRIP, WEEK } from "./custom-frames.ts";

export const RAW_FRAMED: Readonly<Record<string, ClusterReader>> = {
  [STRIP.cluster]: { id: STRIP.id, read: strip },
  [WEEK.cluster]: { id: WEEK.id, read: programming },
};

/** All that it shows in one piece; the rest of it the converters read. */
function strip({ data }: AttributeFrame): readonly AttributeValues[] {
  const bytes = data[STRIP.state];
  const { gradient } = (bytes instanceof Uint8Array && stripState(bytes)) || {};
  const reversed = attributeNumber(data, String(STRIP.reversed));
  const shared = { family: "lights", type: "" } as const;
  return [
    { ...shared, section: "state", values: gradient ? { gradient, colormode: "gradient" } : {} },
    {
      ...shared,
      section: "config",
      values: reversed === undefined ? {} : { "color/gradient/reversed": reversed !== 0 },
    },
  ];
}

/** By which a thermostat goes: its week, or what was set last. */
function programming({ data, modelid }: AttributeFrame): readonly AttributeValues[] {
  const mode = attributeNumber(data, WEEK.mode);
  return mode === undefined
    ? []
    : [sensorValues("ZHAThermostat", { schedule_on: goesByWeek(mode, modelid), programming: mode }, "config")];
}
