import { KNOWN_END } from '../../../store/facts/overlapping.ts';
import { driverAt } from '../../../store/drivers/who-drove.ts';
import { defineReport } from '../../report.ts';
import texts from './texts.json' with { type: 'json' };

/** Seconds of a stop within the range, and its part of what cannot be cut. */
const inside = (from: string, to: string) =>
  `greatest(0, extract(epoch FROM least(${KNOWN_END}, ${to}) - greatest(f.started_at, ${from})))::float8`;

/**
 * Standing between two trips. Durations are cut at the ends of the range, so that those of two ranges side by side add up
 * to those of both.
 */
export const stopsReport = defineReport({
  purpose: 'stops',
  range: 'last-7',
  columns: [
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'driver', kind: 'driver', optional: true },
    { key: 'start', kind: 'moment' },
    { key: 'end', kind: 'moment' },
    { key: 'duration', kind: 'duration', total: 'sum' },
    { key: 'idle', kind: 'duration', total: 'sum' },
    { key: 'unseen', kind: 'duration', total: 'sum', optional: true },
    { key: 'place', kind: 'place', at: ['lat', 'lon'] },
    { key: 'latitude', kind: 'number', optional: true },
    { key: 'longitude', kind: 'number', optional: true },
  ],
  own: [{ key: 'leastDuration', kind: 'duration', value: 0 }],
  time: 'start',
  end: 'end',
  sort: 'start',
  direction: 'desc',
  source: ({ from, to, whose, number }) => `
    SELECT f.id AS row_id, f.vehicle_id, v.registration AS vehicle, v.group_id, g.name AS "group",
           f.started_at AS start, f.ended_at AS "end", f.lat, f.lon, f.lat AS latitude, f.lon AS longitude,
           part.seconds AS duration, f.unseen_s * part.seconds / f.duration_s AS unseen,
           CASE WHEN f.engine_source <> 'movement' THEN f.idle_s * part.seconds / f.duration_s END AS idle
    FROM vehicles v LEFT JOIN vehicle_groups g ON g.id = v.group_id
    CROSS JOIN LATERAL (
      SELECT * FROM stops f
      WHERE f.vehicle_id = v.id AND f.started_at < ${to} AND f.duration_s > 0
        AND f.started_at >= coalesce((SELECT max(b.started_at) FROM stops b
              WHERE b.vehicle_id = v.id AND b.started_at <= ${from}), ${from})
      -- OFFSET 0: by the index for each vehicle, never through the whole table for all.
      OFFSET 0) f
    CROSS JOIN LATERAL (SELECT ${inside(from, to)} AS seconds) part
    WHERE ${whose('v')} AND part.seconds > 0 AND f.duration_s >= ${number('leastDuration')}`,
  late: {
    keys: ['driver'],
    columns: 'dr.id AS driver_id, dr.name AS driver',
    joins: driverAt('r.start', 'r.vehicle_id'),
  },
  chart: { by: 'vehicle', column: 'duration' },
  map: 'points',
  opens: 'history',
  texts,
});
