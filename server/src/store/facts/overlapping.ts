/** The time up to which a fact `f` is known: its end, or the newest time of an open one. */
export const KNOWN_END = 'f.started_at + make_interval(secs => f.duration_s)';

type OneAtATime = 'trips' | 'stops' | 'idles' | 'tows';

/** Conditions for facts `f` that begin from `from` up to `to`, using an index over all vehicles. */
export const beginsWithinSql = ({ from, to }: { from: string; to: string }): string =>
  `f.started_at >= ${from} AND f.started_at < ${to} AND f.duration_s > 0`;

/** The end of a fact `f`, or the time up to which an open one is known; only the latter is computed. */
const ENDED = `coalesce(f.ended_at, ${KNOWN_END})`;

/** The same conditions for facts that also end within the range, so that none has to be cut. */
export const lieWithin = (span: { from: string; to: string }): string =>
  `${beginsWithinSql(span)} AND ${ENDED} <= ${span.to}`;

/**
 * SQL of the fact of each vehicle `v` that begins from `from` on and extends across `to`: complements `lieWithin`.
 * Separate, since PostgreSQL cannot run a query in parallel if it looks up other facts for a row, as cutting does.
 */
export const reachesOut = (table: OneAtATime, { from, to }: { from: string; to: string }): string => `
  (SELECT * FROM ${lastBefore(table, to)} f WHERE f.started_at >= ${from} AND f.duration_s > 0 AND ${ENDED} > ${to})`;

const lastBefore = (table: OneAtATime, moment: string): string => `(
     SELECT * FROM ${table} b WHERE b.vehicle_id = v.id AND b.started_at < ${moment}
     ORDER BY b.started_at DESC FETCH FIRST 1 ROW WITH TIES)`;

/**
 * SQL of the fact of each vehicle `v` that began before `from` and extends across it. Together with the later ones it
 * returns the same as `overlapping`, but an index by time finds the newest of a fleet.
 */
export const reachesOver = (table: OneAtATime, from: string): string => `
  (SELECT * FROM ${lastBefore(table, from)} f WHERE f.duration_s > 0 AND ${KNOWN_END} > ${from})`;

/** The seconds of a fact `f` between two times; a fact that lies completely inside needs no computation. */
export const secondsWithin = ({ from, to }: { from: string; to: string }): string =>
  `CASE WHEN f.started_at >= ${from} AND f.ended_at <= ${to} THEN f.duration_s::float8
     ELSE extract(epoch FROM least(${KNOWN_END}, ${to}) - greatest(f.started_at, ${from}))::float8 END`;

const isWithin = ({ from, to }: { from: string; to: string }) => `f.started_at >= ${from} AND ${KNOWN_END} <= ${to}`;
const lies = (start: string, end: string, { from, to }: { from: string; to: string }) =>
  `extract(epoch FROM least(${end}, ${to}, ${KNOWN_END}) - greatest(${start}, ${from}))`;

/**
 * The unknown seconds of a stop `f` between two times; in proportion to the time if their start and end are not known.
 */
export const unknownWithin = (span: { from: string; to: string }): string =>
  `CASE WHEN f.unseen_s = 0 OR ${isWithin(span)} THEN f.unseen_s::float8
     WHEN f.unseen IS NULL THEN f.unseen_s * greatest(0, ${secondsWithin(span)}) / f.duration_s
     ELSE (SELECT coalesce(sum(greatest(0, ${lies('lower(u)', 'upper(u)', span)})), 0)::float8 FROM unnest(f.unseen) u) END`;

/** The seconds of idling at a stop `f` between two times; for a partial stop, those of the idles within. */
export const idleWithin = (span: { from: string; to: string }): string =>
  `CASE WHEN f.idle_s = 0 OR ${isWithin(span)} THEN f.idle_s::float8
     ELSE (SELECT coalesce(sum(greatest(0, ${lies('i.started_at', 'i.started_at + make_interval(secs => i.duration_s)', span)})), 0)::float8
       FROM idles i WHERE i.vehicle_id = f.vehicle_id AND i.started_at >= f.started_at AND i.started_at < least(${KNOWN_END}, ${span.to})) END`;

/**
 * SQL of the facts of vehicle `v.id` that overlap the time from `from` to `to` (SQL expressions), from a table without
 * concurrent facts of a vehicle: trips, stops, idles, tows. A fact can last for weeks, so the search starts at the last
 * one that began before `from`, using the index, so that years of older facts cost nothing. `having`: only facts with
 * more than 0 in this column.
 */
export const overlapping = (
  table: OneAtATime,
  { from, to, having = 'duration_s' }: { from: string; to: string; having?: 'duration_s' | 'unseen_s' },
): string => `
  (SELECT * FROM ${table} f
   WHERE f.vehicle_id = v.id AND f.${having} > 0 AND f.started_at < ${to} AND ${KNOWN_END} > ${from}
     AND f.started_at >= coalesce((SELECT max(b.started_at) FROM ${table} b
           WHERE b.vehicle_id = v.id AND b.${having} > 0 AND b.started_at <= ${from}), ${from})
   -- OFFSET 0 forces an index scan for each vehicle instead of one scan of the whole table.
   OFFSET 0)`;
