import type { AlarmRow } from '@milepost/contract/alarm-operations';
import type { Severity } from '@milepost/contract/fact-operations';
import type { Queryable } from '../database.ts';
import type { PlaceAt } from '../../places/places.ts';
import { groupOfMoment } from '../fleet/groups-then.ts';
import { type Page, type PageRequest, pageSql } from '../page.ts';
import { everyWordIn, registrationOf, searchPatterns } from '../search/every-word.ts';
import { andSeen, type Scope } from '../scope.ts';
import { alarmFor, loadAlarms } from './alarm-rows.ts';

/** SQL: most severe first. */
export const SEVERITY_RANK = `array_position(ARRAY['critical', 'major', 'minor', 'warning'], a.severity)`;

const SORTS = {
  start: 'a.started_at',
  severity: SEVERITY_RANK,
  registration: 'lower(v.registration)',
  ruleName: 'lower(r.name)',
  count: 'a.count',
  lastAt: 'a.last_at',
};

export interface AlarmFilter {
  state?: 'active' | 'cleared' | undefined;
  acknowledged?: boolean | undefined;
  severities: readonly Severity[];
  ruleId?: number | undefined;
  vehicleIds: readonly number[];
  groupId?: number | undefined;
  assignee?: 'me' | 'nobody' | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** An open alarm belongs to the vehicle's present group; a cleared one to the group at its time, as in reports. */
const GROUP = `CASE WHEN a.cleared_at IS NULL THEN v.group_id ELSE ${groupOfMoment('v', 'a.started_at')} END`;

const where = (scope: Scope) => `v.organisation_id = ANY($1)${andSeen(scope)}
  AND ${everyWordIn('$2', registrationOf('v'), 'r.name', 'g.name')}
  AND ($3::boolean IS NULL OR (a.cleared_at IS NULL) = $3)
  AND ($4::boolean IS NULL OR (a.acknowledged_at IS NOT NULL) = $4)
  AND (cardinality($5::text[]) = 0 OR a.severity = ANY($5))
  AND ($6::int IS NULL OR a.rule_id = $6)
  AND (cardinality($7::int[]) = 0 OR a.vehicle_id = ANY($7))
  AND ($8::int IS NULL OR ${GROUP} = $8)
  AND ($9::int IS NULL OR coalesce(a.assignee_id, 0) = $9)
  AND ($10::timestamptz IS NULL OR a.started_at >= $10)
  AND ($11::timestamptz IS NULL OR a.started_at < $11)`;
const TABLES = `alarms a JOIN vehicles v ON v.id = a.vehicle_id JOIN alarm_rules r ON r.id = a.rule_id
  LEFT JOIN vehicle_groups g ON g.id = v.group_id`;

/** A page of the alarms of the scope; `userId` is the person for `me`. */
export async function listAlarms(
  db: Queryable,
  scope: Scope,
  userId: number,
  request: PageRequest & AlarmFilter,
  placeAt: PlaceAt,
): Promise<Page<AlarmRow>> {
  const { state, assignee } = request;
  const values = [
    scope.organisationIds,
    searchPatterns(request.search),
    state === undefined ? null : state === 'active',
    request.acknowledged ?? null,
    request.severities,
    request.ruleId ?? null,
    request.vehicleIds,
    request.groupId ?? null,
    assignee === undefined ? null : assignee === 'me' ? userId : 0,
    // The input text is not passed on, as PostgreSQL has no year 0.
    request.from === undefined ? null : new Date(request.from),
    request.to === undefined ? null : new Date(request.to),
  ];
  // The ids of the page are selected first, so that names, drivers and geofences are only joined for its rows.
  const [page, count] = await Promise.all([
    db.query<{ id: number }>(
      `SELECT a.id FROM ${TABLES} WHERE ${where(scope)} ${pageSql(request, SORTS, 'a.started_at DESC, a.id DESC')}`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${TABLES} WHERE ${where(scope)}`, values),
  ]);
  const ids = page.rows.map(({ id }) => id);
  const rows = (await loadAlarms(db, placeAt, 'a.id = ANY($1) ORDER BY array_position($1, a.id)', [ids])).map((one) =>
    alarmFor(scope, one),
  );
  return { rows, total: count.rows[0]?.total ?? 0 };
}
