import type { UserErasure } from '@milepost/contract/admin-operations';
import { AppError, fieldError } from '../../errors.ts';
import { type Actor, record } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { isDriverOnHold } from '../drivers/erase-driver.ts';
import { erasePersonalData } from '../personal-data/erase-personal-data.ts';
import { countSql } from '../personal-data/personal-table.ts';
import { USER, USER_TABLES } from '../personal-data/user-tables.ts';
import { LOCK_RETENTION } from '../retention/legal-hold-sql.ts';
import { isTextHeldSql } from '../retention/old-records.ts';
import type { Manager } from '../roles/manager.ts';
import { onlyRow } from '../rows.ts';
import { isLastAdministrator, lockAdministrators } from './administrators.ts';
import { endAccess } from './end-access.ts';
import { getUser, lockManageableUser } from './list-users.ts';
import { lockManager } from './lock-manager.ts';
import { endSessionsOfUser } from './login-sessions.ts';

/** The tables that an erasure empties, by the figure that counts them. */
const COUNTED = {
  sessions: ['login_sessions'],
  tokens: ['api_tokens', 'calendar_feeds', 'push_browsers'],
  settings: ['list_views', 'saved_reports', 'report_schedules'],
  messages: ['notifications', 'message_receipts'],
  mails: ['mails'],
  records: ['expenses', 'recurring_expenses', 'work_orders', 'service_records', 'meter_readings', 'inspections'],
  auditEntries: ['audit_log'],
} as const;

/** What an erasure would remove and what would stay. @throws AppError `not-found` */
export async function readUserErasure(db: Queryable, manager: Manager, id: number): Promise<UserErasure> {
  await getUser(db, manager, id);
  const counts = Object.entries(COUNTED).map(([figure, tables]) => {
    const each = tables.map((table) => countSql(USER_TABLES, table));
    return `(${each.join(' + ')})::int AS "${figure}"`;
  });
  const { rows } = await db.query<Omit<UserErasure, 'own' | 'last' | 'held'>>(
    `WITH p AS MATERIALIZED (${USER}) SELECT ${counts.join(', ')},
       (SELECT d.name FROM drivers d, p WHERE d.user_id = p.id AND d.deleted_at IS NULL LIMIT 1) AS driver`,
    [id, manager.scope.organisationIds, []],
  );
  return {
    ...onlyRow({ rows }),
    own: id === manager.userId,
    last: await isLastAdministrator(db, id),
    held: await isUserOnHold(db, id),
  };
}

/**
 * True when a legal hold keeps a mail or notification that would go, as it keeps them from retention, or covers a vehicle
 * that the driver of the account drove.
 */
async function isUserOnHold(db: Queryable, id: number): Promise<boolean> {
  const { rows } = await db.query<{ held: boolean; drivers: number[] }>(
    `SELECT EXISTS (SELECT FROM mails f WHERE f.user_id = $1 AND ${isTextHeldSql('f.at', `f.subject || ' ' || f.text`)})
         OR EXISTS (SELECT FROM (SELECT n.at, n.title, n.text, u.organisation_id FROM notifications n
           JOIN users u ON u.id = n.user_id WHERE n.user_id = $1) f
           WHERE ${isTextHeldSql('f.at', `f.title || ' ' || f.text`)}) AS held,
       ARRAY(SELECT d.id FROM drivers d WHERE d.user_id = $1 ORDER BY d.id) AS drivers`,
    [id],
  );
  const { held, drivers } = onlyRow({ rows });
  if (held) return true;
  for (const driver of drivers) if (await isDriverOnHold(db, driver)) return true;
  return false;
}

/**
 * Erases what is held on a user account. The row stays as `#` with its number, for everything that names it.
 * @param confirmation the user name as typed; required for the own account
 * @returns the ended sessions
 * @throws AppError `not-found` outside the scope and after an erasure, `denied` for accounts that the manager cannot
 * change, `conflict` for the last administrator and for data on legal hold
 */
export function eraseUser(
  database: Database,
  caller: Manager,
  actor: Actor,
  { id, confirmation }: { id: number; confirmation?: string | undefined },
): Promise<number[]> {
  return inTransaction(database, async (db) => {
    // No hold is set between the check and the erasure.
    await db.query(LOCK_RETENTION);
    await lockAdministrators(db);
    const manager = id === caller.userId ? await lockManager(db, caller) : await lockManageableUser(db, caller, id);
    const { username, organisationId } = await getUser(db, manager, id);
    const isConfirmed = confirmation === undefined ? id !== caller.userId : confirmation === username;
    if (!isConfirmed) throw fieldError('invalid', { confirmation: 'type-username' });
    if (await isLastAdministrator(db, id)) throw new AppError('conflict', 'last-administrator');
    if (await isUserOnHold(db, id)) throw new AppError('conflict', 'user-on-legal-hold');
    const ended = await endSessionsOfUser(db, id);
    await endAccess(db, actor, { userId: id, organisationId });
    const name = `#${id}`;
    const by = id === actor.userId ? { ...actor, username: name, address: null } : actor;
    await erasePersonalData(db, USER_TABLES, USER, [id, manager.scope.organisationIds, []]);
    const entry = { organisationId, subject: 'user', subjectId: id, name, action: 'erase' } as const;
    await record(db, by, { ...entry, before: null, after: null });
    return ended;
  });
}
