import { checkIdentity, fixOf, optionalNumber, readState, RequestFault, setAttribute } from '../tools/phone-values.ts';
import type { Attributes, Fix, Message } from '../types.ts';
import { type FieldPath, parseJson, pointOf, valueAt } from './json-text.ts';

export const TIME_FORMS = ['iso', 'seconds', 'milliseconds'] as const;
export const SPEED_UNITS = ['kmh', 'ms', 'mph', 'knots'] as const;

/** The meaning of the fields of a JSON message, as described by the user. */
export interface JsonMapping {
  /** The level of the topic that identifies the device, counted from 0, or the field. */
  identity: { level: number } | { path: FieldPath };
  /** Null: the time of receipt. */
  time: { path: FieldPath; form: (typeof TIME_FORMS)[number] } | null;
  /** Two fields, or one with GeoJSON; null: the message has no position. */
  place: { lat: FieldPath; lon: FieldPath } | { geojson: FieldPath } | null;
  speed: { path: FieldPath; unit: (typeof SPEED_UNITS)[number] } | null;
  course: FieldPath | null;
  altitude: FieldPath | null;
  ignition: FieldPath | null;
  /** 0 to 100. */
  battery: FieldPath | null;
  attributes: readonly { path: FieldPath; name: string }[];
}

const KPH: Readonly<Record<(typeof SPEED_UNITS)[number], number>> = { kmh: 1, ms: 3.6, mph: 1.609_344, knots: 1.852 };
const LATEST_MS = Date.UTC(2100, 0, 1);
/** Date and time of ISO 8601; without an offset it is UTC. */
const ISO = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?([Zz]|[+-]\d{2}(?::?\d{2})?)?$/;

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;
const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
const shown = (value: unknown): string => (isPlain(value) ? String(value).slice(0, 40) : 'no value');

function readTime(value: unknown, form: (typeof TIME_FORMS)[number]): Date {
  let ms = Number.NaN;
  if (form !== 'iso') ms = (optionalNumber(value) ?? Number.NaN) * (form === 'seconds' ? 1000 : 1);
  else if (typeof value === 'string' && value.length <= 40) {
    const [, day = '', time = '', offset = 'Z'] = ISO.exec(value.trim()) ?? [];
    ms = Date.parse(`${day}T${time}${offset.length === 3 ? `${offset}:00` : offset.toUpperCase()}`);
  }
  if (!(ms > 0 && ms < LATEST_MS))
    throw new RequestFault(`the time is not in the form that was chosen: ${shown(value)}`);
  return new Date(Math.round(ms));
}

/** Null if the message has none there; throws for any other value. */
function degrees(name: string, value: unknown): number | null {
  if (isAbsent(value)) return null;
  const number = optionalNumber(value);
  if (number === null) throw new RequestFault(`the ${name} is not a number: ${shown(value)}`);
  return number;
}

function coordinates(value: unknown): readonly unknown[] {
  if (isAbsent(value)) return [];
  const point = pointOf(value);
  if (!point) throw new RequestFault('the place is not a GeoJSON point');
  return point;
}

/** Latitude, longitude and, of GeoJSON, altitude; null if the message has no position. */
function readPlace(json: object, place: NonNullable<JsonMapping['place']>): [number, number, number | null] | null {
  const [rawLon, rawLat, altitude] =
    'geojson' in place
      ? coordinates(valueAt(json, place.geojson))
      : [valueAt(json, place.lon), valueAt(json, place.lat)];
  const [lat, lon] = [degrees('latitude', rawLat), degrees('longitude', rawLon)];
  // A device without a fix sends null.
  if (lat === null && lon === null) return null;
  if (lat === null || lon === null) throw new RequestFault(`the ${lat === null ? 'latitude' : 'longitude'} is missing`);
  return [lat, lon, optionalNumber(altitude)];
}

function readFix(json: object, mapping: JsonMapping, time: Date): Fix | null {
  const found = mapping.place && readPlace(json, mapping.place);
  if (!found) return null;
  const number = (path: FieldPath | null) => (path ? optionalNumber(valueAt(json, path)) : null);
  const [lat, lon, altitude] = found;
  const { speed } = mapping;
  return fixOf({
    time,
    valid: true,
    lat,
    lon,
    altitudeM: number(mapping.altitude) ?? altitude,
    speedKph: speed ? (number(speed.path) ?? 0) * KPH[speed.unit] : 0,
    courseDeg: number(mapping.course) ?? 0,
  });
}

function readAttributes(json: object, { ignition, battery, attributes: others }: JsonMapping): Attributes {
  const attributes: Attributes = {};
  for (const { path, name } of others) {
    const value = valueAt(json, path);
    if (isPlain(value)) setAttribute(attributes, name, value);
  }
  const decoded = ignition ? valueAt(json, ignition) : undefined;
  const state = isPlain(decoded) ? readState(decoded) : null;
  if (state !== null) attributes.ignition = state;
  const percent = battery ? optionalNumber(valueAt(json, battery)) : null;
  if (percent !== null && percent >= 0 && percent <= 100) attributes.batteryPercent = percent;
  return attributes;
}

function readIdentity(json: object, topic: string, { identity }: JsonMapping): string {
  if ('level' in identity) return checkIdentity('the device in the topic', topic.split('/')[identity.level] ?? null);
  const value = valueAt(json, identity.path);
  const isName = typeof value === 'string' || typeof value === 'number';
  return checkIdentity('the device', isName ? String(value) : null);
}

interface ReadJson {
  identity: string;
  messages: Message[];
  /** The fault of the first unreadable message in a list, if any: the others are kept. */
  fault: string | null;
}

/**
 * Reads a message, or a list of messages of one device, by the description of their fields. `receivedAt` is the time of
 * a message without a time field; null: the time of such a message is unknown. Throws `RequestFault` if none can be
 * read.
 */
export function readJson(mapping: JsonMapping, topic: string, text: string, receivedAt: Date | null): ReadJson {
  const listed = parseJson(text);
  const [first, ...others] = listed;
  const identity = readIdentity(first, topic, mapping);
  if (others.some((json) => readIdentity(json, topic, mapping) !== identity)) {
    throw new RequestFault('the messages of the list are of several devices');
  }
  // The messages of a list were created in sequence: the time of receipt applies only to the last of them.
  if (others.length > 0 && !mapping.time) throw new RequestFault('the messages of a list need a field for the time');
  const messages: Message[] = [];
  const faults: RequestFault[] = [];
  for (const json of listed) {
    try {
      messages.push(readMessage(mapping, json, receivedAt));
    } catch (error) {
      if (!(error instanceof RequestFault)) throw error;
      faults.push(error);
    }
  }
  const [fault] = faults;
  if (messages.length === 0 && fault) throw fault;
  return { identity, messages, fault: fault?.message ?? null };
}

function readMessage(mapping: JsonMapping, json: object, receivedAt: Date | null): Message {
  const decoded = mapping.time && readTime(valueAt(json, mapping.time.path), mapping.time.form);
  const time = decoded ?? receivedAt;
  if (!time) throw new RequestFault('the message was kept by the broker and does not say its time');
  const fix = readFix(json, mapping, time);
  const attributes = readAttributes(json, mapping);
  const isEmpty = fix === null && Object.keys(attributes).length === 0;
  return { kind: isEmpty ? 'heartbeat' : 'report', deviceTime: decoded, fix, attributes };
}
