/** The model id, manufacturer and version of a device as clients know them: deCONZ renames some models. */
import type { DeviceFacts } from "../../model/radio/device-facts.ts";
import { catalogResources } from "./unique-ids.ts";

export interface DeviceIdentity {
  readonly modelid: string;
  readonly manufacturername: string;
  readonly swversion: string | null;
}

const IKEA = 0x117c;
const OSRAM_STACK = 0x110c; // some Heiman devices only report the maker of their stack
const HEIMAN = /^(CO_|DOOR_|PIR_|GAS_|TH-H_|TH-T_|SMOK_|WATER_)/;
const HUE_TAP = /^0x00000000004/;

/** Brands of Tuya's devices. */
const LIVARNO = "LIDL Livarno Lux";
const SILVERCREST = "LIDL Silvercrest";
const RENAMED: Readonly<Record<string, readonly [manufacturername: string, modelid: string]>> = {
  _TYZB01_bngwdjsr: [LIVARNO, "HG06323"],
  _TZ1800_ejwkn2h2: [SILVERCREST, "HG06336"],
  _TZ1800_fcdjzz3s: [SILVERCREST, "HG06335"],
  _TZ1800_ladpngdx: [SILVERCREST, "HG06668"],
  _TZ3000_1obwwnmq: [SILVERCREST, "HG06338"],
  _TZ3000_49qchf10: [LIVARNO, "HG06492C"],
  _TZ3000_9cpuaca6: [LIVARNO, "14148906L"],
  _TZ3000_dbou1ap4: [LIVARNO, "HG06106C"],
  _TZ3000_el5kt5im: [LIVARNO, "HG06492A"],
  _TZ3000_gek6snaj: [LIVARNO, "14149506L"],
  _TZ3000_kdi2o9m6: [SILVERCREST, "HG06337"],
  _TZ3000_br3laukf: [SILVERCREST, "HG06620"],
  _TZ3000_kdpxju99: [LIVARNO, "HG06106A"],
  _TZ3000_oborybow: [LIVARNO, "HG06492B"],
  _TZ3000_odygigth: [LIVARNO, "HG06106B"],
  _TZ3000_riwp3k79: [LIVARNO, "HG06104A"],
  _TZE200_s8gkrkxk: [LIVARNO, "HG06467"],
};
/** Orvibo's devices have long numbers for model ids. */
const ORVIBO: Readonly<Record<string, string>> = {
  "895a2d80097f4ae2b2d40500d5e03dcc": "SN10ZW",
  b5db59bfd81e4f1f95dc57fdbba17931: "SF20",
  "98293058552c49f38ad0748541ee96ba": "SF21",
  "898ca74409a740b28d5841661e72268d": "ST30 Temperature Sensor",
  "50938c4c3c0b4049923cd5afbc151bde": "ST30 Temperature Sensor",
};

export function identityOf(facts: DeviceFacts): DeviceIdentity {
  const modelid = cleaned(facts.modelid);
  const manufacturername = cleaned(facts.manufacturername);
  const swversion = versionOf({ ...facts, modelid, manufacturername });
  if (facts.kind === "green-power") return { ...greenPower(facts), swversion };
  if (catalogResources(manufacturername, modelid).length > 0) return { modelid, manufacturername, swversion };
  const renamed = rowOf(RENAMED, manufacturername);
  const [maker, model] = renamed ?? [makerOf(facts, modelid, manufacturername), rowOf(ORVIBO, modelid)];
  return { modelid: model ?? modelid, manufacturername: maker, swversion };
}

/** A device may have the name "constructor". */
function rowOf<Row>(table: Readonly<Record<string, Row>>, name: string): Row | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function makerOf({ manufacturer }: DeviceFacts, modelid: string, reported: string): string {
  if (Object.hasOwn(ORVIBO, modelid)) return "ORVIBO";
  if (manufacturer === OSRAM_STACK && HEIMAN.test(modelid)) return "Heiman";
  if (reported !== "") return reported;
  if (modelid.startsWith("lumi.")) return "LUMI";
  return manufacturer === IKEA ? "IKEA of Sweden" : "";
}

/** Green Power devices report no names. Clients know the Hue Tap and the Friends of Hue by invented ones. */
function greenPower({ ieee, definition }: DeviceFacts): Omit<DeviceIdentity, "swversion"> {
  const isTap = !definition || definition.vendor === "Philips" || HUE_TAP.test(ieee);
  return isTap
    ? { modelid: "ZGPSWITCH", manufacturername: "Philips" }
    : { modelid: "FOHSWITCH", manufacturername: "PhilipsFoH" };
}

function versionOf({ swversion, applicationVersion, modelid, manufacturername }: DeviceFacts): string | null {
  const reported = swversion === null ? "" : cleaned(swversion);
  if (reported !== "") return reported;
  if (applicationVersion === null) return null;
  if (modelid.startsWith("lumi.")) return `0.0.0_${String(applicationVersion).padStart(4, "0")}`;
  if (!manufacturername.startsWith("_T")) return null;
  return `${applicationVersion >> 6}.${(applicationVersion >> 4) & 3}.${applicationVersion & 15}`;
}

/** Texts are padded, or end in zeros. */
function cleaned(text: string): string {
  const end = text.indexOf("\0");
  return (end < 0 ? text : text.slice(0, end)).trim();
}
