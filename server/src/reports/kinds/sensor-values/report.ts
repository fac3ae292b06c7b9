import { excursionsSql } from '../../../store/facts/sensor-segments.ts';
import { defineReport } from '../../report.ts';
import { LIMIT_WORDS, reportTexts } from '../../report-texts.ts';
import { limitsOf, limitText, measuredSql, RANGE_PARAMETERS, SENSOR_NAME, sensorDays } from '../../sensor-columns.ts';
import { withChoices } from '../../report-choices.ts';
import { SENSOR_KIND_WORDS } from '../../../texts/names.ts';

/** The time that sensors read below, within and above a range on each day, and the unknown time. */
export const sensorValuesReport = defineReport({
  purpose: 'devices',
  range: 'last-7',
  columns: [
    { key: 'day', kind: 'day' },
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'sensor', kind: 'text' },
    { key: 'within', kind: 'duration', total: 'sum' },
    { key: 'below', kind: 'duration', total: 'sum' },
    { key: 'above', kind: 'duration', total: 'sum' },
    { key: 'unknown', kind: 'duration', total: 'sum', known: true },
    { key: 'share', kind: 'share', averageBy: 'seconds', averageOf: 'withinS' },
    { key: 'least', kind: 'number', total: 'min' },
    { key: 'mean', kind: 'number', averageBy: 'seconds', averageOf: 'valueS' },
    { key: 'greatest', kind: 'number', total: 'max' },
    { key: 'excursions', kind: 'count', total: 'sum' },
    { key: 'longest', kind: 'duration', total: 'max' },
    { key: 'from', kind: 'number', optional: true },
    { key: 'to', kind: 'number', optional: true },
  ],
  own: RANGE_PARAMETERS,
  time: 'day',
  once: true,
  sort: 'day',
  direction: 'desc',
  source: (query) => `
    WITH ${measuredSql(query)}, ${excursionsSql}, ${sensorDays(query)},
    began AS (SELECT vehicle_id, sensor_id, slot, count(*) FILTER (WHERE began) AS times, max(s) AS longest FROM excursions GROUP BY 1, 2, 3)
    SELECT d.vehicle_id || ' ' || d.sensor_id || ' ' || d.day AS row_id, d.day, v.id AS vehicle_id,
           v.registration AS vehicle, v.group_id, g.name AS "group", ${SENSOR_NAME} AS sensor,
           CASE WHEN r.s IS NOT NULL THEN r.within END AS within,
           CASE WHEN r.s IS NOT NULL THEN r.below END AS below,
           CASE WHEN r.s IS NOT NULL THEN r.above END AS above,
           greatest(0, d.asked - coalesce(r.s, 0)) AS unknown, coalesce(r.s, 0) AS seconds,
           coalesce(r.within, 0) AS "withinS", coalesce(r.value_s, 0) AS "valueS",
           coalesce(r.within, 0) / nullif(r.s, 0) AS share, r.low AS least, r.value_s / nullif(r.s, 0) AS mean,
           r.high AS greatest, CASE WHEN r.s IS NOT NULL THEN coalesce(b.times, 0) END AS excursions, b.longest,
           ${limitText(limitsOf(query).low)} AS "from", ${limitText(limitsOf(query).high)} AS "to"
    FROM days d JOIN vehicles v ON v.id = d.vehicle_id JOIN sensors s ON s.id = d.sensor_id
    LEFT JOIN vehicle_groups g ON g.id = v.group_id
    LEFT JOIN read r ON (r.vehicle_id, r.sensor_id, r.slot) = (d.vehicle_id, d.sensor_id, d.slot)
    LEFT JOIN began b ON (b.vehicle_id, b.sensor_id, b.slot) = (d.vehicle_id, d.sensor_id, d.slot)`,
  chart: { by: 'day', column: 'above' },
  opens: 'history',
  texts: withChoices(reportTexts('sensor-values'), { only: SENSOR_KIND_WORDS, limits: LIMIT_WORDS }),
});
