import { fault } from '@milepost/contract/fault';
import type { DriverMessage, DriverReceipt, OfflineDriver } from '@milepost/contract/driver-message-operations';
import { AppError, fieldError } from '../../errors.ts';
import { type Actor, record } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { andSeenDriver } from '../drivers/driver-rows.ts';
import { linkEnd, type StoredLinkEnd } from '../link-end.ts';
import { firstRows, type Page } from '../page.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { everyWordIn, searchPatterns } from '../search/every-word.ts';
import { smsNumber } from '../../sms/sms-number.ts';
import { noMessage } from './message-rows.ts';
import { READS_MESSAGES } from './recipients.ts';

/** The days after which a link to a message expires. */
const LINK_DAYS = 14;
const OFFERED = 50;
/** An SMS costs money: the limit for one person in an hour. */
const MAX_SMS_AN_HOUR = 200;
/** Longer than the provider's time limit: an SMS still being sent then was left by a server that ended. */
const LONGEST_SENDING = `interval '2 minutes'`;

/** SQL: true when a driver `d` has not left, and has no account that reads messages. */
export const IS_OFFLINE = `d.deleted_at IS NULL AND (d.left_on IS NULL OR d.left_on >= current_date)
  AND NOT EXISTS (SELECT FROM users u WHERE u.id = d.user_id AND ${READS_MESSAGES})`;
/** SQL: the same for a visible driver. `$1` are the organisations. */
const isOffline = (scope: Scope): string => `d.organisation_id = ANY($1) AND ${IS_OFFLINE}${andSeenDriver(scope)}`;

/** The drivers who cannot read messages in the application, by part of the name. */
export async function listOfflineDrivers(db: Queryable, scope: Scope, search: string): Promise<Page<OfflineDriver>> {
  const { rows, total } = await firstRows<OfflineRecipient>(
    db,
    `SELECT d.id, d.name, d.phone FROM drivers d
     WHERE ${isOffline(scope)} AND ${everyWordIn('$2', 'd.name')} ORDER BY lower(d.name), d.id`,
    [scope.organisationIds, searchPatterns(search)],
    OFFERED,
  );
  return { rows: rows.map(({ id, name, phone }) => ({ id, name, hasPhone: smsNumber(phone) !== null })), total };
}

export interface OfflineRecipient {
  id: number;
  name: string;
  /** In the provider's format. */
  phone: string | null;
}

/** @throws AppError `invalid` if one of them is not visible, or reads messages in the application */
export async function findOfflineDrivers(
  db: Queryable,
  scope: Scope,
  driverIds: readonly number[],
): Promise<OfflineRecipient[]> {
  if (driverIds.length === 0) return [];
  const { rows } = await db.query<OfflineRecipient>(
    `SELECT d.id, d.name, d.phone FROM drivers d WHERE ${isOffline(scope)} AND d.id = ANY($2) ORDER BY lower(d.name), d.id`,
    [scope.organisationIds, driverIds],
  );
  if (rows.length !== new Set(driverIds).size) throw fieldError('invalid', { driverIds: 'no-driver' });
  return rows.map((row) => ({ ...row, phone: smsNumber(row.phone) }));
}

export interface NewReceipt {
  driverId: number;
  tokenHash: Buffer;
  bySms: boolean;
}

/** @throws AppError `too-many` if the sender has sent too many SMS within an hour */
export async function addDriverReceipts(
  db: Queryable,
  senderId: number,
  messageId: number,
  receipts: readonly NewReceipt[],
): Promise<void> {
  // Serialised, since concurrently sent messages would not be counted otherwise.
  await db.query(`SELECT pg_advisory_xact_lock(hashtext('driver-sms'), $1)`, [senderId]);
  const { sent } = onlyRow(
    await db.query<{ sent: number }>(
      `SELECT count(*)::int AS sent FROM driver_receipts r JOIN messages m ON m.id = r.message_id
       WHERE m.sender_id = $1 AND r.by_sms AND r.made_at > now() - interval '1 hour'`,
      [senderId],
    ),
  );
  const sms = receipts.filter(({ bySms }) => bySms).length;
  if (sms > 0 && sent + sms > MAX_SMS_AN_HOUR) {
    throw new AppError('too-many', fault('too-many-calls', { wait: 3600 }), { retryAfterS: 3600 });
  }
  await db.query(
    `INSERT INTO driver_receipts (message_id, driver_id, token_hash, by_sms, sms_state, expires_at)
     SELECT $1, n.driver_id, n.token_hash, n.by_sms, CASE WHEN n.by_sms THEN 'sending' END,
            now() + interval '${LINK_DAYS} days'
     FROM unnest($2::int[], $3::bytea[], $4::boolean[]) AS n (driver_id, token_hash, by_sms)`,
    [
      messageId,
      receipts.map(({ driverId }) => driverId),
      receipts.map(({ tokenHash }) => tokenHash),
      receipts.map(({ bySms }) => bySms),
    ],
  );
}

/** Stores the provider's result. */
export async function endDriverSms(
  db: Queryable,
  tokenHash: Buffer,
  state: 'sent' | 'failed' | 'unknown',
): Promise<void> {
  await db.query(`UPDATE driver_receipts SET sms_state = $2 WHERE token_hash = $1 AND sms_state = 'sending'`, [
    tokenHash,
    state,
  ]);
}

type ReceiptRow = Omit<DriverReceipt, 'openedAt' | 'readAt' | 'expiresAt'> & {
  openedAt: Date | null;
  readAt: Date | null;
  expiresAt: Date;
};

/** The receipts of a message from drivers without an account, for its sender. */
export async function readDriverReceipts(db: Queryable, messageId: number): Promise<DriverReceipt[]> {
  const { rows } = await db.query<ReceiptRow>(
    `SELECT r.id, d.name, CASE WHEN r.sms_state = 'sending' AND r.made_at < now() - ${LONGEST_SENDING} THEN 'unknown'
              ELSE r.sms_state END AS sms,
            r.opened_at AS "openedAt", r.read_at AS "readAt", r.answer, r.expires_at AS "expiresAt",
            ${linkEnd('r')} AS ended
     FROM driver_receipts r JOIN drivers d ON d.id = r.driver_id WHERE r.message_id = $1 ORDER BY lower(d.name), r.id`,
    [messageId],
  );
  return rows.map((row) => ({
    ...row,
    openedAt: row.openedAt?.toISOString() ?? null,
    readAt: row.readAt?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
  }));
}

/**
 * Replaces a link by a new one; the old one becomes invalid. @throws AppError `not-found` for a message of another
 * sender
 */
export function renewMessageLink(
  database: Database,
  senderId: number,
  actor: Actor,
  id: number,
  tokenHash: Buffer,
): Promise<void> {
  return changeLink(database, actor, 'renew-link', {
    set: `token_hash = $3, revoked_at = NULL, expires_at = now() + interval '${LINK_DAYS} days'`,
    and: ' AND m.sender_deleted_at IS NULL',
    values: [senderId, id, tokenHash],
  });
}

/** @throws AppError `not-found` for a message of another sender */
export function revokeMessageLink(database: Database, senderId: number, actor: Actor, id: number): Promise<void> {
  return changeLink(database, actor, 'revoke-link', {
    set: 'revoked_at = coalesce(r.revoked_at, now())',
    and: '',
    values: [senderId, id],
  });
}

function changeLink(
  database: Database,
  actor: Actor,
  action: 'renew-link' | 'revoke-link',
  { set, and, values }: { set: string; and: string; values: readonly unknown[] },
): Promise<void> {
  return inTransaction(database, async (db) => {
    const { rows } = await db.query<{ id: number; messageId: number; organisationId: number }>(
      `UPDATE driver_receipts r SET ${set} FROM messages m
       WHERE r.id = $2 AND m.id = r.message_id AND m.sender_id = $1${and}
       RETURNING r.id, m.id AS "messageId", m.organisation_id AS "organisationId"`,
      [...values],
    );
    if (!rows[0]) throw noMessage();
    const { id: link, messageId, organisationId } = rows[0];
    const entry = { organisationId, subject: 'message', subjectId: messageId, action } as const;
    await record(db, actor, { ...entry, before: null, after: { link } });
  });
}

interface FoundDriverMessage {
  id: number;
  messageId: number;
  senderId: number;
  driver: string;
  ended: StoredLinkEnd;
  message: DriverMessage;
}

interface FoundRow extends Omit<FoundDriverMessage, 'message'>, Omit<DriverMessage, 'at' | 'readAt'> {
  at: Date;
  readAt: Date | null;
}

/**
 * The message of a link; null for an unknown link, and if its sender may not write messages any more or the driver has
 * left. While the sender's copy is deleted, its links are invalid.
 */
export async function findDriverMessage(db: Queryable, tokenHash: Buffer): Promise<FoundDriverMessage | null> {
  const { rows } = await db.query<FoundRow>(
    `SELECT r.id, m.id AS "messageId", u.id AS "senderId", d.name AS driver,
            CASE WHEN m.sender_deleted_at IS NOT NULL THEN 'revoked' ELSE ${linkEnd('r')} END AS ended,
            o.name AS organisation, o.time_zone AS "timeZone", u.display_name AS "from", m.subject, m.html,
            m.sent_at AS at, r.read_at AS "readAt", r.answer
     FROM driver_receipts r JOIN messages m ON m.id = r.message_id JOIN drivers d ON d.id = r.driver_id
       JOIN organisations o ON o.id = m.organisation_id JOIN users u ON u.id = m.sender_id
     WHERE r.token_hash = $1 AND d.deleted_at IS NULL AND (d.left_on IS NULL OR d.left_on >= current_date)
       AND u.disabled_at IS NULL AND EXISTS (
       SELECT FROM role_permissions p JOIN menus k ON k.id = p.menu_id
       WHERE p.role_id = u.role_id AND k.key = 'messages' AND p.can_create)`,
    [tokenHash],
  );
  const [row] = rows;
  if (!row) return null;
  const { id, messageId, senderId, driver, ended, at, readAt, ...shown } = row;
  const message = { ...shown, at: at.toISOString(), readAt: readAt?.toISOString() ?? null };
  return { id, messageId, senderId, driver, ended, message };
}

export async function noteOpened(db: Queryable, id: number): Promise<void> {
  await db.query('UPDATE driver_receipts SET opened_at = now() WHERE id = $1 AND opened_at IS NULL', [id]);
}

/** Records that the driver has read it; with a text, also the reply. */
export async function noteAnswer(db: Queryable, id: number, answer: string | null): Promise<void> {
  await db.query(
    `UPDATE driver_receipts SET read_at = coalesce(read_at, now()), answer = coalesce($2, answer),
       answered_at = CASE WHEN $2::text IS NULL THEN answered_at ELSE now() END WHERE id = $1`,
    [id, answer],
  );
}
