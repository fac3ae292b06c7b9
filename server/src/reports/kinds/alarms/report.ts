import { REASON_CODES, SEVERITIES } from '@milepost/contract/alarm-constants';
import { WITH_LIMIT } from '../../../store/alarms/alarm-limit.ts';
import { driverAt } from '../../../store/drivers/who-drove.ts';
import { registrationOf } from '../../../store/search/every-word.ts';
import { defineReport } from '../../report.ts';
import { inEach } from '../../../texts/server-texts.ts';
import { andSeenFence } from '../../../store/common-records.ts';

const texts = inEach(({ reports, conditions }) => {
  const { choices, ...others } = reports.kinds.alarms;
  const names = Object.fromEntries(Object.entries(conditions).map(([kind, { name }]) => [kind, name]));
  return { ...others, choices: { ...choices, kind: names } };
});

/** Every alarm, and how people handled it. */
export const alarmsReport = defineReport({
  purpose: 'safety',
  menus: ['alarms'],
  lists: ['alarms'],
  range: 'last-7',
  ever: true,
  searched: true,
  rules: true,
  groupings: ['kind'],
  columns: [
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'driver', kind: 'driver' },
    { key: 'rule', kind: 'text' },
    { key: 'kind', kind: 'choice', choices: Object.keys(texts.en.choices.kind), optional: true },
    { key: 'about', kind: 'text', optional: true },
    { key: 'severity', kind: 'choice', choices: SEVERITIES },
    { key: 'state', kind: 'choice', choices: ['active', 'acknowledged', 'cleared'], optional: true },
    { key: 'start', kind: 'moment', known: true },
    { key: 'last', kind: 'moment', optional: true },
    { key: 'cleared', kind: 'moment' },
    { key: 'clearedBy', kind: 'text', optional: true },
    { key: 'duration', kind: 'duration', total: 'sum', known: true },
    { key: 'times', kind: 'count', total: 'sum', optional: true },
    { key: 'speed', kind: 'speed', total: 'max', optional: true },
    { key: 'limit', kind: 'speed', optional: true },
    { key: 'place', kind: 'place', at: ['lat', 'lon'] },
    { key: 'acknowledged', kind: 'moment', total: 'count' },
    { key: 'acknowledgedBy', kind: 'text' },
    { key: 'response', kind: 'duration', averageBy: 'one' },
    { key: 'reason', kind: 'choice', choices: REASON_CODES },
    { key: 'assignee', kind: 'text', optional: true },
    { key: 'note', kind: 'text', optional: true },
  ],
  own: [
    { key: 'show', kind: 'choice', value: 'all', choices: ['all', 'active', 'waiting', 'mine', 'cleared'] },
    { key: 'severity', kind: 'choices', value: '', choices: SEVERITIES },
  ],
  personal: ({ show }) => show === 'mine',
  hours: true,
  time: 'start',
  end: 'cleared',
  sort: 'start',
  direction: 'desc',
  source: ({ from, to, now, subjectSql: vehicleFilter, rules, searched, choice, choices, me }) => `
    SELECT f.id AS row_id, f.vehicle_id, v.registration AS vehicle, v.group_id, g.name AS "group", r.name AS rule,
           f.severity, f.started_at AS start, f.cleared_at AS cleared, f.count AS times, f.lat, f.lon,
           date_part('epoch', coalesce(f.cleared_at, ${now}) - f.started_at) AS duration,
           f.acknowledged_at AS acknowledged, hand.display_name AS "acknowledgedBy", f.reason_code AS reason,
           date_part('epoch', f.acknowledged_at - f.started_at) AS response, 1 AS one,
           who.display_name AS assignee, r.condition->>'kind' AS kind, f.last_at AS last,
           CASE WHEN f.cleared_at IS NOT NULL THEN 'cleared' WHEN f.acknowledged_at IS NOT NULL THEN 'acknowledged'
             ELSE 'active' END AS state,
           done.display_name AS "clearedBy", CASE WHEN r.condition->>'kind' IN ('overspeed', 'roadSpeed') THEN f.value END AS speed
    FROM alarms f JOIN vehicles v ON v.id = f.vehicle_id JOIN alarm_rules r ON r.id = f.rule_id
    LEFT JOIN vehicle_groups g ON g.id = v.group_id
    LEFT JOIN users hand ON hand.id = f.acknowledged_by LEFT JOIN users who ON who.id = f.assignee_id
    LEFT JOIN users done ON done.id = f.cleared_by
    WHERE f.started_at >= ${from} AND f.started_at < ${to} AND ${vehicleFilter('v')}${rules('f.rule_id')}
      ${searched(registrationOf('v'), 'r.name', 'g.name')}
      AND (${choices('severity')} = '{}' OR f.severity = ANY(${choices('severity')}))
      AND CASE ${choice('show')} WHEN 'all' THEN true WHEN 'cleared' THEN f.cleared_at IS NOT NULL
        WHEN 'waiting' THEN f.cleared_at IS NULL AND f.acknowledged_at IS NULL
        WHEN 'mine' THEN f.cleared_at IS NULL AND f.assignee_id = ${me} ELSE f.cleared_at IS NULL END`,
  late: {
    keys: ['driver', 'note', 'about', 'limit'],
    columns: 'dr.id AS driver_id, dr.name AS driver, said.text AS note, told.about, told."limit"',
    joins: (scope) => `${driverAt('r.start', 'r.vehicle_id')}
      LEFT JOIN LATERAL (
        SELECT h.text FROM alarm_handling h WHERE h.alarm_id = r.row_id AND h.text IS NOT NULL ORDER BY h.id DESC LIMIT 1)
        said ON true
      LEFT JOIN LATERAL (
        SELECT coalesce(CASE WHEN true${andSeenFence(scope, 'f')} THEN f.name END, CASE WHEN r.condition->>'kind' = 'device' THEN a.about END) AS about, said.limit_kph AS "limit"
        FROM (SELECT * FROM alarms WHERE id = r.row_id) a JOIN alarm_rules r ON r.id = a.rule_id ${WITH_LIMIT}) told ON true`,
  },
  chart: { by: 'day', column: null },
  map: 'points',
  opens: 'history',
  texts,
});
