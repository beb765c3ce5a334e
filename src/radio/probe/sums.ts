/** The checksums of the sticks' protocols. */

/** CRC-16/CCITT-FALSE: EmberZNet's ASH. */
export function ccitt(bytes: Uint8Array): number {
  let sum = 0xffff;
  for (const byte of bytes) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) sum = ((sum << 1) ^ (sum & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return sum;
}

/** CRC-16/X-25: HDLC, and so OpenThread's Spinel. */
export function x25(bytes: Uint8Array): number {
  return mirrored(bytes, 0x8408, 0xffff) ^ 0xffff;
}

/** CRC-16/KERMIT: the body of a ZBOSS packet. */
export function kermit(bytes: Uint8Array): number {
  return mirrored(bytes, 0x8408, 0);
}

/** CRC-8/KOOP: the head of a ZBOSS packet. */
export function koop(bytes: Uint8Array): number {
  return mirrored(bytes, 0xb2, 0xff) ^ 0xff;
}

/** deCONZ: the two's complement of the sum of all bytes. */
export function complement(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum += byte;
  return (~sum + 1) & 0xffff;
}

/** Z-Stack and ZiGate: all bytes, exclusively or'ed. */
export function xor(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum ^= byte;
  return sum;
}

function mirrored(bytes: Uint8Array, polynomial: number, start: number): number {
  let sum = start;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? polynomial : 0);
  }
  return sum;
}
