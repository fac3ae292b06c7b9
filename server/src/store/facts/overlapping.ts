/** Up to when a fact `f` is known: its end, or the newest moment of one that goes on. */
export const KNOWN_END = 'f.started_at + make_interval(secs => f.duration_s)';

/**
 * SQL of the facts of vehicle `v.id` that overlap the time from `from` to `to` (SQL expressions), of a table in which a
 * vehicle has one at a time: trips, stops, idles, tows. A fact may last for weeks, so it is looked for from the last one
 * that began before; by the index, so that years of older ones cost nothing. `having`: those alone that have any of it.
 */
export const overlapping = (
  table: 'trips' | 'stops' | 'idles' | 'tows',
  { from, to, having = 'duration_s' }: { from: string; to: string; having?: 'duration_s' | 'unseen_s' },
): string => `
  (SELECT * FROM ${table} f
   WHERE f.vehicle_id = v.id AND f.${having} > 0 AND f.started_at < ${to} AND ${KNOWN_END} > ${from}
     AND f.started_at >= coalesce((SELECT max(b.started_at) FROM ${table} b
           WHERE b.vehicle_id = v.id AND b.${having} > 0 AND b.started_at <= ${from}), ${from})
   -- OFFSET 0: by the index for each vehicle, never through the whole table for all.
   OFFSET 0)`;
