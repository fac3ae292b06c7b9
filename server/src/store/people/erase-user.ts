import type { UserErasure } from '@milepost/contract/admin-operations';
import { AppError, fieldError } from '../../errors.ts';
import { type Actor, record } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { erasePersonalData } from '../personal-data/erase-personal-data.ts';
import { USER, USER_TABLES } from '../personal-data/user-tables.ts';
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
    const each = tables.map((table) => `(SELECT count(*) FROM ${table} r, p WHERE ${USER_TABLES[table]?.rows ?? ''})`);
    return `(${each.join(' + ')})::int AS "${figure}"`;
  });
  const { rows } = await db.query<Omit<UserErasure, 'own' | 'last'>>(
    `WITH p AS MATERIALIZED (${USER}) SELECT ${counts.join(', ')},
       (SELECT d.name FROM drivers d, p WHERE d.user_id = p.id AND d.deleted_at IS NULL LIMIT 1) AS driver`,
    [id, manager.scope.organisationIds],
  );
  return { ...onlyRow({ rows }), own: id === manager.userId, last: await isLastAdministrator(db, id) };
}

/**
 * Erases what is held on a user account. The row stays as `#` with its number, for everything that names it.
 * @param confirmation the user name as typed; required for the own account
 * @returns the ended sessions
 * @throws AppError `not-found` outside the scope and after an erasure, `denied` for accounts that the manager cannot
 * change, `conflict` for the last administrator
 */
export function eraseUser(
  database: Database,
  caller: Manager,
  actor: Actor,
  { id, confirmation }: { id: number; confirmation?: string | undefined },
): Promise<number[]> {
  return inTransaction(database, async (db) => {
    await lockAdministrators(db);
    const manager = id === caller.userId ? await lockManager(db, caller) : await lockManageableUser(db, caller, id);
    const { username, organisationId } = await getUser(db, manager, id);
    const isConfirmed = confirmation === undefined ? id !== caller.userId : confirmation === username;
    if (!isConfirmed) throw fieldError('invalid', { confirmation: 'type-username' });
    if (await isLastAdministrator(db, id)) throw new AppError('conflict', 'last-administrator');
    const ended = await endSessionsOfUser(db, id);
    await endAccess(db, actor, { userId: id, organisationId });
    const name = `#${id}`;
    const by = id === actor.userId ? { ...actor, username: name, address: null } : actor;
    await erasePersonalData(db, USER_TABLES, USER, [id, manager.scope.organisationIds]);
    const entry = { organisationId, subject: 'user', subjectId: id, name, action: 'erase' } as const;
    await record(db, by, { ...entry, before: null, after: null });
    return ended;
  });
}
