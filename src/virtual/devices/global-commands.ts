/** The commands that every cluster understands: its attributes are read, written, reported and discovered with them. */
import { Zcl } from "zigbee-herdsman";
import type { CommandAnswer, CommandOutcome } from "../clusters/cluster.ts";
import {
  type Attribute,
  type AttributeValue,
  type ClusterAttributes,
  canHold,
  findAttribute,
  isText,
  onAir,
} from "./attributes.ts";
import type { Reporter } from "./reporter.ts";
import { STATUS } from "./zcl.ts";

/** One cluster of one endpoint, as a client may read and write it. */
interface AttributeAccess {
  readonly attributes: ClusterAttributes;
  readonly manufacturer: number | undefined; // of the command
  readonly reporter: Reporter;
  /** The objection of the cluster itself to a value. */
  mayWrite(attribute: Attribute, value: AttributeValue): number | undefined;
  write(attribute: Attribute, value: AttributeValue): void;
}

interface AttributeReference {
  readonly attrId: number;
}
interface WriteRecord extends AttributeReference {
  readonly dataType: number;
  readonly attrData: unknown;
}
interface ReportRecord extends AttributeReference {
  readonly direction: number;
  readonly dataType?: number;
  readonly minRepIntval?: number;
  readonly maxRepIntval?: number;
  readonly repChange?: number;
}
interface AttributeRange {
  readonly startAttrId: number;
  readonly maxAttrIds: number;
}

const READABLE = 1;
const WRITABLE = 2;
const REPORTABLE = 4;

const GLOBALS: Readonly<Record<string, (access: AttributeAccess, payload: never) => CommandOutcome | "silent">> = {
  read: (access, records: readonly AttributeReference[]) => ({
    command: "readRsp",
    payload: records.map(({ attrId }) => {
      const attribute = find(access, attrId);
      return attribute
        ? { attrId, status: STATUS.SUCCESS, dataType: attribute.type, attrData: onAir(attribute) }
        : { attrId, status: STATUS.UNSUPPORTED_ATTRIBUTE };
    }),
  }),
  write: (access, records: readonly WriteRecord[]) =>
    written(
      records.map((record) => {
        const checked = check(access, record);
        if (checked.attribute) access.write(checked.attribute, checked.value);
        return { attrId: record.attrId, status: checked.status };
      }),
    ),
  // All of them, or none.
  writeUndiv: (access, records: readonly WriteRecord[]) => {
    const checks = records.map((record) => ({ attrId: record.attrId, ...check(access, record) }));
    if (checks.every(({ attribute }) => attribute)) {
      for (const { attribute, value } of checks) if (attribute) access.write(attribute, value);
    }
    return written(checks.map(({ attrId, status }) => ({ attrId, status })));
  },
  writeNoRsp: (access, records: readonly WriteRecord[]) => {
    for (const record of records) {
      const { attribute, value } = check(access, record);
      if (attribute) access.write(attribute, value);
    }
    return "silent";
  },
  configReport: (access, records: readonly ReportRecord[]) => ({
    command: "configReportRsp",
    payload: records.map((record) => ({
      attrId: record.attrId,
      direction: record.direction,
      status: configure(access, record),
    })),
  }),
  readReportConfig: (access, records: readonly ReportRecord[]) => ({
    command: "readReportConfigRsp",
    payload: records.map(({ attrId, direction }) => ({ attrId, direction, ...configurationOf(access, attrId) })),
  }),
  discover: (access, range: AttributeRange) => discovered("discoverRsp", access, range, () => ({})),
  discoverExt: (access, range: AttributeRange) =>
    discovered("discoverExtRsp", access, range, (attribute) => ({
      access: READABLE | (attribute.writable ? WRITABLE : 0) | (isReportable(attribute) ? REPORTABLE : 0),
    })),
  // Reports of other devices, which are not used here.
  report: () => STATUS.SUCCESS,
};

/** "silent": there is nothing to answer, not even a default response. */
export function answerGlobal(access: AttributeAccess, command: string, payload: unknown): CommandOutcome | "silent" {
  const answer = GLOBALS[command];
  return answer ? answer(access, payload as never) : STATUS.UNSUP_GENERAL_COMMAND;
}

function find({ attributes, manufacturer }: AttributeAccess, id: number): Attribute | undefined {
  return findAttribute(attributes, id, manufacturer);
}

interface CheckedWrite {
  readonly status: number;
  readonly attribute?: Attribute; // absent: it must not be written
  readonly value: AttributeValue;
}

function check(access: AttributeAccess, { attrId, dataType, attrData }: WriteRecord): CheckedWrite {
  const refused = (status: number): CheckedWrite => ({ status, value: 0 });
  const attribute = find(access, attrId);
  if (!attribute) return refused(STATUS.UNSUPPORTED_ATTRIBUTE);
  if (!attribute.writable) return refused(STATUS.READ_ONLY);
  if (attribute.type !== dataType) return refused(STATUS.INVALID_DATA_TYPE);
  if (!canHold(attribute, attrData)) return refused(STATUS.INVALID_VALUE);
  const refusal = access.mayWrite(attribute, attrData);
  return refusal === undefined ? { status: STATUS.SUCCESS, attribute, value: attrData } : refused(refusal);
}

function written(payload: readonly { attrId: number; status: number }[]): CommandAnswer {
  return { command: "writeRsp", payload };
}

function configure(access: AttributeAccess, record: ReportRecord): number {
  const { attrId, direction, dataType, minRepIntval: min = 0, maxRepIntval: max = 0, repChange: change } = record;
  const attribute = find(access, attrId);
  if (!attribute) return STATUS.UNSUPPORTED_ATTRIBUTE;
  if (direction !== Zcl.Direction.CLIENT_TO_SERVER) return STATUS.UNSUPPORTED_ATTRIBUTE; // it listens to no reports
  if (!isReportable(attribute)) return STATUS.UNREPORTABLE_ATTRIBUTE;
  if (attribute.type !== dataType) return STATUS.INVALID_DATA_TYPE;
  return access.reporter.configure(attribute, { min, max, ...(change === undefined ? {} : { change }) });
}

function configurationOf(access: AttributeAccess, attrId: number) {
  const attribute = find(access, attrId);
  if (!attribute) return { status: STATUS.UNSUPPORTED_ATTRIBUTE };
  const rule = access.reporter.configurationOf(attribute);
  if (!rule) return { status: STATUS.NOT_FOUND };
  const { min, max, change = 0 } = rule;
  return {
    status: STATUS.SUCCESS,
    dataType: attribute.type,
    minRepIntval: min,
    maxRepIntval: max,
    repChange: change,
  };
}

function discovered(
  command: string,
  { attributes, manufacturer }: AttributeAccess,
  { startAttrId, maxAttrIds }: AttributeRange,
  more: (attribute: Attribute) => object,
): CommandAnswer {
  const all = [...attributes.values()]
    .filter((attribute) => attribute.manufacturer === manufacturer && attribute.id >= startAttrId)
    .sort((one, other) => one.id - other.id);
  const attrInfos = all
    .slice(0, maxAttrIds)
    .map((attribute) => ({ attrId: attribute.id, dataType: attribute.type, ...more(attribute) }));
  return { command, payload: { discComplete: attrInfos.length === all.length ? 1 : 0, attrInfos } };
}

/** The Basic cluster does not change by itself. */
function isReportable(attribute: Attribute): boolean {
  return attribute.cluster !== "genBasic" && !isText(attribute);
}
