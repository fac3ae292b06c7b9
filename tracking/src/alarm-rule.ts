import type { WeeklyHours } from './local-day.ts';
import type { Conditions } from './rules/rule-kinds.ts';

/** What makes an event an alarm. Seconds, km/h, degrees Celsius, litres. */
export type AlarmCondition = Conditions[keyof Conditions];

export interface AlarmRule {
  id: number;
  condition: AlarmCondition;
  /** For so long after it was cleared an alarm is opened again rather than another raised. */
  coolDownS: number;
  /** Raised only within these hours, on the zone's clock; null for always. What is active then goes on after them. */
  schedule: WeeklyHours | null;
  /** It raises nothing for the time before this (epoch milliseconds), when it was made or changed; left out, never. */
  since?: number;
}

/** The codes of harsh driving that devices report. */
export const HARSH_CODES = ['hardAcceleration', 'hardBraking', 'hardCornering', 'laneChange'] as const;
