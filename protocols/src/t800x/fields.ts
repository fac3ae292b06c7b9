import type { ByteReader } from '../tools/bytes.ts';
import { timed, timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { yearFirst } from '../tools/units.ts';
import type { Attributes, Message } from '../types.ts';

/** The start of a message identifies the device family. */
export const FAMILY = { first: 0x2323, vehicle: 0x2525, obd: 0x2626, portable: 0x2727 } as const;

/** Reads "yymmddhhmmss" in BCD, UTC; null if the device has no time. */
export function readTime(reader: ByteReader): Date | null {
  const text = reader.hex(6);
  return timeIfAny(() => yearFirst(text.slice(0, 6), text.slice(6)));
}

/** A BCD number of some bytes; undefined if these are not digits: a missing measurement is all ones. */
export function readBcd(reader: ByteReader, bytes: number): number | undefined {
  let value = 0;
  for (const byte of reader.take(bytes)) {
    if (byte >> 4 > 9 || (byte & 0x0f) > 9) value = Number.NaN;
    value = value * 100 + (byte >> 4) * 10 + (byte & 0x0f);
  }
  return Number.isNaN(value) ? undefined : value;
}

/** Adds a BCD number, divided, if present. */
export function putBcd(attributes: Attributes, name: string, reader: ByteReader, bytes: number, divisor: number): void {
  const value = readBcd(reader, bytes);
  if (value !== undefined) attributes[name] = value / divisor;
}

/** Percent in BCD: 0 stands for 100. */
export function readBatteryPercent(reader: ByteReader): { batteryPercent?: number } {
  const value = readBcd(reader, 1);
  return value === undefined ? {} : { batteryPercent: value === 0 ? 100 : value };
}

interface Place {
  lat: number;
  lon: number;
  altitudeM: number | null;
  speedKph?: number | undefined;
  courseDeg?: number;
}

/** Reads metres, longitude and latitude as floating-point numbers; null if they were not measured. */
export function readPlace(reader: ByteReader): Place | null {
  const [altitude, lon, lat] = [reader.f32le(), reader.f32le(), reader.f32le()];
  if (!Number.isFinite(lon) || !Number.isFinite(lat)) return null;
  return { lat, lon, altitudeM: Number.isFinite(altitude) ? altitude : null };
}

/**
 * The same in sixteen bytes with tenths of km/h in BCD and a course; `hasSpeed` is false if those two bytes have
 * another meaning.
 */
export function readMotion(reader: ByteReader, hasSpeed = true): Place | null {
  const place = readPlace(reader);
  const speedKph = (readBcd(reader, 2) ?? 0) / 10;
  const course = reader.u16();
  return place && { ...place, speedKph: hasSpeed ? speedKph : 0, courseDeg: course === 0xffff ? 0 : course };
}

/** Time and position, with the attributes of a report. */
export const reportAt = (time: Date | null, place: Place | null, valid: boolean, attributes: Attributes): Message => ({
  kind: 'report',
  ...(place === null ? timed(time, null) : timedWithZeros(time, { ...place, valid })),
  attributes,
});

/** Reads a number of two bytes, in hundredths, whose first bit is the sign. */
export function readSignedHundredths(reader: ByteReader): number {
  const value = reader.u16();
  return (value >= 0x8000 ? -(value - 0x8000) : value) / 100;
}
