import type { RoleLimitChoices, VehicleLimitChoices, VehicleLimitInput } from '@milepost/contract/vehicle-limit';
import type { PlainCode } from '@milepost/contract/fault';
import { AppError, fieldError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { firstRows } from '../page.ts';
import { everyWordIn, registrationOf, searchPatterns } from '../search/every-word.ts';
import { andHeldGroup, andSeen, holdsGroup, idsSql, isShownSql, type Scope } from '../scope.ts';

const OFFERED = 50;

const refsSql = (from: string, name: string, where: string) => `
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'name', ${name}) ORDER BY lower(${name}), n.id), '[]')
   FROM ${from} n WHERE ${where})`;

/**
 * SQL: the limit of a user (`u`) with the names that the reader can see, null without one; $1: the reader's
 * organisations.
 */
export const limitSql = (scope: Scope): string => `CASE WHEN u.limited THEN jsonb_build_object(
    'common', u.limit_common,
    'groups', ${refsSql('vehicle_groups', 'n.name', `n.id = ANY(u.limit_group_ids) AND n.organisation_id = ANY($1)${andHeldGroup(scope, 'n.id')}`)},
    'vehicles', ${refsSql(
      'vehicles',
      'n.registration',
      `n.id = ANY(u.limit_vehicle_ids) AND n.organisation_id = ANY($1) AND n.deleted_at IS NULL${andSeen(scope, 'n.id')}`,
    )}) END`;

/** SQL: the limit of a role (`r`), in the same way. */
export const roleLimitSql = (scope: Scope): string => `CASE WHEN r.limited THEN jsonb_build_object(
    'common', r.limit_common,
    'groups', ${refsSql('vehicle_groups', 'n.name', `n.id = ANY(r.limit_group_ids) AND n.organisation_id = ANY($1)${andHeldGroup(scope, 'n.id')}`)}) END`;

/** The organisation $1 and those below it, as the CTE `tree`. */
const TREE = `WITH RECURSIVE tree AS (
    SELECT $1::int AS id UNION SELECT o.id FROM organisations o JOIN tree ON o.parent_id = tree.id)`;

/**
 * The groups and vehicles to which a user of the organisation can be limited, as far as they are visible in the scope.
 * @throws AppError `not-found` for an organisation outside the scope
 */
export async function listLimitChoices(
  db: Queryable,
  scope: Scope,
  { organisationId, vehicle }: { organisationId: number; vehicle: string },
): Promise<VehicleLimitChoices> {
  if (!scope.organisationIds.includes(organisationId)) {
    throw new AppError('not-found', 'no-organisation');
  }
  const [groups, vehicles] = await Promise.all([
    listLimitGroups(db, scope, organisationId),
    db.query<VehicleLimitChoices['vehicles'][number] & { total: number }>(
      `${TREE} SELECT v.id, v.registration AS name, g.name AS "groupName", count(*) OVER ()::int AS total
       FROM vehicles v JOIN tree ON tree.id = v.organisation_id LEFT JOIN vehicle_groups g ON g.id = v.group_id
       WHERE v.deleted_at IS NULL${andSeen(scope)}
         AND ${everyWordIn('$2', registrationOf('v'))}
       ORDER BY lower(v.registration), v.id LIMIT ${OFFERED}`,
      [organisationId, searchPatterns(vehicle)],
    ),
  ]);
  return {
    ...groups,
    vehicles: vehicles.rows.map(({ total: _total, ...one }) => one),
    total: vehicles.rows[0]?.total ?? 0,
  };
}

/** The groups of the organisation, and of those below it, that are visible in the scope. */
export async function listLimitGroups(db: Queryable, scope: Scope, organisationId: number): Promise<RoleLimitChoices> {
  const { rows, total } = await firstRows<RoleLimitChoices['groups'][number]>(
    db,
    `${TREE} SELECT g.id, g.name, (SELECT count(*)::int FROM vehicles v
         WHERE v.group_id = g.id AND v.deleted_at IS NULL) AS vehicles
     FROM vehicle_groups g JOIN tree ON tree.id = g.organisation_id WHERE true${andHeldGroup(scope, 'g.id')}
     ORDER BY lower(g.name), g.id`,
    [organisationId],
  );
  return { groups: rows, groupsTotal: total };
}

/**
 * Groups and vehicles of a limit must belong to the person's organisation, or to one below it, and be visible to the
 * person who sets it: nobody can give a wider limit than their own.
 */
export async function checkLimit(
  db: Queryable,
  scope: Scope,
  organisationId: number,
  limit: VehicleLimitInput | null,
): Promise<void> {
  if (limit === null) {
    if (scope.limit === null) return;
    throw refusedLimit('limit-own');
  }
  if (limit.common && scope.limit?.common === false) throw refusedLimit('limit-own');
  const [groupIds, vehicleIds] = [new Set(limit.groupIds), new Set(limit.vehicleIds)];
  if (groupIds.size + vehicleIds.size === 0) throw refusedLimit('limit-missing');
  const { rows } = await db.query<{ found: number }>(
    `${TREE} SELECT (SELECT count(*)::int FROM vehicle_groups g JOIN tree ON tree.id = g.organisation_id
         WHERE g.id = ANY($2))
       + (SELECT count(*)::int FROM vehicles v JOIN tree ON tree.id = v.organisation_id
         WHERE v.id = ANY($3)${heldSql(scope)}) AS found`,
    [organisationId, [...groupIds], [...vehicleIds]],
  );
  const held = [...groupIds].every((id) => holdsGroup(scope, id));
  if (held && rows[0]?.found === groupIds.size + vehicleIds.size) return;
  throw refusedLimit('limit-gone');
}

/** SQL (` AND …`): vehicles that are within the limit at present. */
const heldSql = ({ limit }: Scope): string =>
  limit === null ? '' : ` AND (v.id = ANY(${idsSql(limit.singleIds)}) OR v.group_id = ANY(${idsSql(limit.groupIds)}))`;

const refusedLimit = (fault: PlainCode): AppError => fieldError('invalid', { limit: fault });

const sorted = (ids: readonly number[]) => [...new Set(ids)].toSorted((a, b) => a - b);

/**
 * Prevents the vehicles of a limit from changing groups until the transaction ends. Must be called before users are
 * locked, in the same order as a move.
 */
export async function holdVehicles(db: Queryable, { organisationIds }: Scope, limit: VehicleLimitInput | null) {
  if (limit === null || limit.vehicleIds.length === 0) return;
  await db.query('SELECT FROM vehicles WHERE id = ANY($1) AND organisation_id = ANY($2) ORDER BY id FOR SHARE', [
    limit.vehicleIds,
    organisationIds,
  ]);
}

/** Writes a limit, null for none; returns whether it changed. */
export async function writeLimit(
  db: Queryable,
  giver: { userId: number; scope: Scope },
  userId: number,
  limit: VehicleLimitInput | null,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE users SET limited = $2, limit_group_ids = $3, limit_vehicle_ids = $4, limit_given_by = $5, limit_common = $6
     WHERE id = $1 AND (limited, limit_group_ids, limit_vehicle_ids, limit_common)
       IS DISTINCT FROM ($2::boolean, $3::int[], $4::int[], $6::boolean)`,
    [
      userId,
      limit !== null,
      sorted(limit?.groupIds ?? []),
      sorted(limit?.vehicleIds ?? []),
      giver.scope.limit === null ? null : giver.userId,
      limit?.common ?? false,
    ],
  );
  return rowCount === 1;
}

/**
 * Deletes data that may name vehicles beyond a changed limit: notices in the bell, pending push messages, and awaited
 * devices. Links that share such a vehicle become invalid on their own.
 */
export async function deleteNotices(db: Queryable, userIds: readonly number[]): Promise<void> {
  const who = [userIds];
  await db.query(`DELETE FROM notifications WHERE user_id = ANY($1) AND kind IN ('alarm', 'system')`, who);
  await db.query(
    'DELETE FROM push_messages m USING push_browsers b WHERE b.id = m.browser_id AND b.user_id = ANY($1)',
    who,
  );
  await db.query('DELETE FROM awaited_devices WHERE user_id = ANY($1)', who);
}

/**
 * Invalidates password links that were shown to a limited person who no longer sees everything that the account of the
 * link sees. Called after vehicles changed their group or organisations moved.
 */
export async function endLinksBeyondLimits(db: Queryable): Promise<void> {
  await db.query(`
    WITH RECURSIVE line AS (
      SELECT id AS organisation_id, id AS above FROM organisations
      UNION ALL
      SELECT l.organisation_id, o.parent_id FROM line l JOIN organisations o ON o.id = l.above
      WHERE o.parent_id IS NOT NULL
    )
    DELETE FROM password_links l USING users maker, roles makers, users u
    WHERE maker.id = l.shown_to AND makers.id = maker.role_id AND (maker.limited OR makers.limited)
      AND u.id = l.user_id AND (
      NOT u.limited
      OR (u.limit_common AND (maker.limited AND NOT maker.limit_common OR makers.limited AND NOT makers.limit_common))
      OR EXISTS (SELECT FROM unnest(u.limit_group_ids) wanted WHERE NOT EXISTS (
        SELECT FROM vehicle_groups g JOIN line ON line.organisation_id = g.organisation_id
        WHERE g.id = wanted AND line.above = maker.organisation_id
          AND (NOT maker.limited OR g.id = ANY(maker.limit_group_ids))
          AND (NOT makers.limited OR g.id = ANY(makers.limit_group_ids))))
      OR EXISTS (SELECT FROM unnest(u.limit_vehicle_ids) wanted WHERE NOT EXISTS (
        SELECT FROM vehicles v JOIN line ON line.organisation_id = v.organisation_id
        WHERE v.id = wanted AND line.above = maker.organisation_id
          AND ${isShownSql('maker', 'v')})))`);
}
