import type { Attributes, Message } from '@milepost/protocols/types';
import { ownText } from '../own-text.ts';

/** The maximum of characters in one string or name; more comes from a broken device. */
const MAX_TEXT = 2000;
const MAX_NAME = 100;
/** Larger numbers come from a broken or hostile device, and their sums overflow. All 8-byte integers are below it. */
const MAX_NUMBER = 1e20;
/** Control characters are meaningless in a name, and PostgreSQL stores no NUL. */
const CONTROL = /\p{Cc}/u;

/**
 * The types of our own attributes: a device's value under one of these names has another meaning if its type differs.
 */
const TYPES: ReadonlyMap<string, 'number' | 'boolean' | 'string'> = new Map([
  ...(
    [
      'satellites',
      'hdop',
      'batteryPercent',
      'batteryV',
      'powerV',
      'odometerM',
      'rssi',
      'engineRpm',
      'fuelL',
      'fuelPercent',
      'engineHoursS',
    ] as const
  ).map((name) => [name, 'number'] as const),
  ...(['ignition', 'motion', 'charging', 'door', 'immobilized', 'archived'] as const).map(
    (name) => [name, 'boolean'] as const,
  ),
  ['driverTag', 'string'],
]);

/**
 * Drops attributes that JSON or PostgreSQL cannot store unchanged, and cleans strings. Otherwise live values would
 * differ from stored ones, and one name could make the database refuse the report, or later the state of the device.
 */
export function withStorableAttributes(message: Message): Message {
  const { attributes } = message;
  for (const name in attributes)
    if (!isStorable(name, attributes[name])) return { ...message, attributes: storable(attributes) };
  return message;
}

function storable(attributes: Attributes): Attributes {
  const stored: Attributes = {};
  for (const [name, raw] of Object.entries(attributes)) {
    const value = typeof raw === 'string' ? mended(raw) : Array.isArray(raw) ? raw.map(mended) : raw;
    if (isStorable(name, value)) stored[name] = value;
  }
  return stored;
}

const mended = (text: string): string => text.slice(0, MAX_TEXT).replaceAll('\0', '').toWellFormed();

const isStorableText = (text: string): boolean =>
  text.length <= MAX_TEXT && !text.includes('\0') && text.isWellFormed();

/** Names that were found storable: devices repeat theirs with each report. */
const storableNames = new Set<string>();
const MAX_NAMES = 10_000;

function isStorableName(name: string): boolean {
  if (storableNames.has(name)) return true;
  if (name.length > MAX_NAME || CONTROL.test(name) || !name.isWellFormed()) return false;
  if (storableNames.size >= MAX_NAMES) storableNames.clear();
  storableNames.add(ownText(name));
  return true;
}

function isStorable(name: string, value: Attributes[string]): boolean {
  const type = TYPES.get(name);
  if ((type !== undefined && typeof value !== type) || (name === 'alarm' && !Array.isArray(value))) return false;
  if (!isStorableName(name)) return false;
  if (typeof value === 'number') return Math.abs(value) <= MAX_NUMBER;
  if (typeof value === 'string') return isStorableText(value);
  return value !== undefined && (typeof value === 'boolean' || value.every(isStorableText));
}
