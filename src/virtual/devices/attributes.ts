/** The attributes of a virtual device: their types (mostly as herdsman's tables say), and their values. */
import { Zcl } from "zigbee-herdsman";

/** Texts and device addresses are strings, everything else is a number: booleans are 0 and 1. */
export type AttributeValue = number | string;

/** An attribute of a manufacturer's own, which herdsman's tables do not have. */
export interface SpecialAttribute {
  readonly id: number;
  readonly type: Zcl.DataType;
  readonly manufacturer?: number;
  readonly writable?: true;
  readonly value: AttributeValue;
}

export interface Attribute {
  readonly id: number;
  readonly name: string;
  readonly type: Zcl.DataType;
  readonly cluster: string;
  readonly endpoint: number;
  readonly manufacturer: number | undefined;
  readonly writable: boolean;
  readonly definition: AttributeDefinition;
  value: AttributeValue;
}

type AttributeDefinition = Parameters<typeof Zcl.Utils.processAttributePostRead>[0];

/** The attributes of one cluster, by name. */
export type ClusterAttributes = Map<string, Attribute>;

const TEXTS: readonly number[] = [
  Zcl.DataType.CHAR_STR,
  Zcl.DataType.LONG_CHAR_STR,
  Zcl.DataType.OCTET_STR,
  Zcl.DataType.IEEE_ADDR,
];
const IEEE = /^0x[0-9a-f]{16}$/;
/** Bytes of a number by its type; a type that is missing here holds 8 bytes at most and is not checked. */
const FIRST_OF_SIZE = { plain: [0x08, 0x18, 0x20], signed: 0x28 } as const;
const ONE_BYTE: readonly number[] = [Zcl.DataType.BOOLEAN, Zcl.DataType.ENUM8];
const TWO_BYTES: readonly number[] = [Zcl.DataType.ENUM16, Zcl.DataType.CLUSTER_ID, Zcl.DataType.ATTR_ID];
const MOST_BYTES = 6; // that a number holds exactly

export function attributesOf(
  endpoint: number,
  cluster: string,
  values: Readonly<Record<string, AttributeValue | SpecialAttribute>>,
): ClusterAttributes {
  const attributes: ClusterAttributes = new Map();
  for (const [name, value] of Object.entries(values)) {
    attributes.set(
      name,
      typeof value === "object" ? special(endpoint, cluster, name, value) : standard(endpoint, cluster, name, value),
    );
  }
  return attributes;
}

/** By its number, as frames name it. */
export function findAttribute(
  attributes: ClusterAttributes,
  id: number,
  manufacturer: number | undefined,
): Attribute | undefined {
  for (const attribute of attributes.values()) {
    if (attribute.id === id && attribute.manufacturer === manufacturer) return attribute;
  }
  return undefined;
}

/** Whether an attribute can hold a value, by its type and by its own limits. */
export function canHold({ type, definition }: Attribute, value: unknown): value is AttributeValue {
  if (type === Zcl.DataType.IEEE_ADDR) return typeof value === "string" && IEEE.test(value);
  if (TEXTS.includes(type) !== (typeof value === "string")) return false;
  if (typeof value === "number") {
    const [least, most] = limitsOf(type);
    if (!Number.isInteger(value) || value < least || value > most) return false;
  }
  try {
    Zcl.Utils.processAttributePostRead(definition, value);
    return true;
  } catch {
    return false;
  }
}

/** As it goes on air: strings of bytes are kept in hexadecimal digits. */
export function onAir({ type, value }: Attribute): AttributeValue | Buffer {
  return type === Zcl.DataType.OCTET_STR ? Buffer.from(String(value), "hex") : value;
}

export function isText({ type }: Attribute): boolean {
  return TEXTS.includes(type);
}

function standard(endpoint: number, cluster: string, name: string, value: AttributeValue): Attribute {
  const definition = Zcl.Utils.getCluster(cluster).attributes[name];
  if (!definition) throw new Error(`${cluster} has no attribute ${name}`);
  const { ID: id, type, manufacturerCode: manufacturer, write = false } = definition;
  return { id, name, type, cluster, endpoint, manufacturer, writable: write, definition, value };
}

function special(endpoint: number, cluster: string, name: string, spec: SpecialAttribute): Attribute {
  const { id, type, manufacturer, writable = false, value } = spec;
  const definition = { ID: id, name, type };
  return { id, name, type, cluster, endpoint, manufacturer, writable, definition, value };
}

function limitsOf(type: number): readonly [number, number] {
  const { plain, signed } = FIRST_OF_SIZE;
  const bytes = ONE_BYTE.includes(type) ? 1 : TWO_BYTES.includes(type) ? 2 : sizeFrom(type, plain);
  if (bytes !== undefined) return [0, 2 ** (8 * bytes) - 1];
  const width = sizeFrom(type, [signed]);
  if (width === undefined) return [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  const half = 2 ** (8 * width - 1);
  return [-half, half - 1];
}

/** The types of one family follow each other: of 1 byte, of 2 bytes, … */
function sizeFrom(type: number, families: readonly number[]): number | undefined {
  const first = families.find((start) => type >= start && type < start + MOST_BYTES);
  return first === undefined ? undefined : type - first + 1;
}
