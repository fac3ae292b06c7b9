import { MEASURE_KINDS, SIGNAL_KINDS } from '@milepost/contract/sensor-kinds';
import { segmentsSql } from '../store/facts/sensor-segments.ts';
import type { OwnParameter } from './report.ts';
import type { ReportQuery } from './report-query.ts';

export const LIMITS = ['outside', 'above', 'below'] as const;

/** What is well: what a report of sensors that measure is asked. The first limits are those of a refrigerator. */
export const RANGE_PARAMETERS = [
  { key: 'only', kind: 'choice', value: 'temperature', choices: MEASURE_KINDS },
  { key: 'sensor', kind: 'text', value: '' },
  { key: 'limits', kind: 'choice', value: 'outside', choices: LIMITS },
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

/** Parts of WITH: what sensors that measure read, against the range that was asked for; cut at midnights. */
export function measuredSql(query: ReportQuery): string {
  const { from, to, whose, choice, number } = query;
  return segmentsSql({
    from,
    to,
    sensors: `s.kind = ${choice('only')} AND ${named(query)}`,
    whose: whose('v'),
    isWide: isWide(query),
    low: `(CASE WHEN ${choice('limits')} = 'above' THEN '-Infinity'::float8 ELSE ${number('lowest')} END)`,
    high: `(CASE WHEN ${choice('limits')} = 'below' THEN 'Infinity'::float8 ELSE ${number('highest')} END)`,
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
