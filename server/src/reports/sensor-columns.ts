import { MEASURE_KINDS, SIGNAL_KINDS } from '@milepost/contract/sensor-kinds';
import { segmentsSql } from '../store/facts/sensor-segments.ts';
import type { OwnParameter } from './report.ts';
import type { ReportQuery } from './report-query.ts';

/** The range that is well: the normal one of each sensor, or the one that is asked, as a whole or one side of it. */
export const LIMITS = ['normal', 'outside', 'above', 'below'] as const;

/**
 * What a report of sensors that measure is asked. The limits hold for sensors without a normal range too; they begin with
 * those of a refrigerator.
 */
export const RANGE_PARAMETERS = [
  { key: 'only', kind: 'choice', value: 'temperature', choices: MEASURE_KINDS },
  { key: 'sensor', kind: 'text', value: '' },
  { key: 'limits', kind: 'choice', value: 'normal', choices: LIMITS },
  { key: 'lowest', kind: 'number', value: 2, negative: true },
  { key: 'highest', kind: 'number', value: 8, negative: true },
] as const satisfies readonly OwnParameter[];

export const STATE_PARAMETERS = [
  { key: 'only', kind: 'choice', value: 'all', choices: ['all', ...SIGNAL_KINDS] },
  { key: 'sensor', kind: 'text', value: '' },
] as const satisfies readonly OwnParameter[];

const midnights = ({ firstDay, lastDay, zone }: ReportQuery) =>
  `ARRAY(SELECT day_begins(d::date, ${zone}) FROM generate_series(${firstDay}, ${lastDay} + 1, interval '1 day') d ORDER BY d)`;

/** Whether all vehicles of an organisation are asked for. */
const isWide = ({ chosen, scope }: ReportQuery): boolean => chosen('v') === '' && scope.limit === null;

/** SQL: sensors `s` whose name has the words that were asked for. */
const named = ({ text }: ReportQuery): string => `position(lower(${text('sensor')}) IN lower(s.name)) > 0`;

/** SQL of the name of a sensor `s`, with the unit of its values. */
export const SENSOR_NAME = `CASE WHEN s.unit = '' THEN s.name ELSE s.name || ' (' || s.unit || ')' END`;

/** SQL of the range that is well for a sensor `s`, both limits included; infinite where a side has none. */
export function limitsOf({ choice, number }: ReportQuery): { low: string; high: string } {
  const isOwn = `(${choice('limits')} = 'normal' AND (s.normal_min IS NOT NULL OR s.normal_max IS NOT NULL))`;
  return {
    low: `(CASE WHEN ${isOwn} THEN coalesce(s.normal_min, '-Infinity')
                WHEN ${choice('limits')} = 'above' THEN '-Infinity'::float8 ELSE ${number('lowest')} END)`,
    high: `(CASE WHEN ${isOwn} THEN coalesce(s.normal_max, 'Infinity')
                WHEN ${choice('limits')} = 'below' THEN 'Infinity'::float8 ELSE ${number('highest')} END)`,
  };
}

/** SQL of a limit for people: none where it is infinite. */
export const limitText = (limit: string): string => `nullif(nullif(${limit}, 'Infinity'), '-Infinity')`;

/** Parts of WITH: what sensors that measure read, against the range that is well; cut at midnights. */
export function measuredSql(query: ReportQuery): string {
  const { from, to, whose, choice } = query;
  return segmentsSql({
    from,
    to,
    sensors: `s.kind = ${choice('only')} AND ${named(query)}`,
    whose: whose('v'),
    isWide: isWide(query),
    ...limitsOf(query),
    borders: midnights(query),
  });
}

/** Parts of WITH: what sensors of yes and no read; on is above the range. */
export function statesSql(query: ReportQuery): string {
  const { from, to, whose, choice } = query;
  const kinds = SIGNAL_KINDS.map((kind) => `'${kind}'`).join(', ');
  return segmentsSql({
    from,
    to,
    sensors: `s.kind IN (${kinds}) AND ${choice('only')} IN ('all', s.kind) AND ${named(query)}`,
    whose: whose('v'),
    isWide: isWide(query),
    low: "'-Infinity'::float8",
    high: '0.5::float8',
    borders: midnights(query),
  });
}

/**
 * Parts of WITH: each sensor that read anything in the range with each of its days up to now, as `days`: `asked` seconds
 * of it are asked for.
 */
export const sensorDays = ({ from, to, now, firstDay }: ReportQuery): string => `
  days AS (
    SELECT k.vehicle_id, k.sensor_id, slot, ${firstDay} + slot - 1 AS day,
           extract(epoch FROM least(c.at[slot + 1], ${to}, ${now}) - greatest(c.at[slot], ${from}))::float8 AS asked
    FROM (SELECT DISTINCT vehicle_id, sensor_id FROM read) k CROSS JOIN cuts c
    CROSS JOIN LATERAL generate_series(1, array_length(c.at, 1) - 1) slot
    WHERE c.at[slot] < ${now})`;
