import { driverAt } from '../../../store/drivers/who-drove.ts';
import { defineReport } from '../../report.ts';
import { publicOnly } from '../../public-only.ts';
import { reportTexts } from '../../report-texts.ts';
import type { ReportQuery } from '../../report-query.ts';

const WHAT = ['trip', 'stop', 'idle', 'tow', 'overspeed', 'visit', 'fuel', 'alarm', 'device'] as const;

/** The columns of each kind besides the vehicle and the beginning; those that it lacks are unknown. */
interface KindColumns {
  from: string;
  end?: string;
  duration?: string;
  distance?: string;
  max?: string;
  about?: string;
  at?: readonly [lat: string, lon: string];
  /** True where the place is private. */
  private?: string;
  start?: string;
  where?: string;
}

/** True when nothing narrows the fleet, so that an index by time finds the rows. */
const isWhole = ({ scope, chosen }: ReportQuery) => scope.limit === null && chosen('v') === '';

/**
 * SQL for whether the vehicle of a fact `f` is visible. For a whole fleet it is not checked row by row when all
 * existing vehicles are visible; joins to vehicles are then left for names, which totals do not need.
 */
const seen = (query: ReportQuery) =>
  isWhole(query)
    ? `(NOT EXISTS (SELECT FROM vehicles s WHERE (${query.subjectSql('s')}) IS NOT TRUE)
        OR f.vehicle_id IN (SELECT s.id FROM vehicles s WHERE ${query.subjectSql('s')})) IS TRUE`
    : query.subjectSql('v');

const kindColumns = (
  { fences, fenceSeen, now }: ReportQuery,
  whole: boolean,
): Record<(typeof WHAT)[number], KindColumns> => ({
  trip: {
    from: 'trips f',
    distance: 'f.distance_m',
    max: 'f.max_kph',
    at: ['f.start_lat', 'f.start_lon'],
    private: 'f.start_private',
  },
  stop: { from: 'stops f', at: ['f.lat', 'f.lon'], private: 'f.private' },
  idle: { from: 'idles f', at: ['f.lat', 'f.lon'], private: 'f.private' },
  tow: {
    from: 'tows f',
    distance: 'f.distance_m',
    max: 'f.max_kph',
    at: ['f.start_lat', 'f.start_lon'],
    private: 'f.start_private',
  },
  overspeed: {
    from: `overspeeds f LEFT JOIN geofences g ON g.id = f.fence_id AND ${fenceSeen('g')}`,
    max: 'f.max_kph',
    about: 'g.name',
    at: ['f.lat', 'f.lon'],
    private: 'f.private',
  },
  visit: {
    from: 'visits f LEFT JOIN geofences g ON g.id = f.fence_id',
    about: 'g.name',
    where: whole ? `(f.fence_id IN (SELECT s.id FROM geofences s WHERE ${fences('s')})) IS TRUE` : fences('g'),
  },
  fuel: {
    from: 'fuel_changes f LEFT JOIN sensors s ON s.id = f.sensor_id',
    about: `concat_ws(' ', s.name, CASE f.change WHEN 'fill' THEN '+' ELSE '-' END || round(f.litres::numeric) || ' L')`,
    at: ['f.lat', 'f.lon'],
  },
  alarm: {
    from: 'alarms f LEFT JOIN alarm_rules ar ON ar.id = f.rule_id',
    end: 'f.cleared_at',
    duration: `date_part('epoch', coalesce(f.cleared_at, ${now}) - f.started_at)`,
    about: 'ar.name',
    at: ['f.lat', 'f.lon'],
  },
  device: {
    from: 'installations f LEFT JOIN devices d ON d.id = f.device_id',
    start: 'f.installed_at',
    end: 'f.removed_at',
    duration: `extract(epoch FROM coalesce(f.removed_at, ${now}) - f.installed_at)`,
    about: 'd.identity',
  },
});

const rowsOf = (what: string, columns: KindColumns, query: ReportQuery) => {
  const { from, to } = query;
  const { start = 'f.started_at', end = 'f.ended_at', duration = 'f.duration_s', at = ['NULL', 'NULL'] } = columns;
  const isPrivate = columns.private ?? 'NULL::boolean';
  return `
    SELECT '${what} ' || f.id AS row_id, f.vehicle_id, '${what}' AS what, ${start} AS start, ${end} AS "end",
           (${duration})::float8 AS duration, (${columns.distance ?? 'NULL'})::float8 AS distance,
           (${columns.max ?? 'NULL'})::float8 AS max, ${columns.about ?? 'NULL'}::text AS about, ${isPrivate} AS private,
           (${publicOnly(at[0], isPrivate)})::float8 AS lat, (${publicOnly(at[1], isPrivate)})::float8 AS lon, v.registration AS vehicle, v.group_id, vg.name AS "group"
    FROM ${columns.from} LEFT JOIN vehicles v ON v.id = f.vehicle_id LEFT JOIN vehicle_groups vg ON vg.id = v.group_id
    WHERE ${start} >= ${from} AND ${start} < ${to} AND ${seen(query)} AND ${columns.where ?? 'true'}`;
};

/**
 * Everything that happened, in chronological order. Only trips have a distance, so that its total equals that of the
 * trips.
 */
export const chronologyReport = defineReport({
  purpose: 'driving',
  menus: ['alarms', 'in-out-location'],
  range: 'yesterday',
  columns: [
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'driver', kind: 'driver', optional: true },
    { key: 'start', kind: 'moment', known: true },
    { key: 'what', kind: 'choice', choices: WHAT },
    { key: 'about', kind: 'text' },
    { key: 'end', kind: 'moment' },
    { key: 'duration', kind: 'duration' },
    { key: 'distance', kind: 'distance', total: 'sum' },
    { key: 'max', kind: 'speed', total: 'max' },
    { key: 'place', kind: 'place', at: ['lat', 'lon'], private: 'private' },
  ],
  own: [{ key: 'only', kind: 'choice', value: 'all', choices: ['all', ...WHAT] }],
  hours: true,
  time: 'start',
  end: 'end',
  byIndex: true,
  sort: 'start',
  source: (query) => {
    const columns = kindColumns(query, isWhole(query));
    const only = query.choice('only');
    return query.union(WHAT.map((what) => `${rowsOf(what, columns[what], query)} AND ${only} IN ('all', '${what}')`));
  },
  late: {
    keys: ['driver'],
    columns: 'dr.id AS driver_id, dr.name AS driver',
    joins: driverAt('r.start', 'r.vehicle_id'),
  },
  chart: { by: 'day', column: null },
  map: 'points',
  opens: 'history',
  texts: reportTexts('chronology'),
});
