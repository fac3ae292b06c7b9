import { REASON_CODES } from '@milepost/contract/alarm-constants';
import { driverAt } from '../../../store/drivers/who-drove.ts';
import { defineReport } from '../../report.ts';
import texts from './texts.json' with { type: 'json' };

/** Every alarm and what people did about it. */
export const alarmsReport = defineReport({
  purpose: 'safety',
  menus: ['alarms'],
  range: 'last-7',
  columns: [
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'driver', kind: 'driver' },
    { key: 'rule', kind: 'text' },
    { key: 'severity', kind: 'choice', choices: ['critical', 'major', 'minor', 'warning'] },
    { key: 'start', kind: 'moment', known: true },
    { key: 'cleared', kind: 'moment' },
    { key: 'duration', kind: 'duration', total: 'sum', known: true },
    { key: 'times', kind: 'count', total: 'sum', optional: true },
    { key: 'place', kind: 'place', at: ['lat', 'lon'] },
    { key: 'acknowledged', kind: 'moment', total: 'count' },
    { key: 'acknowledgedBy', kind: 'text' },
    { key: 'response', kind: 'duration', averageBy: 'one' },
    { key: 'reason', kind: 'choice', choices: REASON_CODES },
    { key: 'assignee', kind: 'text', optional: true },
    { key: 'note', kind: 'text', optional: true },
  ],
  time: 'start',
  end: 'cleared',
  sort: 'start',
  direction: 'desc',
  source: ({ from, to, now, whose }) => `
    SELECT f.id AS row_id, f.vehicle_id, v.registration AS vehicle, v.group_id, g.name AS "group", r.name AS rule,
           f.severity, f.started_at AS start, f.cleared_at AS cleared, f.count AS times, f.lat, f.lon,
           extract(epoch FROM coalesce(f.cleared_at, ${now}) - f.started_at)::float8 AS duration,
           f.acknowledged_at AS acknowledged, hand.display_name AS "acknowledgedBy", f.reason_code AS reason,
           extract(epoch FROM f.acknowledged_at - f.started_at)::float8 AS response, 1 AS one,
           who.display_name AS assignee
    FROM alarms f JOIN vehicles v ON v.id = f.vehicle_id JOIN alarm_rules r ON r.id = f.rule_id
    LEFT JOIN vehicle_groups g ON g.id = v.group_id
    LEFT JOIN users hand ON hand.id = f.acknowledged_by LEFT JOIN users who ON who.id = f.assignee_id
    WHERE f.started_at >= ${from} AND f.started_at < ${to} AND ${whose('v')}`,
  late: {
    keys: ['driver', 'note'],
    columns: 'dr.id AS driver_id, dr.name AS driver, said.text AS note',
    joins: `${driverAt('r.start', 'r.vehicle_id')}
      LEFT JOIN LATERAL (
        SELECT h.text FROM alarm_handling h WHERE h.alarm_id = r.row_id AND h.text IS NOT NULL ORDER BY h.id DESC LIMIT 1)
        said ON true`,
  },
  chart: { by: 'day', column: null },
  map: 'points',
  opens: 'history',
  texts,
});
