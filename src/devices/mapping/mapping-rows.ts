/** How the rows of the mapping tables are written. A table's keys are the converters' names of values; its rows say what becomes of them. */
import type { Values } from "../../model/resource.ts";

/** What of a value is the same wherever it is found. */
export interface ConversionRow {
  readonly conversion: string; //             a row of CONVERSIONS
  readonly words?: Values; //         the device's words → ours
  /** Of a switch or an enum: which of the device's words mean no (all others yes); small letters. */
  readonly no?: readonly string[];
  /** The same the other way round. */
  readonly yes?: readonly string[];
}

export interface FurtherMember {
  readonly member: string;
  readonly conversion: string;
}

/** A value that makes a sensor. */
export interface MeasuredRow extends ConversionRow {
  readonly type: string;
  readonly clusters: readonly string[]; // for the unique id: the first that the endpoint has, else the first
  readonly near?: readonly string[]; //  else it lives on an endpoint with one of these
  readonly member: string; //            of the state
  readonly also?: readonly FurtherMember[]; //    what else can be told from the same value
  readonly expose?: string; //           only exposes of this type
  readonly units?: readonly string[]; // only in one of these
  readonly readOnly?: true; //           only what cannot be set
  readonly unless?: readonly string[]; // there is a better one
  readonly beside?: string; //           a second one beside this: on the next, virtual endpoint
  readonly place?: number; //            always on this virtual endpoint
  readonly capability?: Capability;
}

/** What `measured_value` is: clients take exactly these five members. */
export interface Capability {
  readonly min: number;
  readonly max: number;
  readonly quantity: "density" | "level";
  readonly substance: string;
  readonly unit: string;
}

/** A value of a resource that other values have made. `config/offset`, `state/tampered`. */
export interface AttachedRow extends ConversionRow {
  /**
   * The first of these that the device has: a type; "lights" and "sensors" are all of them, "main" is what it mostly is
   * (a light before a sensor), "first" a sensor before a light.
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
