import type { ByteReader } from '../tools/bytes.ts';
import type { Attributes, Fix } from '../types.ts';
import type { Packet } from './frame.ts';
import type { Session } from './session.ts';

/** Bytes of date, satellites, latitude, longitude, speed, course and flags. */
export const FIX_SIZE = 18;

const MINUTE_MS = 60_000;

/** UTC from six numbers (year from 2000) of the device's time; null if they are not a valid date. */
export function clock(year: number, month: number, day: number, h: number, m: number, s: number, session: Session) {
  if (month < 1 || month > 12 || day < 1 || day > 31 || h > 23 || m > 59 || s > 59) return null;
  return new Date(Date.UTC(2000 + year, month - 1, day, h, m, s) - session.zoneMinutes * MINUTE_MS);
}

/** Reads six bytes: year, month, day, hour, minute, second. */
export function readClock(reader: ByteReader, session: Session): Date | null {
  return clock(reader.u8(), reader.u8(), reader.u8(), reader.u8(), reader.u8(), reader.u8(), session);
}

/** True when a date with a year from 2010 to 2099 stands `ahead` bytes after the cursor: distinguishes layouts. */
export function dateAhead(reader: ByteReader, ahead: number): boolean {
  const [year = 0, month = 0, day = 0, hour = 99, minute = 99, second = 99] = [0, 1, 2, 3, 4, 5].map((i) =>
    reader.peek(ahead + i),
  );
  return (
    year >= 10 &&
    year < 100 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= 31 &&
    hour < 24 &&
    minute < 60 &&
    second < 60
  );
}

/** The meaning of the two bytes of course and flags (GT06 manual 5.2.1.9). */
function place(rawLat: number, rawLon: number, flags: number): { lat: number; lon: number } | null {
  const lat = rawLat / 1_800_000;
  const lon = rawLon / 1_800_000;
  if (lat > 90 || lon > 180) return null;
  return { lat: flags & 0x0400 ? lat : 0 - lat, lon: flags & 0x0800 ? 0 - lon : lon };
}

/**
 * Returns the fix of those numbers, or null if time or coordinates are impossible. Sets the ignition if the flags
 * contain it.
 */
export function makeFix(
  time: Date | null,
  rawLat: number,
  rawLon: number,
  speedKph: number,
  flags: number,
  attributes: Attributes,
  altitudeM: number | null = null,
): Fix | null {
  if (flags & 0x4000) attributes.ignition = (flags & 0x8000) !== 0;
  const at = place(rawLat, rawLon, flags);
  if (time === null || at === null) return null;
  const courseDeg = (flags & 0x03ff) % 360;
  return { time, valid: (flags & 0x1000) !== 0, lat: at.lat, lon: at.lon, altitudeM, speedKph, courseDeg };
}

/** The 18 bytes that nearly all positions have in common. */
export function readFix(packet: Packet, attributes: Attributes): Fix | null {
  const { reader, session } = packet;
  // Clones omit the serial number or half of the CRC: then the fix extends into their position.
  if (reader.remaining < FIX_SIZE) reader.end = packet.bodyEnd;
  const time = readClock(reader, session);
  return readPlace(reader, time, attributes);
}

/** The same without the date: 12 bytes. */
export function readPlace(reader: ByteReader, time: Date | null, attributes: Attributes): Fix | null {
  // The upper half of the byte is the length of the block, 12.
  attributes.satellites = reader.u8() & 0x0f;
  const rawLat = reader.u32();
  const rawLon = reader.u32();
  const speedKph = reader.u8();
  return makeFix(time, rawLat, rawLon, speedKph, reader.u16(), attributes);
}
