import { andSeen } from '../../../store/scope.ts';
import { adherence, runsSql, share } from '../../runs-sql.ts';
import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';

/** The plan and the result of each run. */
export const plannedRoutesReport = defineReport({
  purpose: 'distribution',
  menus: ['routes'],
  range: 'last-7',
  columns: [
    { key: 'day', kind: 'day', known: true },
    { key: 'route', kind: 'text' },
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'former', kind: 'text', optional: true },
    { key: 'group', kind: 'group', optional: true },
    { key: 'driver', kind: 'driver' },
    { key: 'plannedStart', kind: 'moment', known: true },
    { key: 'start', kind: 'moment' },
    { key: 'plannedEnd', kind: 'moment', known: true },
    { key: 'end', kind: 'moment' },
    { key: 'planned', kind: 'count', total: 'sum', known: true },
    { key: 'visited', kind: 'count', total: 'sum', known: true },
    { key: 'missed', kind: 'count', total: 'sum', known: true },
    { key: 'skipped', kind: 'count', total: 'sum', known: true, optional: true },
    { key: 'unknown', kind: 'count', total: 'sum', known: true, optional: true },
    { key: 'unplanned', kind: 'count', total: 'sum', known: true },
    { key: 'adherence', kind: 'share', averageBy: 'stopsKnown' },
    { key: 'sequence', kind: 'share', averageBy: 'visited' },
    { key: 'onTime', kind: 'share', averageBy: 'windows' },
    { key: 'plannedDistance', kind: 'distance', total: 'sum', known: true },
    { key: 'distance', kind: 'distance', total: 'sum' },
    { key: 'kmPerDrop', kind: 'number', averageBy: 'drops', optional: true },
    { key: 'dropsPerHour', kind: 'number', averageBy: 'lasted', optional: true },
    { key: 'dwell', kind: 'duration', averageBy: 'drops', optional: true },
    { key: 'doubts', kind: 'count', total: 'sum', known: true, optional: true },
    { key: 'changed', kind: 'moment', optional: true },
  ],
  time: 'day',
  sort: 'day',
  direction: 'desc',
  source: (query) => `
    SELECT r.id AS row_id, r.day, o.name AS route, r.vehicle_id, v.registration AS vehicle, v.group_id,
           (SELECT string_agg(b.registration, ', ' ORDER BY w.from_time) FROM run_vehicles w JOIN vehicles b ON b.id = w.vehicle_id
             WHERE w.run_id = r.id AND w.until_time < 'infinity'${andSeen(query.scope, 'b.id')}) AS former,
           g.name AS "group", r.driver_id, d.name AS driver, r.starts_at AS "plannedStart", f.begun_at AS start,
           r.ends_at AS "plannedEnd", f.ended_at AS "end", f.planned, f.visited, f.missed, f.skipped, f.unknown, f.unplanned,
           ${adherence('f')} AS adherence, f.planned - f.unknown AS "stopsKnown", ${share('f.in_sequence', 'f.visited')} AS sequence,
           ${share('f.on_time', 'f.windows')} AS "onTime", f.windows, r.driving_m AS "plannedDistance",
           f.driven_m AS distance, f.visited + f.unplanned AS drops, f.lasted_s AS lasted,
           ${share('f.driven_m / 1000', 'f.visited + f.unplanned')} AS "kmPerDrop",
           ${share('(f.visited + f.unplanned) * 3600', 'f.lasted_s')} AS "dropsPerHour",
           ${share('f.stood_s', 'f.visited + f.unplanned')} AS dwell, f.doubts, f.changed_after_close AS changed,
           '/settings/runs/' || r.id AS path
    ${runsSql(query)}`,
  chart: { by: 'day', column: 'adherence' },
  opens: 'path',
  texts: reportTexts('planned-routes'),
});
