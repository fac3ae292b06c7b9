import { BadFrame, unlessUnreadable } from '../tools/bad-frame.ts';
import type { ByteReader } from '../tools/bytes.ts';
import { timed, timedWithZeros, timeIfAny } from '../tools/fix.ts';
import type { Message } from '../types.ts';
import { emptyReport, readTag, type Reported } from './tags.ts';

/** Converts one record to a message, or null if it only identifies the device. */
export function messageOf(reported: Reported): Message | null {
  const { place, timeMs, attributes, text, speedKph, courseDeg, altitudeM } = reported;
  if (place === null && timeMs === null && text === null) return null;
  const time = timeMs === null ? null : timeIfAny(() => new Date(timeMs));
  const placed =
    place === null ? timed(time, null) : timedWithZeros(time, { ...place, speedKph, courseDeg, altitudeM });
  return { kind: text === null ? 'report' : 'reply', ...placed, attributes, ...(text !== null && { text }) };
}

/** Records have no separators: a repeated tag begins the next record. Reads up to the reader's end. */
export function readRecords(reader: ByteReader): Reported[] {
  const records: Reported[] = [];
  let reported = emptyReport();
  const seen = new Uint8Array(256);
  while (reader.remaining > 0) {
    const tag = reader.u8();
    if (seen[tag] === 1) {
      records.push(reported);
      reported = emptyReport();
      seen.fill(0);
    }
    seen[tag] = 1;
    if (readTag(tag, reader, reported)) continue;
    if (records.length === 0 && reported.place === null && reported.identity === null) {
      throw new BadFrame(`there is no tag 0x${tag.toString(16)}`);
    }
    break;
  }
  records.push(reported);
  return records;
}

const DAY_MS = 86_400_000;
const [MIN_SET_BYTES, LONGITUDES, LATITUDES] = [10, 2 ** 22, 2 ** 21];

/**
 * Reads the packed part of a record, by bits: 1 unused, 25 seconds of the year, 1 not valid, 22 longitude, 21 latitude,
 * 1 alarm, 9 user bits. The year is chosen so that the time is not in the future.
 */
function readPackedPart(reader: ByteReader, now: Date): Reported {
  let bits = 0n;
  for (let index = 0; index < MIN_SET_BYTES; index += 1) bits = (bits << 8n) | BigInt(reader.u8());
  const take = (from: bigint, count: bigint) => Number((bits >> from) & ((1n << count) - 1n));
  const reported = emptyReport();
  const [second, year] = [take(54n, 25n) * 1000, now.getUTCFullYear()];
  const inYear = Date.UTC(year) + second;
  reported.timeMs = inYear > now.getTime() + DAY_MS ? Date.UTC(year - 1) + second : inYear;
  reported.place = {
    valid: take(53n, 1n) === 0,
    lon: (360 * take(31n, 22n)) / LONGITUDES - 180,
    lat: (180 * take(10n, 21n)) / LATITUDES - 90,
  };
  if (take(9n, 1n) === 1) reported.attributes.alarm = ['general'];
  return reported;
}

/**
 * Reads one packed record: the packed part, the number of tags, the tags, their values. After a tag of unknown length,
 * or where the packet ends early, nothing more can be located; the values read before are kept, as in records that are
 * not packed.
 */
export function readPackedRecord(reader: ByteReader, now: Date): Reported {
  const reported = readPackedPart(reader, now);
  const isWhole = unlessUnreadable(() => {
    const tags = reader.take(reader.u8());
    return tags.every((tag) => readTag(tag, reader, reported));
  });
  if (isWhole !== true) reader.offset = reader.end;
  return reported;
}
