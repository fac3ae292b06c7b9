import type { ByteReader } from '../tools/bytes.ts';
import { fixOf } from '../tools/fix.ts';
import { digits, utc } from '../tools/units.ts';
import type { Attributes, Fix } from '../types.ts';

/** The start of a message tells which family of devices it is of. */
export const FAMILY = { first: 0x2323, vehicle: 0x2525, obd: 0x2626, portable: 0x2727 } as const;

/** "yymmddhhmmss" in BCD, UTC. */
export function readTime(reader: ByteReader): Date {
  const text = reader.hex(6);
  const [year, month, day] = [digits(text, 0, 2), digits(text, 2, 2), digits(text, 4, 2)];
  return utc(year, month, day, digits(text, 6, 2), digits(text, 8, 2), digits(text, 10, 2));
}

/** A number of some bytes of BCD; undefined where they are no digits: what was not measured is all ones. */
export function readBcd(reader: ByteReader, bytes: number): number | undefined {
  let value = 0;
  for (const byte of reader.take(bytes)) {
    if (byte >> 4 > 9 || (byte & 0x0f) > 9) value = Number.NaN;
    value = value * 100 + (byte >> 4) * 10 + (byte & 0x0f);
  }
  return Number.isNaN(value) ? undefined : value;
}

/** Adds a number of BCD, divided, where there is one. */
export function putBcd(attributes: Attributes, name: string, reader: ByteReader, bytes: number, divisor: number): void {
  const value = readBcd(reader, bytes);
  if (value !== undefined) attributes[name] = value / divisor;
}

/** Percent in BCD: 0 stands for 100. */
export function readPercent(reader: ByteReader): { batteryPercent?: number } {
  const value = readBcd(reader, 1);
  return value === undefined ? {} : { batteryPercent: value === 0 ? 100 : value };
}

interface Place {
  lat: number;
  lon: number;
  altitudeM: number | null;
}

/** Metres, longitude and latitude as numbers with a point; null where they were not measured. */
export function readPlace(reader: ByteReader): Place | null {
  const [altitude, lon, lat] = [reader.f32le(), reader.f32le(), reader.f32le()];
  if (!Number.isFinite(lon) || !Number.isFinite(lat)) return null;
  return { lat, lon, altitudeM: Number.isFinite(altitude) ? altitude : null };
}

/** A fix in sixteen bytes: place, tenths of km/h in BCD, course; `hasSpeed` false where two other bytes are there. */
export function readFix(reader: ByteReader, time: Date, valid: boolean, hasSpeed = true): Fix | null {
  const place = readPlace(reader);
  const speedKph = (readBcd(reader, 2) ?? 0) / 10;
  const course = reader.u16();
  if (place === null) return null;
  return fixOf({ ...place, time, valid, speedKph: hasSpeed ? speedKph : 0, courseDeg: course === 0xffff ? 0 : course });
}

/** A signed number of two bytes whose first bit is the sign, in hundredths. */
export function readSignedHundredths(reader: ByteReader): number {
  const value = reader.u16();
  return (value >= 0x8000 ? -(value - 0x8000) : value) / 100;
}
