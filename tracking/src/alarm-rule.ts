import type { WeeklyHours } from './local-day.ts';
import type { Conditions } from './rules/rule-kinds.ts';

/** The condition under which an event becomes an alarm. Seconds, km/h, degrees Celsius, litres. */
export type AlarmCondition = Conditions[keyof Conditions];

export interface AlarmRule {
  id: number;
  condition: AlarmCondition;
  /** Within this time after an alarm was cleared, another event reopens it instead of raising a new one. */
  coolDownS: number;
  /**
   * Alarms are raised only within these hours, in the zone's local time; null for always. Active alarms continue after
   * the hours end.
   */
  schedule: WeeklyHours | null;
  /**
   * When the rule was created or changed (epoch milliseconds): nothing is raised for earlier times. Omitted: no such
   * limit.
   */
  since?: number;
}

/** The codes of harsh driving events that devices report. */
export const HARSH_CODES = ['hardAcceleration', 'hardBraking', 'hardCornering', 'laneChange'] as const;
