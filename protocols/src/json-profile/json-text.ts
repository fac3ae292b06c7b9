import { RequestFault } from '../tools/phone-values.ts';

/** The longest message that a user can describe, in characters. */
export const LONGEST_JSON = 16_384;
/** Levels from the root of a message to a field, and characters per level. */
export const DEEPEST_FIELD = 8;
export const LONGEST_KEY = 64;
/** The most fields of a message shown for selection. */
const MAX_FIELDS = 200;
const LONGEST_SHOWN = 80;

/** The path of a field: names, and indexes in lists counted from 0. Empty: the whole message. */
export type FieldPath = readonly string[];

export interface JsonField {
  path: string[];
  kind: 'number' | 'text' | 'boolean' | 'null' | 'geojson';
  /** Cut after 80 characters. */
  value: string;
}

/** The most messages in one list: those that a device stored while it had no network. */
const MAX_LISTED = 200;

const isObject = (json: unknown): json is object => typeof json === 'object' && json !== null && !Array.isArray(json);

/**
 * Parses the message as JSON, or the messages of a list. Throws `RequestFault` if it is too long, is not JSON, or is
 * not an object or list of objects.
 */
export function parseJson(text: string): readonly [object, ...object[]] {
  if (text.length > LONGEST_JSON) throw new RequestFault(`the message is longer than ${LONGEST_JSON} characters`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new RequestFault('the message is not JSON');
  }
  const listed: readonly unknown[] = Array.isArray(json) ? json : [json];
  if (listed.length > MAX_LISTED) throw new RequestFault(`the list has more than ${MAX_LISTED} messages`);
  const [first, ...others] = listed;
  if (!isObject(first) || !others.every(isObject)) {
    throw new RequestFault('the message is not a JSON object, nor a list of them');
  }
  return [first, ...others];
}

/** Returns the value at a path, or undefined. Reads only the message's own properties, never inherited ones. */
export function valueAt(json: unknown, path: FieldPath): unknown {
  let value = json;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.getOwnPropertyDescriptor(value, step)?.value;
  }
  return value;
}

/**
 * Coordinates [longitude, latitude, altitude?] of a GeoJSON point, of a feature with one, or as a bare list (RFC 7946).
 */
export function pointOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value.length >= 2 && value.length <= 3 ? value : null;
  const type = valueAt(value, ['type']);
  if (type === 'Feature') return pointOf(valueAt(value, ['geometry']));
  const coordinates = type === 'Point' ? valueAt(value, ['coordinates']) : undefined;
  return Array.isArray(coordinates) ? pointOf(coordinates) : null;
}

/** Returns the fields that a user can select, in the order of the message; of a large one the first 200. */
export function fieldsOf(json: object): JsonField[] {
  const fields: JsonField[] = [];
  const add = (path: string[], kind: JsonField['kind'], value: string) =>
    fields.push({ path, kind, value: value.slice(0, LONGEST_SHOWN) });
  const visit = (value: unknown, path: string[]): void => {
    if (fields.length >= MAX_FIELDS) return;
    if (typeof value === 'number') add(path, 'number', String(value));
    else if (typeof value === 'string') add(path, 'text', value);
    else if (typeof value === 'boolean') add(path, 'boolean', String(value));
    else if (value === null) add(path, 'null', 'null');
    else if (typeof value === 'object') {
      const point = Array.isArray(value) ? null : pointOf(value);
      if (point) add(path, 'geojson', point.map((one) => String(typeof one === 'number' ? one : '?')).join(', '));
      if (path.length >= DEEPEST_FIELD) return;
      for (const [key, held] of Object.entries(value)) {
        if (fields.length >= MAX_FIELDS) return;
        if (key !== '' && key.length <= LONGEST_KEY) visit(held, [...path, key]);
      }
    }
  };
  visit(json, []);
  return fields;
}
