/** Reads and writes the little-endian bytes of which radio frames are made. */
export interface ByteReader {
  u8(): number;
  u16(): number;
  u32(): number;
  /** A device's address: "0x00158d0001020304". */
  ieee(): string;
  bytes(length: number): Buffer;
  rest(): Buffer;
}

/** A read beyond the end throws a RangeError: the frame is malformed. */
export function reader(buffer: Buffer): ByteReader {
  let offset = 0;
  const take = (length: number): number => {
    if (offset + length > buffer.length) throw new RangeError("a frame ends too early");
    offset += length;
    return offset - length;
  };
  return {
    u8: () => buffer.readUInt8(take(1)),
    u16: () => buffer.readUInt16LE(take(2)),
    u32: () => buffer.readUInt32LE(take(4)),
    ieee: () => `0x${buffer.readBigUInt64LE(take(8)).toString(16).padStart(16, "0")}`,
    bytes: (length) => {
      const start = take(length);
      return buffer.subarray(start, start + length);
    },
    rest: () => buffer.subarray(take(buffer.length - offset)),
  };
}

/** Undefined where the frame that is read is malformed. */
export function unlessMalformed<Read>(read: () => Read): Read | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export interface ByteWriter {
  u8(...values: number[]): ByteWriter;
  u16(...values: number[]): ByteWriter;
  u32(...values: number[]): ByteWriter;
  ieee(address: string): ByteWriter;
  bytes(bytes: Uint8Array): ByteWriter;
  done(): Buffer;
}

export function write(): ByteWriter {
  const parts: Uint8Array[] = [];
  const numbers = (length: number, values: readonly number[]) => {
    for (const value of values) {
      const part = Buffer.alloc(length);
      part.writeUIntLE(value, 0, length);
      parts.push(part);
    }
    return writer;
  };
  const bytes = (part: Uint8Array) => {
    parts.push(part);
    return writer;
  };
  const writer: ByteWriter = {
    u8: (...values) => numbers(1, values),
    u16: (...values) => numbers(2, values),
    u32: (...values) => numbers(4, values),
    ieee: (address) => bytes(ieeeBytes(address)),
    bytes,
    done: () => Buffer.concat(parts),
  };
  return writer;
}

/** As it travels: the last byte first. */
export function ieeeBytes(address: string): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(address));
  return bytes;
}
