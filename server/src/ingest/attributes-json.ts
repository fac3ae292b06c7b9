import type { Attributes } from '@milepost/protocols/types';
import { setOwn } from './set-own.ts';

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
  const rest: Attributes = {};
  let isEmpty = true;
  for (const name in attributes) {
    const value = attributes[name];
    if (value === undefined || IN_COLUMNS.has(name)) continue;
    setOwn(rest, name, value);
    isEmpty = false;
  }
  return isEmpty ? null : JSON.stringify(rest);
}
