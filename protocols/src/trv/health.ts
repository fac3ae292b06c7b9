import { byWord } from '../tools/by-word.ts';
import type { Attributes } from '../types.ts';

/** What a watch measures of who wears it, by type and in order. */
const MEASURES = byWord<readonly string[]>({
  AP49: ['heartRate'],
  APHT: ['heartRate', 'pressureSystolic', 'pressureDiastolic'],
  APHP: ['heartRate', 'pressureSystolic', 'pressureDiastolic', 'oxygenPercent', 'bloodSugar', 'bodyTemperatureC'],
  AP50: ['bodyTemperatureC', 'batteryPercent'],
});

/** Null where the message is about something else. */
export function health(type: string, content: string): Attributes | null {
  const names = MEASURES[type];
  if (names === undefined) return null;
  const values = content.split(',');
  const attributes: Attributes = {};
  for (const [index, name] of names.entries()) {
    const text = values[index] ?? '';
    const value = Number(text);
    if (text.trim() !== '' && Number.isFinite(value)) attributes[name] = value;
  }
  return attributes;
}
