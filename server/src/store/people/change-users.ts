import { isDeepStrictEqual } from 'node:util';
import type { ParsedInput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import type { VehicleLimitInput } from '@milepost/contract/vehicle-limit';
import { AppError, fieldError } from '../../errors.ts';
import type { WrittenMail } from '../mail/mails.ts';
import { type Account, findAccount } from './accounts.ts';
import { deleteTokensOf } from './api-tokens.ts';
import { type Actor, audited, record } from '../audit/audit.ts';
import { withConflicts } from '../conflicts.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { checkAdministratorLeft, lockAdministrators } from './administrators.ts';
import { endAccess } from './end-access.ts';
import { endSessionsOfUser } from './login-sessions.ts';
import type { Manager } from '../roles/manager.ts';
import { nameKey } from './name-key.ts';
import { endLinksAround, endPasswordLinks, type LinkFor, type LinkMail } from './password-links.ts';
import { holdTree } from '../organisations/organisations.ts';
import { isAssignable } from '../roles/list-roles.ts';
import { onlyRow } from '../rows.ts';
import { checkVersion } from '../versions.ts';
import { readRoleLimit } from './role-limits.ts';
import { removeTwoFactor } from './two-factor.ts';
import { narrowGivenLimits } from './given-limits.ts';
import { lockManageableUser } from './list-users.ts';
import { lockManager } from './lock-manager.ts';
import { checkLimit, deleteNotices, holdVehicles, writeLimit } from './vehicle-limits.ts';

type UserInput = ParsedInput<Operations['save-user']>;

/** How password links reach people. */
export interface LinkMails {
  /** Whether a mail server is configured. */
  configured: boolean;
  /** The base address of links; null if unknown. */
  base: string | null;
  /** Creates a link and its mail, in the caller's transaction. */
  write(db: Queryable, link: LinkFor): Promise<LinkMail>;
}

/**
 * Writes a mail to the former e-mail address of a person, saying that it was replaced, in the caller's transaction.
 */
export type NotifyFormer = (db: Queryable, account: Account, former: string) => Promise<WrittenMail>;

/** Adds a user, who receives an invitation by mail. @throws AppError `conflict` if no link can be created */
export function createUser(
  database: Database,
  caller: Manager,
  actor: Actor,
  input: UserInput,
  mails: LinkMails,
): Promise<{ id: number; mail: LinkMail }> {
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      await holdVehicles(db, caller.scope, input.limit ?? null);
      await lockAdministrators(db);
      const manager = await lockManager(db, caller);
      await checkPlace(db, manager, input);
      const limit = input.limit ?? null;
      await checkLimit(db, manager.scope, input.organisationId, limit);
      const id = await audited(db, actor, { subject: 'user', id: null, action: 'create' }, async () => {
        const made = await db.query<{ id: number }>(
          `INSERT INTO users (organisation_id, role_id, username, display_name, email, name_key, email_doubt)
           VALUES ($1, $2, $3, $4, $5, $6, 'set-by-other')
           RETURNING id`,
          [input.organisationId, input.roleId, input.username, input.displayName, input.email, nameKey(input.username)],
        );
        const userId = onlyRow(made).id;
        await writeLimit(db, manager, userId, limit);
        return userId;
      });
      return { id, mail: await mailLink(db, manager, id, mails) };
    }),
  );
}

/**
 * Changes a user, and returns the consequences. A former e-mail address is notified by mail that it was replaced. A
 * user who moves to another organisation loses sessions and API tokens.
 */
export function updateUser(
  database: Database,
  caller: Manager,
  actor: Actor,
  input: UserInput & { id: number },
  notifyFormer: NotifyFormer,
): Promise<UpdatedUser> {
  const { id } = input;
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      await holdVehicles(db, caller.scope, input.limit ?? null);
      await lockAdministrators(db);
      const manager = await lockManageableUser(db, caller, id);
      await checkVersion(db, 'user', id, input.version);
      const old = await readPlace(db, id);
      const moved = old.role_id !== input.roleId || old.organisation_id !== input.organisationId;
      if (moved) await checkPlace(db, manager, input);
      const limit = input.limit === undefined ? old.limit : input.limit;
      // Even an unchanged limit: in another organisation its groups and vehicles are not valid.
      if (input.limit !== undefined || old.organisation_id !== input.organisationId) {
        await checkLimit(db, manager.scope, input.organisationId, limit);
      }
      // Links sent to the former address, or created for the former role, become invalid.
      if (moved) await endLinksAround(db, [id]);
      const newEmail = old.email?.toLowerCase() !== input.email.toLowerCase();
      if (newEmail && !moved) await endPasswordLinks(db, [id]);
      const theirs = actor.userId !== id;
      const left = old.organisation_id !== input.organisationId;
      if (left) await deleteTokensOf(db, actor, id);
      // Notices stay if the vehicles are the same; those of another role may differ.
      const roleLimits = moved && !isDeepStrictEqual(...(await bothLimits(db, old.role_id, input.roleId)));
      let limited = false;
      await audited(db, actor, { subject: 'user', id, action: 'change' }, async () => {
        limited = (await writeLimit(db, manager, id, limit)) || roleLimits;
        // The person who set the address may have had less to gain from it before the role changed or the limit was
        // extended.
        await db.query(
          `UPDATE users SET organisation_id = $2, role_id = $3, username = $4, display_name = $5, email = $6,
             name_key = $7, email_doubt = CASE WHEN $8 THEN 'set-by-other'
               WHEN $9 AND email_doubt IS NOT NULL THEN 'held' ELSE email_doubt END, version = version + 1
           WHERE id = $1`,
          [
            id,
            input.organisationId,
            input.roleId,
            input.username,
            input.displayName,
            input.email,
            nameKey(input.username),
            theirs && newEmail,
            moved || limited,
          ],
        );
        if (limited) await deleteNotices(db, [id]);
        if (limited && !moved) await endLinksAround(db, [id]);
        return id;
      });
      await checkAdministratorLeft(db);
      const account = theirs && newEmail && old.email !== null ? await findAccount(db, id) : null;
      const mail = account && old.email !== null ? await notifyFormer(db, account, old.email) : null;
      const ended = left ? await endSessionsOfUser(db, id) : [];
      const narrowed = limited ? await narrowGivenLimits(db, actor) : [];
      return { moved, limited, narrowed, ended, newEmail: theirs && newEmail, mail: mail };
    }),
  );
}

interface UpdatedUser {
  /** The role or the organisation changed. */
  moved: boolean;
  /** The limit changed. */
  limited: boolean;
  /** Other users whose limit was reduced in consequence. */
  narrowed: number[];
  ended: number[];
  newEmail: boolean;
  mail: WrittenMail | null;
}

const bothLimits = (db: Queryable, ...roles: [number, number]) =>
  Promise.all([readRoleLimit(db, roles[0]), readRoleLimit(db, roles[1])]);

async function readPlace(db: Queryable, id: number) {
  const { rows } = await db.query<{
    role_id: number;
    organisation_id: number;
    email: string | null;
    limit: VehicleLimitInput | null;
  }>(
    `SELECT role_id, organisation_id, email,
            CASE WHEN limited THEN jsonb_build_object('groupIds', limit_group_ids, 'vehicleIds', limit_vehicle_ids, 'common', limit_common) END AS limit
     FROM users WHERE id = $1`,
    [id],
  );
  return onlyRow({ rows });
}

/**
 * The manager must be able to assign the role and the organisation, and the role must belong to that organisation or
 * one above it.
 */
async function checkPlace(db: Queryable, manager: Manager, { roleId, organisationId }: UserInput): Promise<void> {
  await holdTree(db);
  if (!manager.scope.organisationIds.includes(organisationId)) {
    throw fieldError('invalid', { organisationId: 'organisation-unavailable' });
  }
  if (!(await isAssignable(db, manager, roleId, organisationId))) {
    throw fieldError('invalid', { roleId: 'role-unavailable' });
  }
}

/** Disables or enables a user; returns the ended sessions. */
export const setUserDisabled = (
  database: Database,
  manager: Manager,
  actor: Actor,
  change: { id: number; disabled: boolean },
): Promise<number[]> => inTransaction(database, (db) => setUserDisabledIn(db, manager, actor, change));

/** The same within a transaction. */
export async function setUserDisabledIn(
  db: Queryable,
  manager: Manager,
  actor: Actor,
  { id, disabled }: { id: number; disabled: boolean },
): Promise<number[]> {
  await lockAdministrators(db);
  await lockManageableUser(db, manager, id);
  await audited(db, actor, { subject: 'user', id, action: disabled ? 'disable' : 'enable' }, async () => {
    await db.query('UPDATE users SET disabled_at = CASE WHEN $2 THEN coalesce(disabled_at, now()) END WHERE id = $1', [
      id,
      disabled,
    ]);
    return id;
  });
  await checkAdministratorLeft(db);
  if (disabled) await endLinksAround(db, [id]);
  return disabled ? endSessionsOfUser(db, id) : [];
}

/**
 * Writes a mail with a password link, or repeats the invitation if there is no password. Without a mail server, a link
 * for somebody else's password would have to be displayed; instead, the present password becomes invalid, which its
 * owner notices, and a new invitation is created.
 * @returns the mail, and the ended sessions
 */
export function sendPasswordLink(
  database: Database,
  manager: Manager,
  actor: Actor,
  id: number,
  mails: LinkMails,
): Promise<{ mail: LinkMail; ended: number[] }> {
  return inTransaction(database, async (db) => {
    await lockAdministrators(db);
    await lockManageableUser(db, manager, id);
    const ended = mails.configured ? [] : await endPassword(db, actor, id, mails);
    const mail = await mailLink(db, manager, id, mails);
    await recordOf(db, actor, id, 'send-password-link');
    return { mail, ended };
  });
}

/**
 * Invalidates the password of a user and everything opened with it; returns the sessions. @throws AppError `conflict`
 * if no link can be created
 */
async function endPassword(db: Queryable, actor: Actor, id: number, { base }: LinkMails): Promise<number[]> {
  if (base === null) throw new AppError('conflict', 'no-base');
  await db.query('UPDATE users SET password_hash = NULL WHERE id = $1', [id]);
  await checkAdministratorLeft(db);
  const user = await findAccount(db, id);
  if (user) await endAccess(db, actor, { userId: id, organisationId: user.organisationId });
  return endSessionsOfUser(db, id);
}

async function mailLink(db: Queryable, manager: Manager, id: number, mails: LinkMails): Promise<LinkMail> {
  // Checked before anything is created that nobody could use.
  if (mails.base === null) throw new AppError('conflict', 'no-base');
  const user = await findAccount(db, id);
  if (!user?.email) throw new AppError('conflict', 'no-email');
  if (user.disabled) throw new AppError('conflict', 'user-disabled');
  await endPasswordLinks(db, [id]);
  const purpose = user.passwordHash === null ? 'invitation' : 'reset';
  const link = { user: { ...user, email: user.email }, purpose, shownTo: manager.userId } as const;
  return mails.write(db, link);
}

/**
 * Ends all sessions of a user and all other access without the password, since the person may have a token instead of a
 * session. Returns the sessions.
 */
export function forceSignOut(database: Database, manager: Manager, actor: Actor, id: number): Promise<number[]> {
  return inTransaction(database, async (db) => {
    await lockManageableUser(db, manager, id);
    const ended = await endSessionsOfUser(db, id);
    await recordOf(db, actor, id, 'sign-out');
    const user = await findAccount(db, id);
    if (user) await endAccess(db, actor, { userId: id, organisationId: user.organisationId });
    return ended;
  });
}

/** Disables two-factor sign-in of a user who lost the app; returns whether it was enabled. */
export function resetTwoFactor(database: Database, manager: Manager, actor: Actor, id: number): Promise<boolean> {
  return inTransaction(database, async (db) => {
    await lockManageableUser(db, manager, id);
    let removed = false;
    await audited(db, actor, { subject: 'user', id, action: 'reset-two-factor' }, async () => {
      removed = await removeTwoFactor(db, id);
      return id;
    });
    return removed;
  });
}

async function recordOf(db: Queryable, actor: Actor, id: number, action: string): Promise<void> {
  const user = await findAccount(db, id);
  if (!user) return;
  const { organisationId } = user;
  await record(db, actor, { organisationId, subject: 'user', subjectId: id, action, before: null, after: null });
}
