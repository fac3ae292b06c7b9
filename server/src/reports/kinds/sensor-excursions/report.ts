import { driverAt } from '../../../store/drivers/who-drove.ts';
import { excursionsSql } from '../../../store/facts/sensor-segments.ts';
import { defineReport } from '../../report.ts';
import { LIMIT_WORDS, reportTexts } from '../../report-texts.ts';
import { limitsOf, limitText, measuredSql, RANGE_PARAMETERS, SENSOR_NAME } from '../../sensor-columns.ts';
import { withChoices } from '../../report-choices.ts';
import { SENSOR_KIND_WORDS } from '../../../texts/names.ts';

/** The excursions of sensors from a range: time, place, amount and duration. */
export const sensorExcursionsReport = defineReport({
  purpose: 'devices',
  range: 'last-7',
  columns: [
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'driver', kind: 'driver', optional: true },
    { key: 'sensor', kind: 'text' },
    { key: 'side', kind: 'choice', choices: ['above', 'below'] },
    { key: 'start', kind: 'moment', known: true },
    { key: 'end', kind: 'moment' },
    { key: 'outside', kind: 'duration', total: 'sum', known: true },
    { key: 'unknown', kind: 'duration', total: 'sum', known: true },
    { key: 'worst', kind: 'number' },
    { key: 'from', kind: 'number', optional: true },
    { key: 'to', kind: 'number', optional: true },
    { key: 'place', kind: 'place', at: ['lat', 'lon'] },
  ],
  own: [...RANGE_PARAMETERS, { key: 'leastDuration', kind: 'duration', value: 0 }],
  hours: true,
  time: 'start',
  end: 'end',
  once: true,
  sort: 'start',
  direction: 'desc',
  source: (query) => `
    WITH ${measuredSql(query, { worst: true })}, ${excursionsSql}
    SELECT e.vehicle_id || ' ' || e.sensor_id || ' ' || e.side || ' ' || e.a AS row_id, v.id AS vehicle_id,
           v.registration AS vehicle, v.group_id, g.name AS "group", ${SENSOR_NAME} AS sensor,
           CASE WHEN e.side > 0 THEN 'above' ELSE 'below' END AS side, e.a AS start, e.b AS "end", e.s AS outside,
           greatest(0, extract(epoch FROM e.known - e.a)::float8 - e.s) AS unknown, e.worst, e.lat, e.lon,
           ${limitText(limitsOf(query).low)} AS "from", ${limitText(limitsOf(query).high)} AS "to"
    FROM excursions e JOIN vehicles v ON v.id = e.vehicle_id JOIN sensors s ON s.id = e.sensor_id
    LEFT JOIN vehicle_groups g ON g.id = v.group_id
    WHERE e.s >= ${query.number('leastDuration')}`,
  late: {
    keys: ['driver'],
    columns: 'dr.id AS driver_id, dr.name AS driver',
    joins: driverAt('r.start', 'r.vehicle_id'),
  },
  chart: { by: 'vehicle', column: 'outside' },
  map: 'points',
  opens: 'history',
  texts: withChoices(reportTexts('sensor-excursions'), { only: SENSOR_KIND_WORDS, limits: LIMIT_WORDS }),
});
