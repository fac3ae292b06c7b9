import { type Fault, toFault } from '@milepost/contract/fault';
import type { Mail } from '@milepost/contract/admin-operations';
import type { Language } from '@milepost/contract/languages';
import type { Queryable } from '../database.ts';
import { type Page, type PageRequest, pageSql } from '../page.ts';
import { everyWordIn, searchPatterns } from '../search/every-word.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';

/** The placeholder for the link in the stored text of a mail; only the sent mail contains the link. */
export const LINK_PLACE = '(the link is in the mail itself only)';

/** Stands for the text of a mail that was sent, or kept here, about an alarm in a time that became private. */
export const REMOVED_TEXT = '(removed, as it is about a time that has become private)';

/** A mail that was written to the outbox. */
export interface WrittenMail {
  id: number;
  /** Whether to send it now, after the commit. */
  send: boolean;
}

/** The content of a mail's files: everything that its reader could see when they were created. */
export interface MailContent {
  organisationIds: readonly number[];
  /** Null: all vehicles of the organisations. */
  vehicleIds: readonly number[] | null;
  groupIds: readonly number[] | null;
  /** The reports, and their columns with restricted visibility. */
  kinds: readonly string[];
}

export interface NewMail {
  organisationId: number;
  userId: number;
  to: string;
  subject: string;
  /** With `LINK_PLACE` in place of the link. */
  text: string;
  /** The link, stored until the mail is sent; null if there is none, or if the mail is not sent. */
  secret: string | null;
  state: 'held' | 'waiting' | 'failed';
  fault: Fault | null;
  /** The execution of the scheduled report that it contains. */
  runId?: number;
  carries?: MailContent;
  /** If it differs from the user's language. */
  language?: Language;
  /** The alarms that it is about. */
  alarmIds?: readonly number[];
}

export async function insertMail(db: Queryable, mail: NewMail): Promise<number> {
  const made = await db.query<{ id: number }>(
    `INSERT INTO mails (organisation_id, user_id, recipient, subject, text, secret, state, fault, run_id, language,
       carries, alarm_ids)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id`,
    [
      mail.organisationId,
      mail.userId,
      mail.to,
      mail.subject,
      mail.text,
      mail.secret,
      mail.state,
      mail.fault,
      mail.runId ?? null,
      mail.language ?? null,
      mail.carries ? JSON.stringify(mail.carries) : null,
      mail.alarmIds ?? null,
    ],
  );
  return onlyRow(made).id;
}

interface Attachment {
  name: string;
  /** The hash of its bytes in the file store. */
  hash: string;
}

interface NewAttachment extends Attachment {
  sizeBytes: number;
}

/** Stores the attachments of a mail until it is sent. */
export async function insertAttachments(db: Queryable, mailId: number, files: readonly NewAttachment[]): Promise<void> {
  for (const [position, { name, hash, sizeBytes }] of files.entries()) {
    await db.query(
      `INSERT INTO mail_attachments (mail_id, position, name, hash, size_bytes) VALUES ($1, $2, $3, decode($4, 'hex'), $5)`,
      [mailId, position, name, hash, sizeBytes],
    );
  }
}

export interface WaitingMail {
  userId: number | null;
  /** The execution of the scheduled report that it contains. */
  runId: number | null;
  carries: MailContent | null;
  /** Its link, to be inserted into the text. */
  secret: string | null;
  to: string;
  subject: string;
  text: string;
  language: Language;
  organisation: string;
  attachments: Attachment[];
  /** When it was written: together with the id it identifies the mail, even in a recreated database. */
  stamp: string;
}

/** A mail that still has to be sent, with its link. */
export async function findWaitingMail(db: Queryable, id: number): Promise<WaitingMail | null> {
  const { rows } = await db.query<WaitingMail>(
    `SELECT m.user_id AS "userId", m.run_id AS "runId", m.carries, m.secret, m.recipient AS to, m.subject, replace(m.text, $2, coalesce(m.secret, $2)) AS text,
            coalesce(m.language, u.language, 'en') AS language, coalesce(o.name, '') AS organisation,
            extract(epoch FROM m.at)::bigint::text AS stamp,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'hash', encode(a.hash, 'hex')) ORDER BY a.position), '[]')
             FROM mail_attachments a WHERE a.mail_id = m.id) AS attachments
     FROM mails m LEFT JOIN users u ON u.id = m.user_id LEFT JOIN organisations o ON o.id = m.organisation_id
     WHERE m.id = $1 AND m.state = 'waiting'`,
    [id, LINK_PLACE],
  );
  return rows[0] ?? null;
}

/** Overdue mails: their job was lost with its process. */
export async function listLeftMails(db: Queryable): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT id FROM mails WHERE state = 'waiting' AND at < now() - interval '1 minute' ORDER BY id LIMIT 100`,
  );
  return rows.map((row) => row.id);
}

export async function markMailSent(db: Queryable, id: number): Promise<void> {
  await db.query(
    `WITH gone AS (DELETE FROM mail_attachments WHERE mail_id = $1)
     UPDATE mails SET state = 'sent', fault = NULL, secret = NULL WHERE id = $1`,
    [id],
  );
}

/**
 * What follows a failure: a retry by itself; none, but a person can send it again; or the mail must not be sent any more,
 * so that its files go.
 */
export type AfterFault = 'retried' | 'failed' | 'over';

/** Records why sending failed. */
export async function markMailFault(db: Queryable, id: number, fault: Fault, after: AfterFault): Promise<void> {
  await db.query(
    `WITH gone AS (DELETE FROM mail_attachments WHERE mail_id = $1 AND $3 = 'over')
     UPDATE mails SET fault = $2, state = CASE WHEN $3 = 'retried' THEN state ELSE 'failed' END,
       incomplete = $3 = 'over' OR $3 = 'failed' AND secret IS NOT NULL,
       secret = CASE WHEN $3 = 'retried' THEN secret END WHERE id = $1`,
    [id, fault, after],
  );
}

/** Mails whose link has expired are not sent any more. */
export async function closeMailsOf(db: Queryable, userIds: readonly number[]): Promise<void> {
  await db.query(
    `UPDATE mails SET secret = NULL, state = 'failed', fault = $2, incomplete = true
     WHERE user_id = ANY($1) AND secret IS NOT NULL`,
    [userIds, toFault('mail-link-over')],
  );
}

const SORTS = { at: 'm.at', to: 'lower(m.recipient)', subject: 'lower(m.subject)', state: 'm.state' };

/**
 * Mails to people of the scope, never with their links.
 * @param showsPrivate whether the texts of mails about private time are shown, which a legal hold keeps
 */
export async function listMails(
  db: Queryable,
  scope: Scope,
  request: PageRequest,
  showsPrivate: boolean,
): Promise<Page<Mail>> {
  const where = `m.organisation_id = ANY($1) AND ${everyWordIn('$2', 'm.recipient', 'm.subject')}`;
  const values = [scope.organisationIds, searchPatterns(request.search)];
  const [page, count] = await Promise.all([
    db.query<Omit<Mail, 'at'> & { at: Date }>(
      `SELECT m.id, m.at, m.recipient AS to, m.subject,
              CASE WHEN m.private AND NOT $3 THEN $4 ELSE m.text END AS text, m.state, m.fault
       FROM mails m WHERE ${where} ${pageSql(request, SORTS, 'm.id DESC')}`,
      [...values, showsPrivate, REMOVED_TEXT],
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM mails m WHERE ${where}`, values),
  ]);
  return { rows: page.rows.map((row) => ({ ...row, at: row.at.toISOString() })), total: count.rows[0]?.total ?? 0 };
}
