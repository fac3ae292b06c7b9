import { RequestFault } from '../tools/phone-values.ts';

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses a text as a JSON object. Throws `RequestFault`. */
export function parseObject(text: string): Json {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new RequestFault('the body is not JSON');
  }
  if (!isObject(json)) throw new RequestFault('the body is not a JSON object');
  return json;
}

export const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** A finite number, or undefined. */
export const numberIn = (json: Json, name: string): number | undefined => {
  const value = json[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};

/** A finite number. Throws `RequestFault`. */
export function numberAt(json: Json, name: string): number {
  const value = numberIn(json, name);
  if (value === undefined) throw new RequestFault(`${name} is not a number`);
  return value;
}

export const textIn = (json: Json, name: string): string => {
  const value = json[name];
  return typeof value === 'string' ? value : '';
};
