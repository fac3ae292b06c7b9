import type { Severity } from '@milepost/contract/fact-operations';
import type { WeeklyHours } from '@milepost/contract/weekly-hours';
import type { AlarmCondition } from '@milepost/tracking/alarm-rule';

/** A rule of the demo. It refers to geofences by their tag and to vehicles by their group; null for all. */
export interface DemoRule {
  name: string;
  condition: AlarmCondition;
  severity: Severity;
  schedule: WeeklyHours | null;
  coolDownS: number;
  group: string | null;
  /** True when it notifies everybody; otherwise it only appears in the alarm list. */
  rings: boolean;
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const weekly = (hours: (weekday: number) => { fromMin: number; toMin: number }[]): WeeklyHours =>
  Array.from({ length: 7 }, (_, weekday) => hours(weekday));
/** From two to four at night. */
const NIGHT = weekly(() => [{ fromMin: 120, toMin: 240 }]);
/** All day from Monday to Saturday. */
const WEEKDAYS = weekly((weekday) => (weekday < 6 ? [{ fromMin: 0, toMin: 1440 }] : []));

/**
 * Rules that the demo fleet sometimes breaks.
 * @param fenceIds ids of the demo's geofences with a tag
 * @param groups names of the fleet's groups
 */
export function demoRules(fenceIds: (tag: string) => number[], groups: readonly string[]): DemoRule[] {
  const rule = (
    name: string,
    severity: Severity,
    condition: AlarmCondition,
    more: Partial<DemoRule> = {},
  ): DemoRule => ({
    name,
    severity,
    condition,
    schedule: null,
    coolDownS: 5 * MINUTE_S,
    group: null,
    rings: false,
    ...more,
  });
  const [depots, customers, ports] = [fenceIds('depot'), fenceIds('customer'), fenceIds('port')];
  const help: AlarmCondition = { kind: 'device', codes: ['sos'], clearCodes: [], clearAfterS: null };
  const harsh: AlarmCondition = {
    kind: 'device',
    codes: ['hardAcceleration', 'hardBraking', 'hardCornering'],
    clearCodes: [],
    clearAfterS: 60,
  };
  return [
    rule('Call for help', 'critical', help, { rings: true }),
    rule('Faster than 100 km/h', 'major', { kind: 'overspeed', limitKph: 100 }),
    // Each event counts for the score of its driver, so there is no cool-down.
    rule('Harsh driving', 'warning', harsh, { coolDownS: 0 }),
    rule('Faster than a geofence allows', 'minor', { kind: 'overspeed', limitKph: null }),
    rule('Faster than the road allows', 'minor', { kind: 'roadSpeed', overKph: 10 }),
    rule('Engine on for 12 minutes', 'warning', { kind: 'idling', afterS: 12 * MINUTE_S }),
    rule('Load space above 8 °C', 'major', {
      kind: 'sensor',
      name: 'Load space',
      unit: '°C',
      min: null,
      max: 8,
      on: null,
      afterS: 5 * MINUTE_S,
      hysteresis: 1,
    }),
    rule('No data for 30 minutes', 'major', { kind: 'noData', afterS: 30 * MINUTE_S }, { rings: true }),
    rule('Moved with its engine off', 'critical', { kind: 'tow' }, { rings: true }),
    rule('Not moved for 30 hours', 'warning', { kind: 'overStay', afterS: 30 * HOUR_S }),
    rule(
      'Movement on a Sunday',
      'major',
      { kind: 'unauthorisedMovement', workingHours: WEEKDAYS },
      { group: groups[0] ?? null, coolDownS: 4 * HOUR_S },
    ),
    ...(depots.length + customers.length > 0
      ? [
          rule('Load door open on the way', 'minor', {
            kind: 'sensor',
            name: 'Load door',
            unit: '',
            min: null,
            max: null,
            on: true,
            afterS: MINUTE_S,
            driving: true,
            fenceIds: [...depots, ...customers],
          }),
        ]
      : []),
    ...(ports.length > 0
      ? [
          rule(
            'Into the port',
            'minor',
            { kind: 'geofenceEnter', fenceIds: ports },
            { group: groups[1] ?? null, coolDownS: 2 * HOUR_S },
          ),
        ]
      : []),
    ...(depots.length > 0
      ? [rule('Leaves a depot at night', 'minor', { kind: 'geofenceExit', fenceIds: depots }, { schedule: NIGHT })]
      : []),
    ...(customers.length > 0
      ? [
          rule('At a customer for 20 minutes', 'minor', {
            kind: 'geofenceDwell',
            fenceIds: customers,
            afterS: 20 * MINUTE_S,
          }),
        ]
      : []),
  ];
}
