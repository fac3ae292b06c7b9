/** Values in the notation of phones, and their conversion to a message. */
import { ALARM_CODES } from '../types.ts';
import type { AlarmCode, Attributes, Fix } from '../types.ts';

/** A request that cannot be understood; its text is returned to the sender. */
export class RequestFault extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'RequestFault';
  }
}

/** At most 64 characters that users can enter as an identity in "Connect a device". */
const IDENTITY = /^[A-Za-z0-9._:/@+-]{1,64}$/;

/** Returns the device's identity; throws `RequestFault` if it is missing or not valid. */
export function checkIdentity(name: string, text: string | null): string {
  const identity = text?.trim() ?? '';
  if (identity === '') throw new RequestFault(`${name} is missing`);
  if (!IDENTITY.test(identity)) throw new RequestFault(`${name} is not an identity`);
  return identity;
}

/** A number below this is a time in seconds, above it in milliseconds (as in the Traccar server). */
const LARGEST_SECONDS = 2 ** 31 - 1;
const LATEST_MS = Date.UTC(2100, 0, 1);
const PLAIN_TIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/;
/** A plus sign that URL decoding turned into a space. */
const LOST_PLUS = / (?=\d{2}:?\d{2}$)/;

/**
 * Seconds or milliseconds since 1970, an ISO 8601 time, or `yyyy-MM-dd HH:mm:ss` in UTC. Throws `RequestFault`.
 */
export function readTime(name: string, text: string): Date {
  const number = Number(text);
  const plain = PLAIN_TIME.exec(text);
  let milliseconds: number;
  if (text.trim() !== '' && !Number.isNaN(number)) milliseconds = number < LARGEST_SECONDS ? number * 1000 : number;
  else if (plain !== null) milliseconds = Date.parse(`${plain[1]}T${plain[2]}Z`);
  else milliseconds = Date.parse(text.includes('T') ? text.replace(LOST_PLUS, '+') : text);
  if (!(milliseconds >= 0 && milliseconds < LATEST_MS)) throw new RequestFault(`${name} is not a time: ${clip(text)}`);
  return new Date(milliseconds);
}

/** Returns a finite number, or throws `RequestFault`. */
export function readNumber(name: string, text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(number)) throw new RequestFault(`${name} is not a number: ${clip(text)}`);
  return number;
}

/** Returns a finite number or null: a position is worth keeping if the phone sends `NaN` for its altitude. */
export function optionalNumber(value: unknown): number | null {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

const clip = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/**
 * Returns a fix from a phone's values; null at 0, 0, which means "no position". Throws `RequestFault` out of range.
 */
export function fixOf(fix: Fix): Fix | null {
  if (Math.abs(fix.lat) > 90) throw new RequestFault(`latitude is out of range: ${fix.lat}`);
  if (Math.abs(fix.lon) > 180) throw new RequestFault(`longitude is out of range: ${fix.lon}`);
  if (fix.lat === 0 && fix.lon === 0) return null;
  // Phones send -1 for an unknown speed or course.
  const courseDeg = fix.courseDeg < 0 ? 0 : fix.courseDeg % 360;
  return { ...fix, speedKph: Math.max(0, fix.speedKph), courseDeg };
}

/** Attribute names of others mapped to Milepost's, with the type. */
const KNOWN: Readonly<
  Record<string, readonly [name: keyof Attributes & string, type: 'number' | 'boolean' | 'string']>
> = {
  sat: ['satellites', 'number'],
  satellites: ['satellites', 'number'],
  hdop: ['hdop', 'number'],
  batt: ['batteryPercent', 'number'],
  batproc: ['batteryPercent', 'number'],
  batteryLevel: ['batteryPercent', 'number'],
  batteryPercent: ['batteryPercent', 'number'],
  battery: ['batteryV', 'number'],
  batteryV: ['batteryV', 'number'],
  power: ['powerV', 'number'],
  powerV: ['powerV', 'number'],
  charge: ['charging', 'boolean'],
  charging: ['charging', 'boolean'],
  odometer: ['odometerM', 'number'],
  odometerM: ['odometerM', 'number'],
  rssi: ['rssi', 'number'],
  rpm: ['engineRpm', 'number'],
  engineRpm: ['engineRpm', 'number'],
  fuelL: ['fuelL', 'number'],
  fuelPercent: ['fuelPercent', 'number'],
  engineHoursS: ['engineHoursS', 'number'],
  ignition: ['ignition', 'boolean'],
  motion: ['motion', 'boolean'],
  door: ['door', 'boolean'],
  immobilized: ['immobilized', 'boolean'],
  archived: ['archived', 'boolean'],
  driverUniqueId: ['driverTag', 'string'],
  driverTag: ['driverTag', 'string'],
  event: ['event', 'string'],
};

const INPUT_OR_OUTPUT = /^(?:in|out)put\d{1,2}$/;
const MAX_ATTRIBUTES = 64;
const alarmCode = (text: string): AlarmCode =>
  ALARM_CODES.find((code) => code.toLowerCase() === text.toLowerCase()) ?? 'general';

const ON = new Set(['true', 'on', 'yes', 'y', '1']);
const OFF = new Set(['false', 'off', 'no', 'n', '0']);

/** Returns whether a word means on or off; null if neither. */
export function readState(value: string | number | boolean): boolean | null {
  const word = String(value).slice(0, 256).trim().toLowerCase();
  return ON.has(word) ? true : OFF.has(word) ? false : null;
}
/** Words that can only mean a state, whatever the attribute. */
const STATE = /^\s*(?:true|false|on|off)\s*$/i;

function convert(
  value: string | number | boolean,
  type?: 'number' | 'boolean' | 'string',
): string | number | boolean | undefined {
  const text = String(value).slice(0, 256);
  if (type === 'string') return text;
  if (type === 'boolean') return readState(text) ?? undefined;
  if (type === undefined && STATE.test(text)) return readState(text) ?? text;
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(number)) return number;
  return type === undefined ? text : undefined;
}

/** Sets an attribute under Milepost's name for it; a value of the wrong type is dropped, as are names beyond 64. */
export function setAttribute(attributes: Attributes, theirs: string, value: string | number | boolean): void {
  if (theirs === 'alarm') {
    const codes = String(value)
      .split(',')
      .map((code) => code.trim())
      .filter((code) => code !== '');
    if (codes.length > 0) attributes.alarm = [...new Set(codes.map(alarmCode))];
    return;
  }
  const [name, type = INPUT_OR_OUTPUT.test(theirs) ? ('boolean' as const) : undefined] = Object.hasOwn(KNOWN, theirs)
    ? (KNOWN[theirs] ?? [theirs])
    : [theirs];
  if (!/^[A-Za-z][\w.-]{0,63}$/.test(name) || Object.keys(attributes).length >= MAX_ATTRIBUTES) return;
  const converted = convert(value, type);
  if (converted !== undefined) attributes[name] = converted;
}
