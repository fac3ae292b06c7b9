import { unlessUnreadable } from '../tools/bad-frame.ts';
import type { ByteReader } from '../tools/bytes.ts';
import { timed, timeIfAny } from '../tools/fix.ts';
import type { Attributes, Message } from '../types.ts';
import { readElements } from './elements.ts';

/** Units per degree. */
const STEPS = 1e7;
/** Reported if the receiver has no position. */
const NOWHERE = -0x8000_0000;
/** Heights above this are below the sea. */
const BELOW_SEA = 60_000;

/** A record's content, before related records are merged. */
type Reported = Omit<Message, 'kind'>;
type Placed = Omit<Reported, 'attributes'>;

/**
 * Reads the number of remaining records, the number in this packet, and then each record. The `wide` form has longer
 * numbers, and may continue in further records.
 */
export function records(reader: ByteReader, wide: boolean): Message[] {
  reader.skip(1);
  const messages: Message[] = [];
  for (let left = reader.u8(); left > 0; left -= 1) {
    const next = messages.length === 0 ? record(reader, wide) : unlessUnreadable(() => record(reader, wide));
    // The checksum was correct, so the device would resend the same frame: the records before the cut are used.
    if (next === null) break;
    const { goesOn, reported } = next;
    const { fix, attributes } = reported;
    const before = goesOn ? messages.at(-1) : undefined;
    if (before === undefined) messages.push({ kind: 'report', ...reported });
    else {
      const alarm = [...(before.attributes.alarm ?? []), ...(attributes.alarm ?? [])];
      Object.assign(before.attributes, attributes, alarm.length > 0 && { alarm });
      before.fix = fix ?? before.fix;
    }
  }
  return messages;
}

/**
 * Reads these fields in order: time, its extension, in the wide form the number of related records and the index of
 * this one, priority, position, event, values.
 */
function record(reader: ByteReader, wide: boolean): { reported: Reported; goesOn: boolean } {
  const time = momentOf(reader);
  reader.skip(1);
  const extension = wide ? reader.u8() : 0;
  const which = extension & 0x0f;
  reader.skip(1);
  const attributes: Attributes = {};
  const placed = place(reader, time, attributes);
  attributes.event = wide ? reader.u16() : reader.u8();
  readElements(reader, wide, attributes);
  return { goesOn: which > 0 && which <= extension >> 4, reported: { ...placed, attributes } };
}

/** Seconds since 1970; null if the clock was never set. */
function momentOf(reader: ByteReader): Date | null {
  const seconds = reader.u32();
  return timeIfAny(() => new Date(seconds * 1000));
}

/**
 * Reads these fields in order: coordinates, tenths of metres, hundredths of degrees, satellites, km/h, tenths of
 * accuracy.
 */
function place(reader: ByteReader, time: Date | null, attributes: Attributes): Placed {
  const [lon, lat] = [reader.i32(), reader.i32()];
  const [height, course, satellites, speedKph, accuracy] = [
    reader.u16(),
    reader.u16(),
    reader.u8(),
    reader.u16(),
    reader.u8(),
  ];
  if (lon === NOWHERE || lat === NOWHERE) return timed(time, null);
  attributes.satellites = satellites;
  attributes.hdop = accuracy / 10;
  const altitudeM = (height > BELOW_SEA ? height - 0x1_0000 : height) / 10;
  return timed(time, {
    valid: true,
    lat: lat / STEPS,
    lon: lon / STEPS,
    altitudeM,
    speedKph,
    courseDeg: course / 100,
  });
}

/** Reads trouble codes: their number, then each with time, position, whether it is an earlier one, five characters. */
export function troubles(reader: ByteReader): Message[] {
  const messages: Message[] = [];
  for (let left = reader.u8(); left > 0; left -= 1) {
    reader.skip(1);
    const time = momentOf(reader);
    const [lon, lat] = [reader.i32() / STEPS, reader.i32() / STEPS];
    const archived = reader.u8() === 2;
    const code = reader.text(5);
    const attributes: Attributes = { troubleCodes: [code], ...(archived && { archived }) };
    messages.push({ kind: 'report', ...timed(time, { valid: true, lat, lon }), attributes });
  }
  return messages;
}
