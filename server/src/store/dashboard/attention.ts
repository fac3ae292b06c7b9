import type { OperationOutput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { SILENT_DAYS } from '@milepost/contract/dashboard-figures';
import type { Severity } from '@milepost/contract/fact-operations';
import type { VehicleType } from '@milepost/contract/vehicle-operations';
import type { Queryable } from '../database.ts';
import { type Page, type PageRequest, pageSql } from '../page.ts';
import { everyWordIn, registrationOf, searchPatterns } from '../search/every-word.ts';
import { EVER_IN_GROUP, inGroupBefore } from '../fleet/groups-then.ts';
import { onlyRow } from '../rows.ts';
import { andSeen, type Scope } from '../scope.ts';
import { REPORTED_AT, VEHICLE_TABLES } from '../fleet/vehicle-rows.ts';

type Dashboard = OperationOutput<Operations['get-dashboard']>;

/** Includes vehicles that were deleted since, which keep their past. */
const ever = (scope: Scope) => `v.organisation_id = ANY($1)${andSeen(scope)} AND ($2::int IS NULL OR v.group_id = $2)`;
const vehicleFilter = (scope: Scope) => `${ever(scope)} AND v.deleted_at IS NULL`;

/** The same without sold vehicles, whose present state does not matter. */
const fleet = (scope: Scope) => `${vehicleFilter(scope)} AND v.status <> 'sold'`;

/** The number of alarms by severity: raised from `start` to `end`, and active now. */
export async function countAlarms(
  db: Queryable,
  scope: Scope,
  groupId: number | undefined,
  { start, end, timeZone }: { start: Date; end: Date; timeZone: string },
): Promise<Dashboard['alarms']> {
  const isThereNow = '($2::int IS NULL OR v.group_id = $2) AND v.deleted_at IS NULL';
  const { rows } = await db.query<{ severity: Severity; raised: number; active: number; open: number }>(
    `SELECT severity, count(*) FILTER (WHERE x.started_at >= $3 AND x.started_at < $4 AND ${inGroupBefore('v.id', 'day_begins((x.started_at AT TIME ZONE $5)::date + 1, $5)')})::int AS raised,
            count(*) FILTER (WHERE x.cleared_at IS NULL AND ${isThereNow})::int AS active,
            count(*) FILTER (WHERE x.cleared_at IS NULL AND x.acknowledged_at IS NULL AND ${isThereNow})::int AS open
     FROM alarms x JOIN vehicles v ON v.id = x.vehicle_id
     WHERE v.organisation_id = ANY($1)${andSeen(scope)} AND ${EVER_IN_GROUP} AND ((x.started_at >= $3 AND x.started_at < $4) OR x.cleared_at IS NULL) GROUP BY severity`,
    [scope.organisationIds, groupId ?? null, start, end, timeZone],
  );
  const counts = { critical: none(), major: none(), minor: none(), warning: none() };
  for (const { severity, ...count } of rows) counts[severity] = count;
  return counts;
}

const none = () => ({ raised: 0, active: 0, open: 0 });

/**
 * The number of vehicles whose device had no contact for so many days by `now`, for each of SILENT_DAYS; also the size
 * of the fleet.
 */
export async function countSilent(
  db: Queryable,
  scope: Scope,
  groupId: number | undefined,
  now: Date,
): Promise<Dashboard['silent'] & { reporting: number; vehicles: number }> {
  const counts = SILENT_DAYS.map((days) => `count(*) FILTER (WHERE ${silentFor(String(days), '$3')})::int AS d${days}`);
  const row = onlyRow(
    await db.query<Record<string, number>>(
      `SELECT ${counts.join(', ')}, count(*) FILTER (WHERE i.device_id IS NOT NULL AND s.device_id IS NULL)::int AS never,
              count(s.device_id)::int AS reporting, count(*)::int AS vehicles
       FROM ${VEHICLE_TABLES} WHERE ${fleet(scope)}`,
      [scope.organisationIds, groupId ?? null, now],
    ),
  );
  return {
    days: SILENT_DAYS.map((days) => ({ days, vehicles: row[`d${days}`] ?? 0 })),
    never: row['never'] ?? 0,
    reporting: row['reporting'] ?? 0,
    vehicles: row['vehicles'] ?? 0,
  };
}

const silentFor = (days: string, now: string) =>
  `${REPORTED_AT} < ${now}::timestamptz - make_interval(days => ${days}::int)`;

interface SilentVehicle {
  id: number;
  registration: string;
  type: VehicleType;
  groupName: string | null;
  deviceIdentity: string;
  lastHeardAt: string | null;
}

/** Vehicles whose device is silent for `days` or longer; 0: devices without any contact. */
export async function listSilent(
  db: Queryable,
  scope: Scope,
  request: PageRequest & { days: number; groupId?: number | undefined },
  now: Date,
): Promise<Page<SilentVehicle>> {
  const where = `${fleet(scope)} AND ${everyWordIn('$5', registrationOf('v'), 'g.name', 'd.identity')}
    AND CASE WHEN $4::int = 0 THEN i.device_id IS NOT NULL AND s.device_id IS NULL ELSE ${silentFor('$4', '$3')} END`;
  const values = [scope.organisationIds, request.groupId ?? null, now, request.days, searchPatterns(request.search)];
  const sorts = { registration: 'lower(v.registration)', lastHeardAt: REPORTED_AT };
  const [page, count] = await Promise.all([
    db.query<Omit<SilentVehicle, 'lastHeardAt'> & { lastHeardAt: Date | null }>(
      `SELECT v.id, v.registration, v.type, g.name AS "groupName", d.identity AS "deviceIdentity",
              ${REPORTED_AT} AS "lastHeardAt"
       FROM ${VEHICLE_TABLES} WHERE ${where} ${pageSql(request, sorts, 'v.id')}`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${VEHICLE_TABLES} WHERE ${where}`, values),
  ]);
  const rows = page.rows.map((row) => ({ ...row, lastHeardAt: row.lastHeardAt?.toISOString() ?? null }));
  return { rows, total: count.rows[0]?.total ?? 0 };
}
