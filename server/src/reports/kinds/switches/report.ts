import { SIGNAL_KINDS } from '@milepost/contract/sensor-kinds';
import { SWITCHES } from '@milepost/tracking/switches';
import { driverAt } from '../../../store/drivers/who-drove.ts';
import { beginsWithinSql, KNOWN_END, secondsWithin } from '../../../store/facts/overlapping.ts';
import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';

/** States that devices report themselves, and states that are derived from sensors. */
const NAMES = [...new Set([...SWITCHES, ...SIGNAL_KINDS])];

/** Doors, air conditioning and whatever is connected to an input: when it was on, cut at the ends of the range. */
export const switchesReport = defineReport({
  purpose: 'devices',
  range: 'last-7',
  columns: [
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'driver', kind: 'driver', optional: true },
    { key: 'name', kind: 'choice', choices: NAMES },
    { key: 'sensor', kind: 'text' },
    { key: 'start', kind: 'moment', known: true },
    { key: 'end', kind: 'moment' },
    { key: 'duration', kind: 'duration', total: 'sum', known: true },
    { key: 'whole', kind: 'duration' },
    { key: 'place', kind: 'place', at: ['lat', 'lon'] },
  ],
  own: [
    { key: 'only', kind: 'choice', value: 'all', choices: ['all', ...NAMES] },
    { key: 'leastDuration', kind: 'duration', value: 0 },
  ],
  hours: true,
  time: 'start',
  end: 'end',
  sort: 'start',
  direction: 'desc',
  source: (query) => {
    const { from, to, subjectSql: vehicleFilter, number, choice, union } = query;
    const name = 'coalesce(s.kind, f.name)';
    const rows = (found: string, where: string) => `
      SELECT f.id AS row_id, f.vehicle_id, v.registration AS vehicle, v.group_id, g.name AS "group", ${name} AS name,
             s.name AS sensor, f.started_at AS start, f.ended_at AS "end", f.lat, f.lon, ${secondsWithin(query)} AS duration,
             f.duration_s::float8 AS whole
      FROM ${found} LEFT JOIN vehicle_groups g ON g.id = v.group_id LEFT JOIN sensors s ON s.id = f.sensor_id
      WHERE ${vehicleFilter('v')} AND ${where} AND ${choice('only')} IN ('all', ${name}) AND f.duration_s >= ${number('leastDuration')}`;
    // The switches of a vehicle, one by one through the index.
    const names = `(
      WITH RECURSIVE known(name) AS (
        SELECT min(b.name) FROM switch_spans b WHERE b.vehicle_id = v.id
        UNION ALL
        SELECT (SELECT min(b.name) FROM switch_spans b WHERE b.vehicle_id = v.id AND b.name > known.name)
          FROM known WHERE known.name IS NOT NULL)
      SELECT name FROM known WHERE name IS NOT NULL)`;
    // A switch has one open span at a time, so the last that began before the range is found through the index.
    const before = `(
      SELECT * FROM switch_spans f
       WHERE f.vehicle_id = v.id AND f.name = one.name AND ${KNOWN_END} > ${from}
         AND f.started_at = (SELECT max(b.started_at) FROM switch_spans b
               WHERE b.vehicle_id = v.id AND b.name = one.name AND b.started_at < ${from})
      OFFSET 0)`;
    return union([
      rows('switch_spans f JOIN vehicles v ON v.id = f.vehicle_id', beginsWithinSql({ from, to })),
      rows(`vehicles v CROSS JOIN LATERAL ${names} one CROSS JOIN LATERAL ${before} f`, 'true'),
    ]);
  },
  late: {
    keys: ['driver'],
    columns: 'dr.id AS driver_id, dr.name AS driver',
    joins: driverAt('r.start', 'r.vehicle_id'),
  },
  chart: { by: 'vehicle', column: 'duration' },
  map: 'points',
  opens: 'history',
  texts: reportTexts('switches'),
});
