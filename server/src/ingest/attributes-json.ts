import type { Attributes } from '@milepost/protocols/types';

/** Attributes with a column of their own, or a flag. */
const IN_COLUMNS = new Set([
  'satellites',
  'batteryPercent',
  'powerV',
  'rssi',
  'odometerM',
  'ignition',
  'motion',
  'archived',
]);
/** Characters of text in one report; more comes from a broken device and is cut attribute by attribute. */
const MAX_TEXT = 2000;

/** All attributes as JSON that PostgreSQL accepts. */
export const attributesJson = (attributes: Attributes): string => JSON.stringify(attributes, storable);

/** The attributes without a column; null when there are none. */
export function remainingJson(attributes: Attributes): string | null {
  // Without a replacer function, JSON.stringify is several times as fast.
  const rest: [string, unknown][] = [];
  for (const name in attributes) {
    const value = attributes[name];
    if (value === undefined || IN_COLUMNS.has(name)) continue;
    rest.push([name, Array.isArray(value) ? value.map((one) => storable('', one)) : storable('', value)]);
  }
  return rest.length > 0 ? JSON.stringify(Object.fromEntries(rest)) : null;
}

/** jsonb refuses NUL and lone surrogates, which garbage in a text attribute may hold. */
function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT).replaceAll('\0', '').toWellFormed() : value;
}
