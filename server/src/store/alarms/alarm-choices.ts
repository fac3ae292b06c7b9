import type { OperationOutput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import type { Queryable } from '../database.ts';
import { type Ref, listGroups } from '../fleet/groups.ts';
import { andSeen, isShownSql, namesSeen, type Scope } from '../scope.ts';
import { firstRows } from '../page.ts';

/** The filters for alarms of the scope, and the people to whom they can be assigned. */
export async function listAlarmChoices(
  db: Queryable,
  scope: Scope,
): Promise<OperationOutput<Operations['get-alarm-choices']>> {
  const [rules, groups, people] = await Promise.all([
    firstRows<Ref>(
      db,
      `SELECT id, name FROM alarm_rules r WHERE organisation_id = ANY($1) AND deleted_at IS NULL${andSeenRule(scope, 'r')}
       ORDER BY lower(name), id`,
      [scope.organisationIds],
    ),
    listGroups(db, scope),
    firstRows<Ref>(
      db,
      `SELECT u.id, u.display_name AS name FROM users u
       WHERE u.organisation_id = ANY($1) AND ${MAY_HANDLE} ORDER BY lower(u.display_name), u.id`,
      [scope.organisationIds],
    ),
  ]);
  return {
    rules: rules.rows,
    rulesTotal: rules.total,
    groups: groups.rows.map(({ id, name }) => ({ id, name })),
    groupsTotal: groups.total,
    people: people.rows,
    peopleTotal: people.total,
  };
}

/** SQL, ` AND …`: rules that cover, or covered, a vehicle within the scope's limit. */
export const andSeenRule = (scope: Scope, rule: string): string =>
  scope.limit === null
    ? ''
    : ` AND (${namesSeen(scope.limit, rule)}
        OR ${rule}.all_vehicles AND ${rule}.organisation_id IN (
          SELECT v.organisation_id FROM vehicles v WHERE v.deleted_at IS NULL${andSeen(scope)})
        OR EXISTS (SELECT FROM alarms a WHERE a.rule_id = ${rule}.id${andSeen(scope, 'a.vehicle_id')}))`;

/** SQL: true when this user (`u`) can sign in and see alarms. */
const MAY_HANDLE = `u.disabled_at IS NULL AND EXISTS (
  SELECT FROM role_permissions p JOIN menus m ON m.id = p.menu_id
  WHERE p.role_id = u.role_id AND m.key = 'alarms' AND p.can_view)`;

/**
 * A possible assignee, with the ids of the vehicles whose alarms the person sees: of the person's organisation and
 * those below it, within the limit. Null if there is no such person in the scope.
 */
export async function findAssignee(
  db: Queryable,
  scope: Scope,
  id: number,
  alarmIds: readonly number[],
): Promise<{ name: string; sees: ReadonlySet<number> } | null> {
  const { rows } = await db.query<{ name: string; sees: number[] }>(
    `WITH RECURSIVE below AS (
       SELECT u.organisation_id AS id FROM users u WHERE u.id = $2
       UNION SELECT o.id FROM organisations o JOIN below b ON o.parent_id = b.id)
     SELECT u.display_name AS name, ARRAY(
         SELECT v.id FROM alarms a JOIN vehicles v ON v.id = a.vehicle_id
         WHERE a.id = ANY($3) AND v.organisation_id IN (SELECT id FROM below) AND ${isShownSql('u', 'v')}) AS sees
     FROM users u
     WHERE u.id = $2 AND u.organisation_id = ANY($1) AND ${MAY_HANDLE}`,
    [scope.organisationIds, id, alarmIds],
  );
  return rows[0] ? { name: rows[0].name, sees: new Set(rows[0].sees) } : null;
}
