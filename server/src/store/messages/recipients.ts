import { fault } from '@milepost/contract/fault';
import type { Language } from '@milepost/contract/languages';
import { AppError, fieldError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { andSeenDriver } from '../drivers/driver-rows.ts';
import type { Ref } from '../fleet/groups.ts';
import { firstRows } from '../page.ts';
import { onlyRow } from '../rows.ts';
import { andSeenGroup, type Scope } from '../scope.ts';
import { everyWordIn, searchPatterns } from '../search/every-word.ts';

/** The most recipients of one message. */
const MAX_RECIPIENTS = 2000;
const OFFERED = 50;

/** SQL: true when a user (`u`) can sign in and has a role that shows messages. */
export const READS_MESSAGES = `u.disabled_at IS NULL AND EXISTS (SELECT FROM role_permissions p JOIN menus m ON m.id = p.menu_id
  WHERE p.role_id = u.role_id AND m.key = 'messages' AND p.can_view)`;

/** SQL: true when a user (`u`) is the account of a visible driver who has not left. */
const drives = (
  scope: Scope,
  more = '',
) => `EXISTS (SELECT FROM drivers d WHERE d.user_id = u.id AND d.deleted_at IS NULL
  AND d.organisation_id = u.organisation_id AND (d.left_on IS NULL OR d.left_on >= current_date)${more}${andSeenDriver(scope)})`;

/** SQL: true when a user (`u`) belongs to one of these groups: drives in it, or is limited to it. */
const ofGroups = (scope: Scope, groups: string) =>
  `(u.limited AND u.limit_group_ids && ${groups} OR ${drives(scope, ` AND d.group_ids && ${groups}`)})`;

export interface Addressed {
  peopleIds: readonly number[];
  roleIds: readonly number[];
  groupIds: readonly number[];
  /** Drivers without an account. */
  driverIds: readonly number[];
  drivers: boolean;
  everybody: boolean;
  below: boolean;
  replyToId: number | null;
}

export interface Recipient {
  id: number;
  organisationId: number;
  displayName: string;
  /** Null for people without an address or without notifications. */
  email: string | null;
  language: Language;
}

/**
 * The recipients of a message: people of the sender's organisation and of those below it, except the sender; and the
 * sender of the replied message.
 * @throws AppError `invalid` if a chosen person is not among them, or nobody is; `conflict` if there are too many
 */
export async function findRecipients(
  db: Queryable,
  scope: Scope,
  senderId: number,
  to: Addressed,
): Promise<Recipient[]> {
  const { rows } = await db.query<Recipient>(
    `SELECT u.id, u.organisation_id AS "organisationId", u.display_name AS "displayName",
            CASE WHEN u.notifications THEN u.email END AS email, u.language
     FROM users u WHERE ${READS_MESSAGES} AND u.id <> $1 AND (
       u.organisation_id = ANY($2) AND (u.id = ANY($3) OR u.role_id = ANY($4)
         OR $5 AND (u.organisation_id = $6 OR $7) OR $9 AND ${drives(scope)} OR ${ofGroups(scope, '$10::int[]')})
       OR u.id = ANY($3) AND u.id = (SELECT m.sender_id FROM messages m WHERE m.id = $8))
     ORDER BY u.id LIMIT ${MAX_RECIPIENTS + 1}`,
    [
      senderId,
      scope.organisationIds,
      to.peopleIds,
      to.roleIds,
      to.everybody,
      scope.organisationId,
      to.below,
      to.replyToId,
      to.drivers,
      to.groupIds,
    ],
  );
  const found = new Set(rows.map(({ id }) => id));
  if (rows.length > MAX_RECIPIENTS) throw new AppError('conflict', fault('most-recipients', { most: MAX_RECIPIENTS }));
  if (to.peopleIds.some((id) => id !== senderId && !found.has(id)))
    throw fieldError('invalid', { peopleIds: 'no-reader' });
  if (rows.length === 0 && to.driverIds.length === 0) throw fieldError('invalid', { peopleIds: 'choose-recipient' });
  return rows;
}

/** The most recipients of one person's messages in an hour. */
const MAX_AN_HOUR = 10_000;
const HOUR_S = 3600;

/**
 * Adds the recipients of a message to those that its sender reached within an hour. Serialised: concurrent messages of
 * a sender wait until the transaction ends.
 * @throws AppError `too-many`
 */
export async function checkHour(db: Queryable, senderId: number, recipients: number): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtext('messages'), $1)`, [senderId]);
  const { rows } = await db.query<{ reached: number; wait: number }>(
    `SELECT count(*)::int AS reached,
            coalesce(ceil(extract(epoch FROM min(m.sent_at) - now()) + ${HOUR_S}), 1)::int AS wait
     FROM messages m JOIN message_receipts r ON r.message_id = m.id
     WHERE m.sender_id = $1 AND m.sent_at > now() - make_interval(secs => ${HOUR_S})`,
    [senderId],
  );
  const { reached, wait: retryAfterS } = onlyRow({ rows });
  if (reached + recipients <= MAX_AN_HOUR) return;
  throw new AppError('too-many', fault('too-many-calls', { wait: retryAfterS }), { retryAfterS });
}

/**
 * Checks that the writer can know the recipients, even of a draft, as it shows their names again.
 * @throws AppError `invalid` if a person is neither of the scope nor the sender of the replied message, or a role is
 * not used there, or a group is not visible
 */
export async function checkAddressed(
  db: Queryable,
  scope: Scope,
  { peopleIds, roleIds, groupIds, replyToId }: Addressed,
): Promise<void> {
  const { organisationIds } = scope;
  const people = await db.query(
    `SELECT FROM unnest($1::int[]) named(id) WHERE NOT EXISTS (SELECT FROM users u WHERE u.id = named.id
       AND (u.organisation_id = ANY($2) OR u.id = (SELECT m.sender_id FROM messages m WHERE m.id = $3)))`,
    [peopleIds, organisationIds, replyToId],
  );
  if (people.rowCount) throw fieldError('invalid', { peopleIds: 'no-reader' });
  const roles = await db.query(
    `SELECT FROM unnest($1::int[]) named(id) WHERE NOT EXISTS (SELECT FROM roles o WHERE o.id = named.id
       AND (o.organisation_id = ANY($2)
         OR EXISTS (SELECT FROM users u WHERE u.role_id = o.id AND u.organisation_id = ANY($2))))`,
    [roleIds, organisationIds],
  );
  if (roles.rowCount) throw fieldError('invalid', { roleIds: 'role-unavailable' });
  const groups = await db.query(
    `SELECT FROM unnest($1::int[]) named(id) WHERE NOT EXISTS (SELECT FROM vehicle_groups g WHERE g.id = named.id
       AND g.organisation_id = ANY($2)${andSeenGroup(scope, 'g.id')})`,
    [groupIds, organisationIds],
  );
  if (groups.rowCount) throw fieldError('invalid', { groupIds: 'group-unavailable' });
}

/** The possible recipients. */
export async function listMessageChoices(db: Queryable, scope: Scope, userId: number, search: string) {
  const [people, roles, groups, drivers] = await Promise.all([
    firstRows<Ref>(
      db,
      `SELECT u.id, u.display_name AS name FROM users u
       WHERE u.organisation_id = ANY($1) AND u.id <> $3 AND ${everyWordIn('$2', 'u.display_name')} AND ${READS_MESSAGES}
       ORDER BY lower(u.display_name), u.id`,
      [scope.organisationIds, searchPatterns(search), userId],
      OFFERED,
    ),
    firstRows<Ref>(
      db,
      `SELECT o.id, o.name FROM roles o WHERE EXISTS (
         SELECT FROM users u WHERE u.role_id = o.id AND u.organisation_id = ANY($1) AND u.id <> $2 AND ${READS_MESSAGES})
       ORDER BY o.priority, lower(o.name), o.id`,
      [scope.organisationIds, userId],
    ),
    firstRows<Ref>(
      db,
      `SELECT g.id, g.name FROM vehicle_groups g
       WHERE g.organisation_id = ANY($1) AND ${everyWordIn('$3', 'g.name')}${andSeenGroup(scope, 'g.id')} AND EXISTS (
         SELECT FROM users u WHERE u.organisation_id = ANY($1) AND u.id <> $2 AND ${READS_MESSAGES}
           AND ${ofGroups(scope, 'ARRAY[g.id]')})
       ORDER BY lower(g.name), g.id`,
      [scope.organisationIds, userId, searchPatterns(search)],
      OFFERED,
    ),
    db.query(
      `SELECT FROM users u WHERE u.organisation_id = ANY($1) AND u.id <> $2 AND ${READS_MESSAGES} AND ${drives(scope)} LIMIT 1`,
      [scope.organisationIds, userId],
    ),
  ]);
  return {
    people: people.rows,
    peopleTotal: people.total,
    roles: roles.rows,
    rolesTotal: roles.total,
    groups: groups.rows,
    groupsTotal: groups.total,
    drivers: drivers.rowCount === 1,
    below: scope.organisationIds.length > 1,
  };
}
