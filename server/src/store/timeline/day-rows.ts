import { KNOWN_END, overlapping, unknownWithin } from '../facts/overlapping.ts';
import { SILENCES } from '../facts/silence.ts';

interface DayRowsParams {
  /** The condition for the vehicles, `v`. */
  subjectSql: string;
  /** The condition for a day, given as an expression. */
  within: (day: string) => string;
  /** The same days as a query with one column, `day`. */
  days: string;
  /** The name of the time zone whose midnight begins these days. */
  zone: string;
  /** Adds a column `fuel_net_l`: computing it from other days takes as long as everything else. */
  fuel?: boolean;
}

/** The seconds of a fact `f` within the day `w`. */
const inside = (end: string) => `greatest(0, date_part('epoch', least(${end}, w.b0) - greatest(f.started_at, w.a0)))`;
/** A fact counts in each day that it overlaps, with the share `part` in this one. */
const inDay = (table: Parameters<typeof overlapping>[0]) => `${overlapping(table, { from: 'w.a0', to: 'w.b0' })} f
    CROSS JOIN LATERAL (SELECT ${inside(KNOWN_END)} / f.duration_s AS part) p`;
const BEGAN = 'f.started_at >= w.a0';

/**
 * A query of the sums of vehicles by day, with the days of one time zone for all of them. If the vehicle's organisation
 * has that time zone, these are its stored totals. Otherwise its totals have other borders, so the sums are computed
 * from the facts, with facts across a border counted by the share of their time. Its engine hours and fuel are then
 * distributed over driving and idling, and the source of the engine hours stays unknown
 * ([why](../../../docs/decisions/0021-whose-day-it-is.md)). Alarms are those of the list, and a present silence adds
 * unknown time, in separate rows: a vehicle can have several rows for one day, and only those with `heard` show that
 * data was received.
 */
export const dayRows = (params: DayRowsParams): string => `
  ${writtenRows(params)} UNION ALL ${alarmRows(params)} UNION ALL ${silentRows(params)}`;

/**
 * True when any data of the day was received. A day in the middle of a silence has no data, even after the silence
 * ended.
 */
const hasReports = ({ reports, metres, seen }: Record<'reports' | 'metres' | 'seen', string>) =>
  `${reports} > 0 OR ${metres} > 0 OR ${seen} >= 1`;

/** The seconds of a trip or idle `f` between two times. */
const secondsOf = (from: string, to: string) =>
  `coalesce(sum(greatest(0, date_part('epoch', least(${KNOWN_END}, ${to}) - greatest(f.started_at, ${from})))), 0)`;
/**
 * The trips or idles of the vehicle `v` in its own day `d`; one that began days before does not show when its engine
 * ran.
 */
const activity = (table: 'trips' | 'idles') => `
        SELECT f.started_at, f.duration_s FROM ${overlapping(table, { from: 'd.started_at', to: 'd.ended_at' })} f
        WHERE f.started_at >= d.started_at - interval '2 days'`;
/**
 * SQL of the share of a day `d` of the vehicle `v`, of which `part` lies in the day `w`, measured by trips and idling,
 * while its engine ran. Only computed for partial days, since it is most of the cost.
 */
const ACTIVE = `
      SELECT CASE WHEN d.part <= 0 OR d.part >= 1 THEN d.part ELSE coalesce((
        SELECT ${secondsOf('greatest(d.started_at, w.a0)', 'least(d.ended_at, w.b0)')}
          / nullif(${secondsOf('d.started_at', 'd.ended_at')}, 0)
        FROM (${activity('trips')} UNION ALL ${activity('idles')}) f), d.part) END AS active
      OFFSET 0`;

/**
 * SQL of the litres filled into the tanks of the vehicle `v` less those drained, by changes that ended in this time.
 */
const cameIn = (from: string, to: string) => `(
        SELECT coalesce(sum(CASE WHEN c.change = 'fill' THEN c.litres ELSE -c.litres END), 0) FROM fuel_changes c
        WHERE c.vehicle_id = v.id AND c.started_at < ${to} AND coalesce(c.ended_at, c.started_at) >= ${from} AND coalesce(c.ended_at, c.started_at) < ${to})`;

const FUEL = `,
           sum((d.fuel_net_l + ${cameIn('d.started_at', 'd.ended_at')}) * active) - ${cameIn('w.a0', 'w.b0')} AS fuel`;

/**
 * The days, as `w`, from `a0` up to `b0`. OFFSET 0 prevents PostgreSQL from inlining the time zone arithmetic, which
 * would be repeated for every fact.
 */
const spans = ({ days, zone }: DayRowsParams) => `
  (SELECT day, day_begins(day, ${zone}) AS a0, day_begins(day + 1, ${zone}) AS b0
   FROM (${days}) each OFFSET 0) w`;

const NO_MOTION = '0 AS distance_m, 0 AS unseen_m, 0 AS trip_s, 0 AS trip_idle_s, 0 AS stop_s';
const NO_ENGINE = `0 AS idle_s, 0 AS engine_s, 0 AS engine_known_s, '{}'::jsonb AS engine_by, 0 AS tows, 0 AS tow_m,
  0 AS tow_s, 0 AS trips, 0 AS overspeeds`;
const noFuel = ({ fuel }: DayRowsParams) => (fuel ? 'NULL::float8 AS fuel_net_l,' : '');

const alarmRows = (params: DayRowsParams) => `
  SELECT v.id, w.day, ${NO_MOTION}, 0, ${NO_ENGINE}, count(*), 0, ${noFuel(params)} false
  FROM ${spans(params)} JOIN alarms f ON f.started_at >= w.a0 AND f.started_at < w.b0 JOIN vehicles v ON v.id = f.vehicle_id
  WHERE ${params.subjectSql} GROUP BY v.id, w.day`;

const silentRows = (params: DayRowsParams) => `
  SELECT v.id, w.day, ${NO_MOTION}, extract(epoch FROM least(s.b, w.b0) - greatest(s.a, w.a0)), ${NO_ENGINE}, 0, 0, ${noFuel(params)} false
  FROM vehicles v JOIN ${SILENCES} ON s.vehicle_id = v.id JOIN ${spans(params)} ON s.a < w.b0 AND s.b > w.a0
  WHERE ${params.subjectSql}`;

/**
 * The same, only for vehicles whose days are stored in this time zone: for the others the engine source would be
 * unknown.
 */
export const storedDayRows = ({ subjectSql: vehicleFilter, within, zone, fuel }: DayRowsParams): string => `
  SELECT d.vehicle_id, d.day, d.distance_m, d.unseen_m, d.trip_s, d.trip_idle_s, d.stop_s, d.unseen_s, d.idle_s, d.engine_s,
         d.engine_known_s, d.engine_by, d.tows, d.tow_m, d.tow_s, d.trips, d.overspeeds, 0 AS alarms, d.max_kph, ${fuel ? 'd.fuel_net_l,' : ''}
         ${hasReports({ reports: 'd.positions', metres: 'd.distance_m + d.tow_m', seen: 'd.trip_s + d.stop_s + d.tow_s' })} AS heard
  FROM day_totals d JOIN vehicles v ON v.id = d.vehicle_id JOIN organisations o ON o.id = v.organisation_id
  WHERE ${vehicleFilter} AND ${within('d.day')} AND o.time_zone = ${zone}`;

const writtenRows = (params: DayRowsParams) => {
  const { subjectSql: vehicleFilter, zone, fuel } = params;
  return `
  ${storedDayRows(params)}
  UNION ALL
  -- With data but without a fact of a kind, its sum is a known 0, as in the stored totals.
  SELECT v.id, w.day, coalesce(driven.distance, 0), coalesce(driven.unseen_m, 0), coalesce(driven.trip, 0), coalesce(driven.idle, 0),
         coalesce(stood.stop, 0), coalesce(driven.unseen, 0) + coalesce(stood.unseen, 0) + coalesce(towed.unseen, 0),
         coalesce(idled.idle, 0), coalesce(ran.engine, 0), coalesce(ran.known, 0), '{}'::jsonb, towed.tows,
         coalesce(towed.distance, 0), coalesce(towed.tow, 0), driven.trips, driven.overspeeds, 0,
         coalesce(driven.max_kph, 0), ${fuel ? 'ran.fuel,' : ''} ${hasReports({
           reports: '0',
           metres: 'coalesce(driven.distance, 0) + coalesce(towed.distance, 0)',
           seen: 'coalesce(driven.trip, 0) + coalesce(stood.stop, 0) + coalesce(towed.tow, 0)',
         })}
  FROM vehicles v JOIN organisations o ON o.id = v.organisation_id AND o.time_zone <> ${zone}
  CROSS JOIN ${spans(params)}
  CROSS JOIN LATERAL (
    SELECT sum(f.distance_m * part) AS distance, sum(f.unseen_m * part) AS unseen_m,
           sum((f.duration_s - f.unseen_s) * part) AS trip,
           sum(f.idle_s * part) AS idle, sum(f.unseen_s * part) AS unseen,
           count(*) FILTER (WHERE ${BEGAN}) AS trips,
           coalesce(sum(f.overspeeds) FILTER (WHERE ${BEGAN}), 0) AS overspeeds,
           max(f.max_kph) AS max_kph
    FROM ${inDay('trips')}) driven
  CROSS JOIN LATERAL (SELECT sum(f.duration_s * part) AS idle FROM ${inDay('idles')}) idled
  CROSS JOIN LATERAL (
    SELECT sum(f.duration_s * part - unseen.seconds) AS stop, sum(unseen.seconds) AS unseen
    FROM ${inDay('stops')} CROSS JOIN LATERAL (SELECT ${unknownWithin({ from: 'w.a0', to: 'w.b0' })} AS seconds) unseen) stood
  CROSS JOIN LATERAL (
    SELECT sum(f.distance_m * part) AS distance, sum((f.duration_s - f.unseen_s) * part) AS tow,
           sum(f.unseen_s * part) AS unseen, count(*) FILTER (WHERE ${BEGAN}) AS tows
    FROM ${inDay('tows')}) towed
  CROSS JOIN LATERAL (
    SELECT sum(d.engine_s * active) AS engine, sum(d.engine_known_s * part) AS known${fuel ? FUEL : ''}
    FROM (SELECT f.*, ${inside('f.ended_at')} / date_part('epoch', f.ended_at - f.started_at) AS part
          FROM day_totals f
          WHERE f.vehicle_id = v.id AND f.day BETWEEN w.day - 1 AND w.day + 1 AND f.ended_at > f.started_at
          OFFSET 0) d
    CROSS JOIN LATERAL (${ACTIVE}) a) ran
  WHERE ${vehicleFilter} AND (driven.distance IS NOT NULL OR idled.idle IS NOT NULL OR ran.engine > 0
    OR towed.distance IS NOT NULL OR stood.stop IS NOT NULL)`;
};
