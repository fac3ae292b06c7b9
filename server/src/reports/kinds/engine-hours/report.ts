import { DAY_SUMS, daysSql } from '../../days-sql.ts';
import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';

/** Seconds by engine source; unknown for days that were summed from the facts. */
const by = (source: string) => `sum((d.engine_by ->> '${source}')::float8)`;

/** The running time of each vehicle's engine, and its part while standing. */
export const engineHoursReport = defineReport({
  purpose: 'cost',
  range: 'this-month',
  columns: [
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group' },
    { key: 'engine', kind: 'duration', total: 'sum' },
    { key: 'driving', kind: 'duration', total: 'sum' },
    { key: 'idle', kind: 'duration', total: 'sum' },
    { key: 'idleShare', kind: 'share', averageBy: 'engine' },
    { key: 'fuel', kind: 'volume', total: 'sum' },
    { key: 'days', kind: 'count', total: 'sum' },
    { key: 'aDay', kind: 'duration', averageBy: 'days' },
    { key: 'meter', kind: 'duration' },
    { key: 'known', kind: 'duration', total: 'sum', optional: true },
    { key: 'wire', kind: 'duration', total: 'sum', optional: true },
    { key: 'voltage', kind: 'duration', total: 'sum', optional: true },
    { key: 'engineRpm', kind: 'duration', total: 'sum', optional: true },
    { key: 'movement', kind: 'duration', total: 'sum', optional: true },
  ],
  once: true,
  sort: 'engine',
  direction: 'desc',
  source: (query) => `
    SELECT v.id AS row_id, v.id AS vehicle_id, v.registration AS vehicle, v.group_id, g.name AS "group", s.*,
           s.idle / nullif(s.engine, 0) AS "idleShare", s.idle / 3600 * v.idle_l_per_h AS fuel,
           s.engine / nullif(s.days, 0) AS "aDay", '/vehicle-info/' || v.id AS path
    FROM (SELECT d.vehicle_id AS of, ${DAY_SUMS}, count(DISTINCT d.day) FILTER (WHERE d.engine_s > 0) AS days,
                 sum(d.engine_known_s) AS known,
                 ${by('wire')} AS wire, ${by('voltage')} AS voltage, ${by('engineRpm')} AS "engineRpm",
                 ${by('movement')} AS movement
          FROM (${daysSql(query)}) d WHERE d.heard GROUP BY d.vehicle_id) s
    JOIN vehicles v ON v.id = s.of LEFT JOIN vehicle_groups g ON g.id = v.group_id`,
  late: {
    keys: ['meter'],
    columns: 'meter.seconds AS meter',
    joins: `LEFT JOIN LATERAL (
      SELECT m.value + t.engine_s AS seconds
      FROM (SELECT m.at, m.value FROM meter_readings m
            WHERE m.vehicle_id = r.vehicle_id AND m.meter = 'engine-hours' AND m.deleted_at IS NULL
            ORDER BY m.at DESC LIMIT 1) m
      CROSS JOIN LATERAL tracked_since(r.vehicle_id, m.at) t) meter ON true`,
  },
  chart: { by: 'vehicle', column: 'engine' },
  opens: 'path',
  texts: reportTexts('engine-hours'),
});
