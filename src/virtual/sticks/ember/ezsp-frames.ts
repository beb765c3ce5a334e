/** The frames of EZSP: a question of the host, its answer, and what the stick tells by itself. */
import { write } from "../../devices/bytes.ts";

export interface EzspQuestion {
  readonly sequence: number;
  readonly id: number;
  readonly isFormer: boolean; // in the form of the first versions: a host does not know yet whom it speaks to
  readonly parameters: Buffer;
}

const VERSION = 0x00; // the one question that has two forms

const ANSWER = 0x80;
const TOLD = 0x90;
const NEWEST_FORM = 0x01;
const INVALID_COMMAND = 0x58;
const UNKNOWN_ID = 0x31;
const FORMER_HEADER = 3; // bytes
const HEADER = 5;

/** Undefined: it is too short to be one. */
export function readQuestion(frame: Buffer): EzspQuestion | undefined {
  const [sequence, , third] = frame;
  if (sequence === undefined || third === undefined) return undefined;
  const isFormer = frame.length === FORMER_HEADER + 1 && third === VERSION;
  if (isFormer) return { sequence, id: VERSION, isFormer, parameters: frame.subarray(FORMER_HEADER) };
  if (frame.length < HEADER) return undefined;
  return { sequence, id: frame.readUInt16LE(3), isFormer, parameters: frame.subarray(HEADER) };
}

export function answerBytes({ sequence, id, isFormer }: EzspQuestion, parameters: Buffer): Buffer {
  if (isFormer) return Buffer.concat([Buffer.of(sequence, ANSWER, id), parameters]);
  return write().u8(sequence, ANSWER, NEWEST_FORM).u16(id).bytes(parameters).done();
}

/** The stick does not know that command, or not in this form. */
export function refusalBytes({ sequence }: EzspQuestion): Buffer {
  return write().u8(sequence, ANSWER, NEWEST_FORM).u16(INVALID_COMMAND).u8(UNKNOWN_ID).done();
}

/** `flags`: what tests say of it that is not so. */
export function toldBytes(sequence: number, id: number, parameters: Buffer, flags = 0): Buffer {
  return write()
    .u8(sequence, TOLD | flags, NEWEST_FORM)
    .u16(id)
    .bytes(parameters)
    .done();
}
