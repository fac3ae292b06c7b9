import type { Coordinates } from '@milepost/contract/common';
import { isoWeekday } from '@milepost/contract/route-days';
import type { OperationOutput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import type { SpreadShift } from '@milepost/contract/spread-operations';
import { POSITION_FLAG } from '@milepost/tracking/position';
import { AppError } from '../../errors.ts';
import { andSeenDepot } from '../common-records.ts';
import type { Queryable } from '../database.ts';
import { getDepot } from '../routes/depots.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';

/** The start and end depots of one vehicle, and the times. */
export interface VehicleShift {
  begin: { id: number; place: Coordinates };
  end: { id: number; place: Coordinates };
  startMin: number;
  backMin: number;
}
interface Input {
  depotId: number;
  startMin: number;
  backMin: number;
  shifts: readonly SpreadShift[];
}
type KnownShift = NonNullable<OperationOutput<Operations['get-spread-choices']>['vehicles'][number]['shift']>;

/**
 * The shifts of vehicles in order: their own, otherwise the common one.
 * @throws AppError `not-found` for a depot outside the scope, or of another organisation
 */
export async function readShifts(
  db: Queryable,
  scope: Scope,
  { depotId, startMin, backMin, shifts }: Input,
  vehicleIds: readonly number[],
): Promise<{ organisationId: number; shifts: VehicleShift[] }> {
  const usual = await getDepot(db, scope, depotId);
  const depots = new Map([[usual.id, usual]]);
  for (const id of new Set(shifts.flatMap(({ beginDepotId, endDepotId }) => [beginDepotId, endDepotId]))) {
    if (!depots.has(id)) depots.set(id, await getDepot(db, scope, id));
  }
  if ([...depots.values()].some(({ organisationId }) => organisationId !== usual.organisationId)) {
    throw new AppError('not-found', 'no-depot');
  }
  const own = new Map(shifts.map((shift) => [shift.vehicleId, shift]));
  return {
    organisationId: usual.organisationId,
    shifts: vehicleIds.map((id) => {
      const shift = own.get(id);
      if (!shift) return { begin: usual, end: usual, startMin, backMin };
      return {
        begin: depots.get(shift.beginDepotId) ?? usual,
        end: depots.get(shift.endDepotId) ?? usual,
        startMin: shift.startMin,
        backMin: shift.backMin,
      };
    }),
  };
}

/** SQL of the plans that are valid on the day `$3`, of routes that are not deleted. */
const PLANS = `FROM route_plans p JOIN routes r ON r.id = p.route_id AND r.deleted_at IS NULL
  WHERE p.deleted_at IS NULL AND r.organisation_id = $2 AND p.valid_from <= $3 AND (p.valid_to IS NULL OR p.valid_to >= $3)`;

/**
 * The known depots of vehicles: by a plan of the vehicle, preferring one of that weekday; by the common depot of its
 * group's plans; by the depot at which it stands. A plan that runs on that day does not give the time, as the vehicle
 * is on that run then.
 */
export async function readKnownShifts(
  db: Queryable,
  scope: Scope,
  organisationId: number,
  day: string,
  vehicleIds: readonly number[],
): Promise<Map<number, KnownShift>> {
  const seen = (depot: string) =>
    `(SELECT d.id FROM depots d WHERE d.id = ${depot} AND d.deleted_at IS NULL AND d.organisation_id = $2${andSeenDepot(scope, 'd')})`;
  const { rows } = await db.query<KnownShift & { id: number }>(
    `SELECT v.id, coalesce(own.source, of_group.source, at_depot.source) AS "from",
       CASE WHEN own.source IS NOT NULL THEN own."beginDepotId" ELSE coalesce(of_group.id, at_depot.id) END AS "beginDepotId",
       CASE WHEN own.source IS NOT NULL THEN own."endDepotId" ELSE coalesce(of_group.id, at_depot.id) END AS "endDepotId",
       own."startMin"
     FROM vehicles v
     LEFT JOIN LATERAL (
       SELECT 'plan' AS source, ${seen('p.begin_depot_id')} AS "beginDepotId", ${seen('p.end_depot_id')} AS "endDepotId",
         CASE WHEN $4 = ANY(p.weekdays) THEN NULL ELSE (extract(epoch FROM p.start_time) / 60)::int END AS "startMin"
       ${PLANS} AND p.vehicle_id = v.id ORDER BY $4 = ANY(p.weekdays) DESC, p.id DESC LIMIT 1
     ) own ON true
     LEFT JOIN LATERAL (
       SELECT 'group' AS source, ${seen('common.id')} AS id FROM (
         SELECT min(p.begin_depot_id) AS id, count(DISTINCT p.begin_depot_id) AS depots
         ${PLANS} AND p.vehicle_id IN (SELECT o.id FROM vehicles o WHERE o.group_id = v.group_id AND o.deleted_at IS NULL)
       ) common WHERE common.depots = 1 AND ${seen('common.id')} IS NOT NULL
     ) of_group ON own.source IS NULL
     LEFT JOIN LATERAL (
       SELECT 'depot' AS source, d.id FROM installations i JOIN device_states s ON s.device_id = i.device_id, depots d
       WHERE i.vehicle_id = v.id AND i.removed_at IS NULL AND s.lat IS NOT NULL
         AND coalesce(s.flags, 0) & ${POSITION_FLAG.private} = 0
         AND d.organisation_id = $2 AND d.deleted_at IS NULL${andSeenDepot(scope, 'd')}
         AND 111195 * sqrt((d.lat - s.lat / 1e7) ^ 2 + ((d.lon - s.lon / 1e7) * cos(radians(d.lat))) ^ 2) <= d.radius_m
       ORDER BY d.id LIMIT 1
     ) at_depot ON own.source IS NULL AND of_group.source IS NULL
     WHERE v.id = ANY($1) AND coalesce(own.source, of_group.source, at_depot.source) IS NOT NULL`,
    [vehicleIds, organisationId, day, isoWeekday(day)],
  );
  return new Map(rows.map(({ id, ...shift }) => [id, shift]));
}

/** The weeks of past runs that determine the working days of an organisation. */
const WEEKS = 8;

/**
 * The weekdays of an organisation's valid plans; without any, those of its runs of the last weeks; null without these.
 */
export async function readWeekdays(db: Queryable, organisationId: number): Promise<number[] | null> {
  const { weekdays } = onlyRow(
    await db.query<{ weekdays: number[] | null }>(
      `SELECT coalesce(
         (SELECT array_agg(DISTINCT weekday::int ORDER BY weekday::int) FROM (
            SELECT unnest(p.weekdays) AS weekday FROM route_plans p JOIN routes r ON r.id = p.route_id
            WHERE r.organisation_id = $1 AND r.deleted_at IS NULL AND p.deleted_at IS NULL
              AND (p.valid_to IS NULL OR p.valid_to >= current_date)) planned),
         (SELECT array_agg(DISTINCT extract(isodow FROM u.day)::int) FROM route_runs u
          WHERE u.organisation_id = $1 AND u.state = 'planned' AND u.day BETWEEN current_date - ${WEEKS * 7} AND current_date)
       ) AS weekdays`,
      [organisationId],
    ),
  );
  return weekdays;
}
