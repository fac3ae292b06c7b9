import type { WeeklyHours } from './local-day.ts';
import type { Conditions } from './rules/rule-kinds.ts';

/** What makes an event an alarm. Seconds, km/h, degrees Celsius, litres. */
export type AlarmCondition = Conditions[keyof Conditions];

export interface AlarmRule {
  id: number;
  condition: AlarmCondition;
  /** For this long after an alarm was cleared, it is opened again instead of raising a new one. */
  coolDownS: number;
  /**
   * Alarms are raised only within these hours, on the zone's clock; null for always. Active ones continue after them.
   */
  schedule: WeeklyHours | null;
  /**
   * When the rule was made or changed (epoch milliseconds): nothing is raised for the time before. Left out: always.
   */
  since?: number;
}

/** The codes of harsh driving that devices report. */
export const HARSH_CODES = ['hardAcceleration', 'hardBraking', 'hardCornering', 'laneChange'] as const;
