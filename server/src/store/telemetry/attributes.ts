import type { SeriesKey } from '@milepost/contract/history-operations';
import { POSITION_FLAG } from '@milepost/tracking/position';

const flag = (known: number, on: number) => `CASE WHEN p.flags & ${known} <> 0 THEN (p.flags & ${on} <> 0)::int END`;

/** The key of the speed, which every fix has, and for which people can have chosen a factor. */
export const SPEED = 'speed';

/** The attributes of a position `p` with a column of their own, or a flag. */
export const COLUMNS: Record<string, { sql: string; kind: SeriesKey['kind'] }> = {
  [SPEED]: { sql: 'p.speed_dkph / 10.0', kind: 'number' },
  altitude: { sql: 'p.altitude_m', kind: 'number' },
  ignition: { sql: flag(POSITION_FLAG.ignitionKnown, POSITION_FLAG.ignitionOn), kind: 'flag' },
  motion: { sql: flag(POSITION_FLAG.motionKnown, POSITION_FLAG.motionOn), kind: 'flag' },
  satellites: { sql: 'p.satellites', kind: 'number' },
  batteryPercent: { sql: 'p.battery_percent', kind: 'number' },
  powerV: { sql: 'p.power_mv / 1000.0', kind: 'number' },
  rssi: { sql: 'p.rssi', kind: 'number' },
  odometerM: { sql: 'p.odometer_m', kind: 'number' },
};

/**
 * SQL of the value of an attribute; of the others only if it is numeric or boolean. Its name comes from the browser and
 * is passed as a parameter, `name`.
 */
export const valueSql = (key: string, name: string) =>
  COLUMNS[key]?.sql ??
  `CASE jsonb_typeof(p.attributes -> ${name}) WHEN 'number' THEN (p.attributes ->> ${name})::float8
     WHEN 'boolean' THEN (p.attributes ->> ${name})::boolean::int END`;
