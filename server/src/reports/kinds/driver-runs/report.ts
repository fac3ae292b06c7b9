import { adherence, runsSql, share } from '../../runs-sql.ts';
import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';

/** The performance of each driver on runs. */
export const driverRunsReport = defineReport({
  purpose: 'distribution',
  menus: ['routes', 'drivers'],
  vehicles: true,
  range: 'last-30',
  columns: [
    { key: 'driver', kind: 'driver' },
    { key: 'runs', kind: 'count', total: 'sum', known: true },
    { key: 'drops', kind: 'count', total: 'sum', known: true },
    { key: 'dropsPerRun', kind: 'number', averageBy: 'runs' },
    { key: 'dropsPerHour', kind: 'number', averageBy: 'duration' },
    { key: 'kmPerDrop', kind: 'number', averageBy: 'dropsDriven' },
    { key: 'dwell', kind: 'duration', averageBy: 'drops' },
    { key: 'adherence', kind: 'share', averageBy: 'stopsKnown' },
    { key: 'onTime', kind: 'share', averageBy: 'windows' },
    { key: 'sequence', kind: 'share', averageBy: 'visited', optional: true },
    { key: 'missed', kind: 'count', total: 'sum', known: true },
    { key: 'duration', kind: 'duration', total: 'sum', known: true },
    { key: 'distance', kind: 'distance', total: 'sum' },
  ],
  once: true,
  sort: 'drops',
  direction: 'desc',
  source: (query) => `
    SELECT coalesce(s.driver_id, 0) AS row_id, s.driver_id, s.driver, s.runs, s.drops, s.planned - s.unknown AS "stopsKnown", s.visited, s.windows, s.missed,
           s.duration, s.distance, s.driven AS "dropsDriven", ${share('s.drops', 's.runs')} AS "dropsPerRun",
           ${share('s.drops * 3600', 's.duration')} AS "dropsPerHour", ${share('s.distance / 1000', 's.driven')} AS "kmPerDrop",
           ${share('s.stood', 's.drops')} AS dwell, ${adherence('s')} AS adherence,
           ${share('s.on_time', 's.windows')} AS "onTime", ${share('s.in_sequence', 's.visited')} AS sequence,
           '/driver-info/' || s.driver_id AS path
    FROM (
      SELECT r.driver_id, min(d.name) AS driver, count(*)::int AS runs, sum(f.visited + f.unplanned)::int AS drops,
             sum(f.planned)::int AS planned, sum(f.visited)::int AS visited, sum(f.windows)::int AS windows,
             sum(f.on_time)::int AS on_time, sum(f.in_sequence)::int AS in_sequence, sum(f.missed)::int AS missed, sum(f.unknown)::int AS unknown,
             sum(f.lasted_s)::float8 AS duration, sum(f.stood_s)::float8 AS stood, sum(f.driven_m) AS distance,
             coalesce(sum(f.visited + f.unplanned) FILTER (WHERE f.driven_m IS NOT NULL), 0)::int AS driven
      ${runsSql(query)} GROUP BY r.driver_id) s`,
  chart: { by: 'driver', column: 'dropsPerHour' },
  opens: 'path',
  texts: reportTexts('driver-runs'),
});
