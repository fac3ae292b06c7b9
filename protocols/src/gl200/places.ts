import { decimalIfAny } from '../tools/fields.ts';
import { fixUnlessNowhere, timeIfAny } from '../tools/fix.ts';
import { digits, utc } from '../tools/units.ts';
import type { Attributes, Fix } from '../types.ts';

/** A position within a message, the fields with it, and the index of the field after it. */
export interface Place {
  /** Null if coordinates or time cannot be read. */
  fix: Fix | null;
  attributes: Attributes;
  /** Whether the device had a fix when it created the message: its accuracy is not 0. */
  fresh: boolean;
  /** Index of the first field of the position, and of the first one after it. */
  start: number;
  next: number;
}

const STAMP_DIGITS = 14;
const MAC_DIGITS = 12;
const FIELDS_OF_ACCESS_POINT = 5;
const FIELDS_OF_CELL = 4;

export const isStamp = (text: string | undefined): text is string =>
  text?.length === STAMP_DIGITS && (text.startsWith('20') || text.startsWith('19'));

/** "yyyymmddhhmmss" UTC. Throws BadFrame. */
export const stamp = (text: string): Date =>
  utc(
    digits(text, 0, 4),
    digits(text, 4, 2),
    digits(text, 6, 2),
    digits(text, 8, 2),
    digits(text, 10, 2),
    digits(text, 12, 2),
  );

/** Returns the number in a field, 0 if it is not one. */
const numberOr0 = (text: string | undefined): number => decimalIfAny(text ?? '') ?? 0;

/** Returns the metres of a field in kilometres; NaN if it is not a number. */
export const metresOf = (text: string): number => Math.round((decimalIfAny(text) ?? Number.NaN) * 1000);

/** True when a field is a whole number without a sign, at most `most`. */
export const isWhole = (text: string | undefined, most: number): boolean => {
  if (text === undefined || text === '' || text.length > 9) return false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x30 || code > 0x39) return false;
  }
  return Number(text) <= most;
};

/**
 * Returns the positions of a message, wherever they are among its fields: accuracy (0 where the last position is
 * repeated), km/h, course, metres, longitude, latitude, time, then access points in newer devices, the cell, and a mask
 * of appended fields.
 */
export function placesOf(fields: readonly string[], from: number, end: number): Place[] {
  const places: Place[] = [];
  for (let at = from + 4; at + 2 <= end; at += 1) {
    const [lon = '', lat = '', time] = [fields[at], fields[at + 1], fields[at + 2]];
    if (!isStamp(time) || !lon.includes('.') || !lat.includes('.')) continue;
    const place = placeAt(fields, at, end);
    places.push(place);
    at = Math.max(at + 2, place.next - 1);
  }
  return places;
}

function placeAt(fields: readonly string[], at: number, end: number): Place {
  const accuracy = numberOr0(fields[at - 4]);
  const found = fixUnlessNowhere({
    time: timeIfAny(() => stamp(fields[at + 2] ?? '')),
    valid: accuracy > 0,
    lon: decimalIfAny(fields[at] ?? ''),
    lat: decimalIfAny(fields[at + 1] ?? ''),
    speedKph: Math.max(0, numberOr0(fields[at - 3])),
    courseDeg: numberOr0(fields[at - 2]),
    altitudeM: decimalIfAny(fields[at - 1] ?? ''),
  });
  // An accuracy of 0 means that the last position is repeated, with the time when the device was there.
  const fix = found === null ? null : { ...found, valid: true };
  const cell = behindAccessPoints(fields, at + 3, end);
  const attributes: Attributes = { hdop: accuracy };
  const next = appended(fields, Math.min(cell + FIELDS_OF_CELL, end), end, attributes);
  return { fix, attributes, fresh: accuracy > 0, start: at - 4, next };
}

/** Reads access points: their number, then address, signal and three unused fields for each. */
function behindAccessPoints(fields: readonly string[], at: number, end: number): number {
  if (fields[at + 1]?.length !== MAC_DIGITS || !isWhole(fields[at], 30)) return at;
  let next = at + 1;
  while (next < end && fields[next]?.length === MAC_DIGITS) next += FIELDS_OF_ACCESS_POINT;
  return Math.min(next, end);
}

/**
 * Reads the mask of appended fields: 1 satellites, 2 the reason for which the receiver started; older devices have 00
 * or their odometer.
 */
function appended(fields: readonly string[], at: number, end: number, reported: Attributes): number {
  const mask = fields[at] ?? '';
  if (at >= end) return at;
  if (mask.includes('.')) {
    reported.odometerM = metresOf(mask);
    return at + 1;
  }
  if (mask.length === 0) return at + 1;
  if (mask.length !== 2 || mask.charCodeAt(0) !== 0x30) return isWhole(mask, 99) && mask.length > 1 ? at : at + 1;
  let next = at + 1;
  const bits = mask.charCodeAt(1) - 0x30;
  if ((bits & 1) !== 0 && isWhole(fields[next], 99)) {
    reported.satellites = Number(fields[next]);
    next += 1;
  }
  if ((bits & 2) !== 0 && isWhole(fields[next], 9)) next += 1;
  return Math.min(next, end);
}
