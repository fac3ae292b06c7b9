import type { MessageBox } from '@milepost/contract/message-boxes';
import { fieldError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { linkFiles, unlinkFile } from '../files/link-files.ts';
import type { Viewer } from '../files/records.ts';
import { checkQuota } from '../quotas.ts';
import { onlyRow } from '../rows.ts';
import { addDriverReceipts, findOfflineDrivers, type NewReceipt, type OfflineRecipient } from './driver-messages.ts';
import { WAS_IN_BOX, noMessage } from './message-rows.ts';
import { type Addressed, checkHour, checkAddressed, findRecipients, type Recipient } from './recipients.ts';

export interface MessageInput extends Addressed {
  /** Only for a draft. */
  id?: number | undefined;
  subject: string | null;
  /** Sanitised HTML, and the same as plain text. */
  html: string;
  text: string;
  byMail: boolean;
  fileIds: readonly number[];
}

interface Writer {
  viewer: Viewer;
  userId: number;
  actor: Actor;
}

/**
 * Saves a draft.
 * @throws AppError `not-found` for a draft, replied message or file that is not the writer's; `invalid` as
 * `checkAddressed`; `conflict` if there are too many
 */
export const saveDraft = (database: Database, writer: Writer, input: MessageInput): Promise<number> =>
  inTransaction(database, async (db) => {
    const id = await writeDraft(db, writer, input);
    if (input.id === undefined) await checkDrafts(db, writer.userId);
    return id;
  });

/**
 * Sends a message, which can have been a draft, in one transaction with the notifications that `notify` writes for its
 * recipients.
 * @throws AppError as `saveDraft`, `findRecipients` and `checkHour`; `invalid` without subject or text
 */
export function sendMessage<Notified>(
  database: Database,
  writer: Writer,
  input: MessageInput,
  notify: (db: Queryable, id: number, recipients: Recipient[]) => Promise<Notified>,
  linkFor: (driver: OfflineRecipient) => NewReceipt,
): Promise<{ id: number; notified: Notified; recipients: Recipient[]; drivers: OfflineRecipient[] }> {
  if (input.subject === null) throw fieldError('invalid', { subject: 'enter-text' });
  if (input.text === '' && input.fileIds.length === 0) throw fieldError('invalid', { html: 'enter-text' });
  return inTransaction(database, async (db) => {
    // Checked first, so that the reply reveals nothing about the author of an invisible message.
    if (input.replyToId !== null) await requireShown(db, writer.userId, input.replyToId);
    const recipients = await findRecipients(db, writer.viewer.scope, writer.userId, input);
    const drivers = await findOfflineDrivers(db, writer.viewer.scope, input.driverIds);
    await checkHour(db, writer.userId, recipients.length);
    const id = await audited(db, writer.actor, { subject: 'message', id: null, action: 'send' }, async () => {
      const draft = await writeDraft(db, writer, input);
      await db.query('UPDATE messages SET sent_at = now() WHERE id = $1', [draft]);
      await db.query('INSERT INTO message_receipts (message_id, user_id) SELECT $1, unnest($2::int[])', [
        draft,
        recipients.map((one) => one.id),
      ]);
      if (drivers.length > 0) await addDriverReceipts(db, writer.userId, draft, drivers.map(linkFor));
      return draft;
    });
    return { id, notified: await notify(db, id, recipients), recipients, drivers };
  });
}

async function writeDraft(db: Queryable, { viewer, userId, actor }: Writer, input: MessageInput): Promise<number> {
  if (input.replyToId !== null) await requireShown(db, userId, input.replyToId);
  await checkAddressed(db, viewer.scope, input);
  const { peopleIds, roleIds, groupIds, driverIds, drivers, everybody, below, subject, html, text, byMail, replyToId } =
    input;
  const addressed = [peopleIds, roleIds, everybody, below];
  const values = [userId, subject ?? '', html, text, ...addressed, byMail, replyToId, groupIds, drivers, driverIds];
  const saved =
    input.id === undefined
      ? await db.query<{ id: number }>(
          `INSERT INTO messages (sender_id, subject, html, text, people_ids, role_ids, everybody, below, by_mail, reply_to_id,
             group_ids, drivers, driver_ids, organisation_id)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING id`,
          [...values, viewer.scope.organisationId],
        )
      : await db.query<{ id: number }>(
          `UPDATE messages SET subject = $2, html = $3, text = $4, people_ids = $5, role_ids = $6, everybody = $7,
             below = $8, by_mail = $9, reply_to_id = $10, group_ids = $11, drivers = $12, driver_ids = $13, updated_at = now()
           WHERE id = $14 AND sender_id = $1 AND sent_at IS NULL AND sender_deleted_at IS NULL RETURNING id`,
          [...values, input.id],
        );
  if (saved.rowCount !== 1) throw noMessage();
  const { id } = onlyRow(saved);
  const record = { recordKind: 'message', recordId: id } as const;
  const { rows } = await db.query<{ id: number }>(
    `SELECT file_id AS id FROM file_links WHERE record_kind = 'message' AND record_id = $1 AND file_id <> ALL($2)`,
    [id, input.fileIds],
  );
  for (const file of rows) await unlinkFile(db, viewer, actor, record, file.id);
  if (input.fileIds.length > 0) await linkFiles(db, viewer, actor, record, input.fileIds);
  return id;
}

/** The deleted drafts of one person that can be restored; older ones are removed. */
const MAX_DELETED = 20;

/** @throws AppError `conflict` if a person has too many */
async function checkDrafts(db: Queryable, userId: number): Promise<void> {
  await checkQuota(db, 'draft', userId);
  await db.query(
    `WITH gone AS (
       DELETE FROM messages WHERE id IN (
         SELECT id FROM messages WHERE sender_id = $1 AND sent_at IS NULL AND sender_deleted_at IS NOT NULL
         ORDER BY sender_deleted_at DESC, id DESC OFFSET $2) RETURNING id)
     DELETE FROM file_links l USING gone WHERE l.record_kind = 'message' AND l.record_id = gone.id`,
    [userId, MAX_DELETED],
  );
}

/** @throws AppError `not-found` for a message that the person neither wrote nor received */
async function requireShown(db: Queryable, userId: number, id: number): Promise<void> {
  const { rowCount } = await db.query(
    `SELECT FROM messages m WHERE m.id = $2 AND m.sent_at IS NOT NULL AND (m.sender_id = $1 OR EXISTS (
       SELECT FROM message_receipts r WHERE r.message_id = m.id AND r.user_id = $1))`,
    [userId, id],
  );
  if (!rowCount) throw noMessage();
}

/** Marks a message as read or unread. @throws AppError `not-found` for one that was not received */
export async function markMessageRead(db: Queryable, userId: number, id: number, read: boolean): Promise<void> {
  const { rowCount } = await db.query(
    `UPDATE message_receipts SET read_at = CASE WHEN $3 THEN coalesce(read_at, now()) END
     WHERE user_id = $1 AND message_id = $2 AND deleted_at IS NULL`,
    [userId, id, read],
  );
  if (!rowCount) throw noMessage();
  // Reading a message also marks its notification in the bell as read.
  if (!read) return;
  await db.query('UPDATE notifications SET read_at = now() WHERE user_id = $1 AND path = $2 AND read_at IS NULL', [
    userId,
    messagePath(id),
  ]);
}

/** The path at which a message is read. */
export const messagePath = (id: number): string => `email?open=${id}`;

/**
 * Removes a message from a person's own box, or restores it. @throws AppError `not-found` for one that was never there
 */
export async function setMessageDeleted(
  db: Queryable,
  userId: number,
  { id, box }: { id: number; box: MessageBox },
  deleted: boolean,
): Promise<void> {
  const at = 'CASE WHEN $3 THEN now() END';
  const { rowCount } =
    box === 'inbox'
      ? await db.query(
          `UPDATE message_receipts r SET deleted_at = ${at}
           WHERE r.user_id = $1 AND r.message_id = $2 AND (r.deleted_at IS NULL) = $3`,
          [userId, id, deleted],
        )
      : await db.query(
          `UPDATE messages m SET sender_deleted_at = ${at}
           WHERE m.id = $2 AND ${WAS_IN_BOX[box]} AND (m.sender_deleted_at IS NULL) = $3`,
          [userId, id, deleted],
        );
  if (!rowCount) throw noMessage();
  if (box === 'drafts' && !deleted) await checkQuota(db, 'draft', userId);
}
