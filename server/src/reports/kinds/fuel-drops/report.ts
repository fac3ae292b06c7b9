import { REASON_CODES } from '@milepost/contract/alarm-constants';
import { driverAt } from '../../../store/drivers/who-drove.ts';
import { defineReport } from '../../report.ts';
import { inEach } from '../../../texts/server-texts.ts';
import { reportTexts } from '../../report-texts.ts';
import { withChoices } from '../../report-choices.ts';

/** Alarms for fuel lost while a vehicle stood; empty when no rule watches for it. */
export const fuelDropsReport = defineReport({
  purpose: 'safety',
  menus: ['alarms'],
  range: 'last-30',
  columns: [
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'driver', kind: 'driver' },
    { key: 'start', kind: 'moment', known: true },
    { key: 'litres', kind: 'volume', total: 'sum' },
    { key: 'place', kind: 'place', at: ['lat', 'lon'] },
    { key: 'rule', kind: 'text' },
    { key: 'acknowledged', kind: 'moment', total: 'count' },
    { key: 'reason', kind: 'choice', choices: REASON_CODES },
  ],
  time: 'start',
  sort: 'start',
  direction: 'desc',
  source: ({ from, to, subjectSql: vehicleFilter }) => `
    SELECT f.id AS row_id, f.vehicle_id, v.registration AS vehicle, v.group_id, g.name AS "group", f.started_at AS start,
           abs(f.value) AS litres, f.lat, f.lon, r.name AS rule, f.acknowledged_at AS acknowledged, f.reason_code AS reason
    FROM alarms f JOIN alarm_rules r ON r.id = f.rule_id JOIN vehicles v ON v.id = f.vehicle_id
    LEFT JOIN vehicle_groups g ON g.id = v.group_id
    WHERE r.condition ->> 'kind' = 'fuelDrop' AND f.started_at >= ${from} AND f.started_at < ${to} AND ${vehicleFilter('v')}`,
  late: {
    keys: ['driver'],
    columns: 'dr.id AS driver_id, dr.name AS driver',
    joins: driverAt('r.start', 'r.vehicle_id'),
  },
  chart: { by: 'vehicle', column: 'litres' },
  map: 'points',
  opens: 'history',
  texts: withChoices(reportTexts('fuel-drops'), {
    reason: inEach(({ reports }) => reports.kinds.alarms.choices.reason),
  }),
});
