import type { WeeklyHours } from './local-day.ts';

/** What makes an event an alarm. Seconds, km/h, degrees Celsius, litres. */
export type AlarmCondition =
  /** Faster than a limit of the rule's own, or (null) than the limit of the fence or the organisation. */
  | { kind: 'overspeed'; limitKph: number | null }
  /** A stop of so long or longer. */
  | { kind: 'overStay'; afterS: number }
  | { kind: 'idling'; afterS: number }
  | { kind: 'geofenceEnter' | 'geofenceExit'; fenceIds: readonly number[] | null }
  | { kind: 'geofenceDwell'; fenceIds: readonly number[] | null; afterS: number }
  | { kind: 'noData'; afterS: number }
  /** An alarm code of the device: harsh driving, SOS, power cut, low battery, tampering. */
  | { kind: 'device'; codes: readonly string[]; clearCodes: readonly string[]; clearAfterS: number | null }
  | { kind: 'unauthorisedMovement'; workingHours: WeeklyHours }
  /** Moves with its engine off: towed, or on a ferry. */
  | { kind: 'tow' }
  | { kind: 'temperature'; attribute: string; minC: number | null; maxC: number | null }
  | { kind: 'lowBattery'; belowPercent: number }
  /** So many litres less within so long: more than an engine burns. */
  | { kind: 'fuelDrop'; dropL: number; withinS: number; clearAfterS: number | null }
  /** Drives outside all of these corridors (fences of any shape) for so long or longer. */
  | { kind: 'routeDeviation'; fenceIds: readonly number[]; afterS: number }
  /** A trip that has gone on for so long or longer, and since its beginning no tag told who drives. */
  | { kind: 'driverWithoutTag'; afterS: number };

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
