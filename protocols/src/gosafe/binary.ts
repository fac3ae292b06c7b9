import { unlessUnreadable } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { timedWithZeros } from '../tools/fix.ts';
import type { Attributes, Decoded } from '../types.ts';

const EVENT = 0x41;
const NOWHERE = { valid: false, lat: undefined, lon: undefined };
/** 2000-01-01. */
const START_MS = Date.UTC(2000, 0, 1);
const ESCAPE = 0x1b;
/** The escape precedes itself and the flag, with its bits inverted. */
const ESCAPED = new Set([0x00, 0xe3]);

const has = (bits: number, bit: number) => ((bits >>> bit) & 1) === 1;

function unescape(frame: Uint8Array): Uint8Array {
  if (frame.indexOf(ESCAPE) < 0) return frame;
  const bytes = new Uint8Array(frame.length);
  let length = 0;
  for (let at = 0; at < frame.length; at += 1) {
    const [byte, next] = [frame[at] ?? 0, frame[at + 1] ?? 0xff];
    if (byte === ESCAPE && ESCAPED.has(next)) {
      bytes[length++] = ESCAPE ^ next;
      at += 1;
    } else bytes[length++] = byte;
  }
  return bytes.subarray(0, length);
}

/**
 * Reads these fields in order: version, type, identity, seconds since 2000, [event,] which blocks are present, each
 * block with its length.
 */
export function decodeBinary(frame: Uint8Array): Decoded {
  const reader = new ByteReader(unescape(frame), 1);
  reader.skip(1);
  const type = reader.u8();
  const identity = String(reader.readUint(7));
  const seconds = reader.u32();
  // A clock that was never set reports zero.
  const time = seconds === 0 ? null : new Date(START_MS + seconds * 1000);
  const attributes: Attributes = type === EVENT ? { event: reader.u8() } : {};
  const blocks = reader.u16();
  // The system block comes first, then the position; the others differ by model.
  const at = unlessUnreadable(() => {
    if (has(blocks, 0)) reader.skip(reader.u8());
    return has(blocks, 1) ? place(reader, attributes) : null;
  });
  return {
    identities: [identity],
    messages: [{ kind: 'report', ...timedWithZeros(time, at ?? NOWHERE), attributes }],
    replies: [],
  };
}

/**
 * Reads which parts are present: validity and satellites, coordinates, km/h, course, metres above sea level, dilutions
 * in hundredths.
 */
function place(reader: ByteReader, attributes: Attributes): Parameters<typeof timedWithZeros>[1] | null {
  const next = reader.offset + 1 + reader.u8();
  const parts = reader.u16();
  const flags = has(parts, 0) ? reader.u8() : 0;
  if (has(parts, 0)) attributes.satellites = flags & 0x1f;
  const at = has(parts, 1) ? { lat: reader.i32() / 1e6, lon: reader.i32() / 1e6 } : null;
  const speedKph = has(parts, 2) ? Math.max(0, reader.i16()) : 0;
  const courseDeg = has(parts, 3) ? reader.u16() : 0;
  const altitudeM = has(parts, 4) ? reader.i16() : null;
  if (has(parts, 5)) attributes.hdop = reader.u16() / 100;
  if (has(parts, 6)) attributes.vdop = reader.u16() / 100;
  reader.offset = Math.min(Math.max(reader.offset, next), reader.end);
  return at === null ? null : { ...at, valid: ((flags >> 5) & 3) > 0, speedKph, courseDeg, altitudeM };
}
