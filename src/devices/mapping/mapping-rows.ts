/** How the mapping tables are written: by the converters' name of a value, rows that say which member it becomes. */
import type { Values } from "../../model/resource.ts";

/** How a value is read. */
export interface ConversionRow {
  readonly conversion: string; // a row of CONVERSIONS
  readonly words?: Values; //   the device's words → those of the API
  /** Of a switch or an enum: the device's words for no, in small letters; all others mean yes. */
  readonly no?: readonly string[];
  /** The device's words for yes; all others mean no. */
  readonly yes?: readonly string[];
}

interface FurtherMember {
  readonly member: string;
  readonly conversion: string;
}

/** A value that becomes a sensor. */
export interface MeasuredRow extends ConversionRow {
  readonly type: string;
  readonly clusters: readonly string[]; // for the unique id: the first that the endpoint has, else the first
  readonly near?: readonly string[]; //  else it is on an endpoint with one of these
  readonly member: string; //            of the state
  readonly also?: readonly FurtherMember[]; // that follow from the same value
  readonly expose?: string; //           only exposes of this type
  readonly units?: readonly string[]; // only in one of these
  readonly readOnly?: true; //           only exposes that cannot be set
  readonly unless?: readonly string[]; // the device has one of these, which are better
  readonly beside?: string; //           the second of its kind beside this one: on the next, virtual endpoint
  readonly place?: number; //            always on this virtual endpoint
  readonly capability?: Capability;
}

/** The meaning of `measured_value`: clients need exactly these five members. */
export interface Capability {
  readonly min: number;
  readonly max: number;
  readonly quantity: "density" | "level";
  readonly substance: string;
  readonly unit: string;
}

/** A value that becomes a member of a resource that other values have made: `config/offset`, `state/tampered`. */
export interface AttachedRow extends ConversionRow {
  /**
   * The first of these that the device has. Else than types: "lights" and "sensors" are all of them, "main" is the first
   * light or else the first sensor, "first" the first sensor or else the first light.
   */
  readonly to: readonly string[];
  readonly path: string;
  readonly expose?: string;
  readonly unless?: readonly string[];
  readonly field?: string; // of a composite value
}

/** A feature of a light, a cover, a thermostat … */
export interface FeatureRow extends ConversionRow {
  readonly path: string;
  readonly also?: readonly FurtherMember[]; // of the state
  readonly unless?: readonly string[];
}

export type MappingTable<Row> = Readonly<Record<string, Row | readonly Row[]>>;

/** All rows for a name. */
export function rowsFor<Row extends object>(table: MappingTable<Row>, name: string): readonly Row[] {
  const found = Object.hasOwn(table, name) ? table[name] : undefined;
  return found === undefined ? [] : isList(found) ? found : [found];
}

function isList<Row>(rows: Row | readonly Row[]): rows is readonly Row[] {
  return Array.isArray(rows);
}
