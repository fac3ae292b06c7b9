import type { Mail } from '@milepost/contract/admin-routes';
import type { Queryable } from './database.ts';
import { type Manager, managerValues, roleBelowSql } from './manager.ts';
import { type Page, type PageRequest, pageSql, searchPattern } from './page.ts';
import { onlyRow } from './rows.ts';

export interface NewMail {
  organisationId: number;
  userId: number;
  to: string;
  subject: string;
  text: string;
  /** The link in the text, which nobody should read once the mail has left. */
  secret: string | null;
  state: 'held' | 'waiting' | 'failed';
  fault: string | null;
}

export async function insertMail(db: Queryable, mail: NewMail): Promise<number> {
  const made = await db.query<{ id: number }>(
    `INSERT INTO mails (organisation_id, user_id, recipient, subject, text, secret, state, fault)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
    [mail.organisationId, mail.userId, mail.to, mail.subject, mail.text, mail.secret, mail.state, mail.fault],
  );
  return onlyRow(made).id;
}

/** A mail that is still to be sent. */
export async function findWaitingMail(
  db: Queryable,
  id: number,
): Promise<{ to: string; subject: string; text: string } | null> {
  const { rows } = await db.query<{ to: string; subject: string; text: string }>(
    `SELECT recipient AS to, subject, text FROM mails WHERE id = $1 AND state = 'waiting'`,
    [id],
  );
  return rows[0] ?? null;
}

/** Mails that wait although they should have left: their job was lost with its process. */
export async function listLeftMails(db: Queryable): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT id FROM mails WHERE state = 'waiting' AND at < now() - interval '1 minute' ORDER BY id LIMIT 100`,
  );
  return rows.map((row) => row.id);
}

const WITHOUT_SECRET = `text = CASE WHEN secret IS NULL THEN text
  ELSE replace(text, secret, '(the link was taken out here)') END, secret = NULL`;

export async function markMailSent(db: Queryable, id: number): Promise<void> {
  await db.query(`UPDATE mails SET state = 'sent', fault = NULL, ${WITHOUT_SECRET} WHERE id = $1`, [id]);
}

/** Notes why sending failed; `last` when it is not tried again. */
export async function markMailFault(db: Queryable, id: number, fault: string, last: boolean): Promise<void> {
  await db.query(`UPDATE mails SET fault = $2, state = CASE WHEN $3 THEN 'failed' ELSE state END WHERE id = $1`, [
    id,
    fault.slice(0, 500),
    last,
  ]);
}

/** Takes the links out of mails whose user has chosen a password meanwhile. */
export async function closeMailsOf(db: Queryable, userId: number): Promise<void> {
  await db.query(`UPDATE mails SET ${WITHOUT_SECRET} WHERE user_id = $1 AND secret IS NOT NULL`, [userId]);
}

const SORTS = { at: 'm.at', to: 'lower(m.recipient)', subject: 'lower(m.subject)', state: 'm.state' };

/** Mails to people of the scope; the text of one with a link only where the manager may manage its reader. */
export async function listMails(db: Queryable, manager: Manager, request: PageRequest): Promise<Page<Mail>> {
  const tables = 'mails m LEFT JOIN users u ON u.id = m.user_id LEFT JOIN roles r ON r.id = u.role_id';
  const where = `m.organisation_id = ANY($1) AND ($2 = '%%' OR concat_ws(' ', m.recipient, m.subject) ILIKE $2)`;
  const values = [manager.scope.organisationIds, searchPattern(request.search)];
  const readable = `m.secret IS NULL OR (u.id <> $6 AND ${roleBelowSql('r.id', 'r.priority', 3)})`;
  const [page, count] = await Promise.all([
    db.query<Omit<Mail, 'at'> & { at: Date }>(
      `SELECT m.id, m.at, m.recipient AS to, m.subject, CASE WHEN ${readable} THEN m.text END AS text, m.state, m.fault
       FROM ${tables} WHERE ${where} ${pageSql(request, SORTS, 'm.id DESC')}`,
      [...values, ...managerValues(manager), manager.userId],
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM mails m WHERE ${where}`, values),
  ]);
  return { rows: page.rows.map((row) => ({ ...row, at: row.at.toISOString() })), total: count.rows[0]?.total ?? 0 };
}
