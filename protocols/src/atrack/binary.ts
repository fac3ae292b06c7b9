import { ByteReader } from '../tools/bytes.ts';
import { timeIfAny } from '../tools/fix.ts';
import { utc } from '../tools/units.ts';
import type { Message } from '../types.ts';
import { messageOf } from './report.ts';
import { KEYS, keysOf, type Reported } from './values.ts';

/** The smallest record contains the times, the position, and the rest up to an empty text. */
const MIN_BYTES = 40;
const PERCENT = 0x25;
/** A following record is recognised when its times are within this many seconds of the previous one's. */
const NEAR_S = 30 * 86_400;

/**
 * Reads consecutive records. Where values of unknown length follow, because the format lists them or the device does
 * not send its format, the next record is searched for.
 */
export function records(reader: ByteReader): Message[] {
  const messages: Message[] = [];
  while (reader.remaining >= MIN_BYTES) {
    const start = reader.offset;
    const { message, isWhole } = record(reader);
    messages.push(message);
    if (isWhole && (reader.remaining < MIN_BYTES || isRecord(reader))) continue;
    const next = nextRecord(reader, start);
    if (next >= 0) reader.offset = next;
    else if (!isWhole) break;
  }
  return messages;
}

const MAX_DEGREES = 180e6;

/** True when a record begins here: the device's time twice, and a valid longitude; or a year. */
function isRecord({ bytes, offset }: ByteReader): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset);
  const year = view.getUint16(0);
  if (year >= 2000 && year <= 2099) return true;
  const difference = Math.abs(view.getUint32(4) - view.getUint32(8));
  return difference < NEAR_S && Math.abs(view.getInt32(12)) <= MAX_DEGREES;
}

/** Date bytes and seconds since 1970 are distinguished by their first two bytes. */
function times(reader: ByteReader): Date | null {
  const year = ((reader.peek() ?? 0) << 8) + (reader.peek(1) ?? 0);
  if (year < 2000 || year > 2099) {
    const seconds = reader.u32();
    reader.skip(8);
    return timeIfAny(() => new Date(seconds * 1000));
  }
  reader.skip(2);
  const [month = 0, day = 0, ...clock] = reader.take(5);
  reader.skip(14);
  return timeIfAny(() => utc(year, month, day, ...clock));
}

/** Text up to a zero byte. */
function zeroText(reader: ByteReader): string {
  const close = reader.bytes.indexOf(0, reader.offset);
  if (close < 0 || close >= reader.end) return reader.text(reader.remaining);
  const text = reader.text(close - reader.offset);
  reader.skip(1);
  return text;
}

/**
 * Reads these fields in order: three times, coordinates, course, cause, distance, accuracy, inputs, km/h, outputs, an
 * input, driver, thermometers, text, more.
 */
function record(reader: ByteReader): { message: Message; isWhole: boolean } {
  const time = times(reader);
  const [lon, lat, courseDeg] = [reader.i32() / 1e6, reader.i32() / 1e6, reader.u16()];
  const [event, distance, accuracy] = [reader.u8(), reader.u32(), reader.u16()];
  const [inputs, speedKph, outputs] = [reader.u8(), reader.u16(), reader.u8()];
  const reported: Reported = { attributes: { analog1V: reader.u16() / 1000 }, altitudeM: null };
  const driver = zeroText(reader);
  const celsius = [reader.i16() / 10, reader.i16() / 10];
  const text = reader.remaining > 0 ? zeroText(reader) : '';
  const isWhole = reader.peek() !== PERCENT || readValues(reader, reported);
  const where = { time, lon, lat, courseDeg, speedKph };
  const message = messageOf({
    ...where,
    event,
    distance,
    accuracy,
    inputs,
    outputs,
    driver,
    celsius,
    text,
    reported,
  });
  return { message, isWhole };
}

/** Returns false where a value is unknown, so that the start of the next record is unknown too. */
function readValues(reader: ByteReader, reported: Reported): boolean {
  for (const key of keysOf(zeroText(reader))) {
    const known = KEYS[key];
    if (known === undefined || reader.remaining === 0) return false;
    const { form, read } = known;
    if (typeof form === 'object') reader.skip(Math.min(form.skip, reader.remaining));
    else {
      const text = form === 'text' ? zeroText(reader) : '';
      const value = form === 'text' ? Number.NaN : reader.readUint(form);
      read?.(value, reported, text);
    }
  }
  return true;
}

/** Returns where three consecutive times lie near those of the record at `start`, or -1. */
function nextRecord({ bytes, offset, end }: ByteReader, start: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = view.getUint32(start);
  for (let at = offset; at + MIN_BYTES <= end; at += 1) {
    const isNear = [0, 4, 8].every((ahead) => Math.abs(view.getUint32(at + ahead) - first) < NEAR_S);
    if (isNear) return at;
  }
  return -1;
}
