import { byWord } from '../tools/by-word.ts';
import type { Fields } from '../tools/fields.ts';
import type { Attributes } from '../types.ts';

/** What a watch measures of who wears it, by type and in order; what has no name is of another meaning. */
const MEASURES = byWord<readonly (string | null)[]>({
  PULSE: ['heartRate'],
  HEART: ['heartRate'],
  BLOOD: ['pressureSystolic', 'pressureDiastolic', 'heartRate'],
  BPHRT: ['pressureSystolic', 'pressureDiastolic', 'heartRate'],
  // How it was measured stands before the value.
  BTEMP2: [null, 'bodyTemperatureC'],
  OXYGEN: [null, 'oxygenPercent'],
});

/** Null where the message is about something else. A measurement of 0 is none. */
export function health(type: string, fields: Fields): Attributes | null {
  const names = MEASURES[type.toUpperCase()];
  if (names === undefined || fields.left === 0) return null;
  const attributes: Attributes = {};
  for (const name of names) {
    const value = fields.numberIfAny();
    if (name !== null && value !== undefined && value > 0) attributes[name] = value;
  }
  return attributes;
}
