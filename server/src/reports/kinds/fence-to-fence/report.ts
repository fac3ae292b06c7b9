import { driverAt } from '../../../store/drivers/who-drove.ts';
import { KNOWN_END, overlapping } from '../../../store/facts/overlapping.ts';
import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';
import type { ReportQuery } from '../../report-query.ts';

const ROUTES = ['all', 'other'] as const;

/**
 * Exits and entries of vehicle `v` in the range, and for each exit the next one after it. At the same moment, exits
 * precede entries; the smallest geofence is left last and entered first.
 */
const moves = ({ from, to, fences }: ReportQuery) => {
  // OFFSET 0, so that one geofence is looked up instead of scanning all of them for each vehicle.
  const visits = (where: string, columns: string) =>
    `SELECT f.id, f.fence_id, ${columns} FROM visits f
     CROSS JOIN LATERAL (SELECT * FROM geofences g WHERE g.id = f.fence_id AND ${fences('g')} OFFSET 0) g
     WHERE f.vehicle_id = v.id AND ${where}`;
  // A visit without duration is entered first and then left.
  const exit = `f.ended_at AS at, false AS enters, CASE WHEN f.ended_at = f.started_at THEN 2 ELSE 0 END AS rank,
    -g.area_m2 AS size`;
  const entry = `f.started_at AS at, true AS enters, 1 AS rank, g.area_m2 AS size`;
  return `
    SELECT f.id, f.fence_id, move.* FROM visits f JOIN geofences g ON g.id = f.fence_id
    CROSS JOIN LATERAL (
      SELECT ${entry} UNION ALL SELECT ${exit} WHERE f.ended_at < ${to}) move
    WHERE f.vehicle_id = v.id AND f.started_at >= ${from} AND f.started_at < ${to} AND ${fences('g')}
    UNION ALL SELECT f.id, f.fence_id, f.at, false, 0, f.size
    FROM unnest(reached.id, reached.fence_id, reached.at, reached.size) f (id, fence_id, at, size)
    UNION ALL (${visits(`f.ended_at >= ${to}`, exit)} ORDER BY f.ended_at LIMIT 1)
    UNION ALL (${visits(`f.started_at >= ${to}`, entry)} ORDER BY f.started_at, g.area_m2, f.id LIMIT 1)`;
};

/** Visits that are open when the range begins, of any length, through an index for such moments. */
const within = ({ from, subjectSql: vehicleFilter, fences }: ReportQuery) => `
  SELECT f.*, g.area_m2 FROM visits f JOIN vehicles v ON v.id = f.vehicle_id JOIN geofences g ON g.id = f.fence_id
  WHERE tstzrange(f.started_at, greatest(f.started_at, coalesce(f.ended_at, 'infinity')), '[]') @> ${from}
    AND f.started_at < ${from} AND ${vehicleFilter('v')} AND ${fences('g')}`;

/** Exits, by vehicle, from visits that began before the range. */
const reached = ({ from, to }: ReportQuery) => `
  SELECT f.vehicle_id, array_agg(f.id) AS id, array_agg(f.fence_id) AS fence_id, array_agg(f.ended_at) AS at,
         array_agg(-f.area_m2) AS size
  FROM within f WHERE f.ended_at >= ${from} AND f.ended_at < ${to} GROUP BY f.vehicle_id`;

/**
 * SQL for whether a visit counts. IS TRUE: checked against all geofences, so that the order of an index of visits is
 * preserved.
 */
const seenIn = (fences: ReportQuery['fences']) => (visit: string) =>
  `(${visit}.fence_id IN (SELECT g.id FROM geofences g WHERE ${fences('g')})) IS TRUE`;

/**
 * Visits of each vehicle in their order, each with the next one, as an index returns them; includes those that are open
 * when the range begins, and the first after it.
 */
const passed = ({ from, to, subjectSql: vehicleFilter, fences }: ReportQuery) => {
  const seen = seenIn(fences);
  return `
    SELECT v.id AS vehicle_id, f.*
    FROM vehicles v LEFT JOIN (SELECT vehicle_id, min(started_at) AS at FROM within GROUP BY 1) since ON since.vehicle_id = v.id
    CROSS JOIN LATERAL (
      SELECT f.id, f.fence_id, f.started_at, f.ended_at AS at, lead(f.started_at) OVER next AS until,
             lead(f.fence_id) OVER next AS to_id
      FROM visits f
      WHERE f.vehicle_id = v.id AND f.started_at >= coalesce(since.at, ${from}) AND ${seen('f')}
        AND f.started_at <= coalesce((SELECT n.started_at FROM visits n
              WHERE n.vehicle_id = v.id AND n.started_at >= ${to} AND ${seen('n')} ORDER BY n.started_at LIMIT 1), ${to})
      WINDOW next AS (ORDER BY f.started_at)) f
    WHERE ${vehicleFilter('v')} AND v.id NOT IN (SELECT vehicle_id FROM nested)`;
};

/** Vehicles with a visit that began within one that is open when the range begins, as with a yard in a town. */
const nested = ({ fences }: ReportQuery) => `
  SELECT f.vehicle_id FROM within f
  WHERE EXISTS (SELECT FROM visits n WHERE n.vehicle_id = f.vehicle_id AND n.id <> f.id AND ${seenIn(fences)('n')}
    AND n.started_at >= f.started_at AND n.started_at < coalesce(f.ended_at, 'infinity'))`;

/** Vehicles with a visit that began before another ended, or at the same moment. */
const MIXED = `SELECT vehicle_id FROM nested UNION SELECT p.vehicle_id FROM passed p
  WHERE p.at < p.started_at OR p.until = p.started_at OR p.until < coalesce(p.at, 'infinity')`;

/**
 * Metres of the trips of the row's vehicle between two moments; trips across one of them count in proportion to their
 * time.
 */
const driven = (from: string, to: string) => `
  SELECT sum(f.distance_m * extract(epoch FROM least(${KNOWN_END}, ${to}) - greatest(f.started_at, ${from})) / f.duration_s)
    AS distance
  FROM (SELECT r.vehicle_id AS id) v CROSS JOIN LATERAL ${overlapping('trips', { from, to })} f`;

/**
 * Journeys from leaving a geofence to entering the next. Names, coordinates and trips are looked up for the displayed
 * page only.
 */
export const fenceToFenceReport = defineReport({
  purpose: 'driving',
  menus: ['in-out-location'],
  range: 'last-7',
  fences: true,
  columns: [
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'driver', kind: 'driver' },
    { key: 'from', kind: 'text' },
    { key: 'to', kind: 'text' },
    { key: 'start', kind: 'moment', known: true },
    { key: 'end', kind: 'moment' },
    { key: 'duration', kind: 'duration', total: 'sum', known: true },
    { key: 'distance', kind: 'distance' },
    { key: 'stops', kind: 'count' },
  ],
  own: [{ key: 'routes', kind: 'choice', value: 'all', choices: ROUTES }],
  hours: true,
  time: 'start',
  end: 'end',
  once: true,
  sort: 'start',
  direction: 'desc',
  // Where no visit overlaps another one, each journey leads from a visit to the next.
  source: (query) => `
    WITH within AS MATERIALIZED (${within(query)}), nested AS MATERIALIZED (${nested(query)}), passed AS MATERIALIZED (${passed(query)}),
         mixed AS MATERIALIZED (${MIXED}), reached AS MATERIALIZED (${reached(query)})
    SELECT j.id AS row_id, j.vehicle_id, j.fence_id, j.to_id, j.at AS start, j.until AS "end",
           date_part('epoch', j.until - j.at) AS duration
    FROM (
      SELECT p.vehicle_id, p.id, p.fence_id, p.at, p.until, p.to_id FROM passed p
      WHERE p.at >= ${query.from} AND (NOT EXISTS (SELECT FROM mixed) OR p.vehicle_id NOT IN (SELECT vehicle_id FROM mixed))
      UNION ALL
      SELECT v.id, e.id, e.fence_id, e.at, e.until, e.to_id
      FROM vehicles v JOIN mixed ON mixed.vehicle_id = v.id LEFT JOIN reached ON reached.vehicle_id = v.id
      -- By vehicle, so that only few moves are sorted together.
      CROSS JOIN LATERAL (
        SELECT e.id, e.fence_id, e.at, e.enters, lead(CASE WHEN e.enters THEN e.at END) OVER next AS until,
               lead(e.fence_id) OVER next AS to_id
        FROM (${moves(query)}) e WINDOW next AS (ORDER BY e.at, e.rank, e.size, e.id)) e
      WHERE NOT e.enters) j
    WHERE j.until IS NOT NULL AND j.at < ${query.to} AND (${query.choice('routes')} = 'all' OR j.fence_id <> j.to_id)`,
  late: {
    keys: ['vehicle', 'group', 'driver', 'from', 'to', 'distance', 'stops', 'lat', 'lon', 'end_lat', 'end_lon'],
    columns: `v.registration AS vehicle, v.group_id, vg.name AS "group", dr.id AS driver_id, dr.name AS driver,
      a.name AS "from", b.name AS "to", driven.distance, stood.stops,
      (a.south + a.north) / 2 AS lat, (a.west + a.east) / 2 AS lon, (b.south + b.north) / 2 AS end_lat,
      (b.west + b.east) / 2 AS end_lon`,
    joins: `JOIN vehicles v ON v.id = r.vehicle_id LEFT JOIN vehicle_groups vg ON vg.id = v.group_id
      JOIN geofences a ON a.id = r.fence_id JOIN geofences b ON b.id = r.to_id
      ${driverAt('r.start', 'r.vehicle_id')}
      CROSS JOIN LATERAL (SELECT count(*)::int AS stops FROM stops f
        WHERE f.vehicle_id = r.vehicle_id AND f.started_at >= r.start AND f.started_at < r."end") stood
      CROSS JOIN LATERAL (${driven('r.start', 'r."end"')}) driven`,
  },
  chart: { by: 'day', column: null },
  map: 'lines',
  opens: 'history',
  texts: reportTexts('fence-to-fence'),
});
