import type { ByteReader } from '../tools/bytes.ts';

/** Types of messages (LM Direct reference guide, "message header"). */
export const TYPE = {
  null: 0,
  answer: 1,
  event: 2,
  identity: 3,
  userData: 4,
  applicationData: 5,
  locate: 8,
  miniEvent: 10,
} as const;

export const SERVICE = { acknowledged: 1, answer: 2 } as const;

export interface Header {
  /** The mobile's identity from the options header, or null. */
  identity: string | null;
  service: number;
  type: number;
  sequence: number;
}

/**
 * The options that have a bit in the options byte, from bit 0 on; each has its length before it. Bit 7 marks that
 * options are present.
 */
const OPTIONS = 7;
const HAS_OPTIONS = 0x80;

/**
 * Reads the options (identity, its type, authentication, routing, forwarding, redirection, more) and the header of a
 * message.
 */
export function readHeader(reader: ByteReader): Header {
  let identity: string | null = null;
  const options = reader.peek() ?? 0;
  if ((options & HAS_OPTIONS) !== 0) {
    reader.skip(1);
    for (let bit = 0; bit < OPTIONS; bit += 1) {
      if ((options & (1 << bit)) === 0) continue;
      const length = reader.u8();
      if (bit === 0) identity = reader.hex(length).replaceAll('f', '');
      else reader.skip(length);
    }
  }
  return {
    identity: identity === '' ? null : identity,
    service: reader.u8(),
    type: reader.u8(),
    sequence: reader.u16(),
  };
}

/** The number of bytes from the update time to the unit's state, and the number in a mini event up to its counters. */
const [PLACE_BYTES, MINI_BYTES] = [36, 20];
/** Bytes of an identity report before its texts, which end with a 0. */
const IDENTITY_BYTES = 56;

/**
 * Skips the rest of a message after its header. Throws FrameTooShort if the rest is missing; returns false for an
 * unknown type.
 */
export function skipBody(reader: ByteReader, type: number): boolean {
  switch (type) {
    case TYPE.null:
      return true;
    case TYPE.answer:
      reader.skip(6);
      return true;
    case TYPE.event:
      reader.skip(PLACE_BYTES + 2);
      skipCounters(reader, 1);
      return true;
    case TYPE.locate:
      reader.skip(PLACE_BYTES);
      skipCounters(reader, 1);
      return true;
    case TYPE.miniEvent:
      reader.skip(MINI_BYTES - 1);
      skipCounters(reader, 0);
      return true;
    case TYPE.userData:
    case TYPE.applicationData:
      reader.skip(PLACE_BYTES + 2);
      reader.skip(reader.u16());
      return true;
    case TYPE.identity:
      reader.skip(IDENTITY_BYTES);
      while (reader.u8() !== 0);
      return true;
    default:
      return false;
  }
}

const COUNTERS = 0x3f;

/** Reads the number of counters; its two highest bits contain 1 if a threshold and a mask precede the counters. */
export function readCounterHead(reader: ByteReader, spare: number): number {
  const head = reader.u8();
  reader.skip(spare);
  if (head >> 6 === 1) reader.skip(4 + 4);
  return head & COUNTERS;
}

const skipCounters = (reader: ByteReader, spare: number): void => {
  reader.skip(4 * readCounterHead(reader, spare));
};
