import type { Attributes } from '@milepost/protocols/types';

/** Attributes that have their own column or are stored as a flag. */
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

/** The attributes without a column as JSON; null when there are none. */
export function remainingJson(attributes: Attributes): string | null {
  const rest: [string, unknown][] = [];
  for (const name in attributes) {
    const value = attributes[name];
    if (value !== undefined && !IN_COLUMNS.has(name)) rest.push([name, value]);
  }
  return rest.length > 0 ? JSON.stringify(Object.fromEntries(rest)) : null;
}
