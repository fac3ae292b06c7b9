import { type DocumentKind, REMINDER_DAYS } from '@milepost/contract/document-kinds';
import type { Queryable } from '../database.ts';
import { readersSql, type Reminded } from '../reminders.ts';
import { DOCUMENTS, IS_SHOWN_DOCUMENT, DOCUMENT_EXISTS_SQL } from './document-rows.ts';

/** Documents that expired longer ago, while the server was off, only appear in the lists. */
const LATE_DAYS = 30;

/**
 * Selects the due reminders of an organisation and marks them as sent. Of several missed reminders only the latest is
 * included, and none for a day before the document's last day was known. Runs in the caller's transaction: two
 * concurrent calls never return the same document.
 * @returns ids of the documents
 */
export async function takeReminders(db: Queryable, organisationId: number, now: Date): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `WITH due AS (
       SELECT d.id, d.valid_until, (SELECT min(days) FROM unnest($3::int[]) days WHERE d.valid_until - days <= t.today) AS days,
              (d.until_set_at AT TIME ZONE o.time_zone)::date AS known_on
       FROM ${DOCUMENTS}, LATERAL (SELECT ($2::timestamptz AT TIME ZONE o.time_zone)::date AS today) t
       WHERE d.organisation_id = $1 AND NOT d.renewed AND ${DOCUMENT_EXISTS_SQL}
         AND NOT EXISTS (SELECT FROM vehicles v WHERE v.id = d.vehicle_id AND v.moved_at IS NOT NULL)
         AND d.valid_until BETWEEN t.today - ${LATE_DAYS} AND t.today + (SELECT max(days) FROM unnest($3::int[]) days)
     )
     INSERT INTO document_reminders (document_id, valid_until, days_before)
     SELECT id, valid_until, days FROM due WHERE valid_until - days >= known_on
     ON CONFLICT DO NOTHING RETURNING document_id AS id`,
    [organisationId, now, REMINDER_DAYS],
  );
  return rows.map(({ id }) => id);
}

export interface RemindedDocument extends Reminded {
  id: number;
  kind: DocumentKind;
  holderName: string;
  daysLeft: number;
}

/**
 * The people to remind of each document, and by which channels: people of the organisation whose role shows documents,
 * within their limit. If nobody there can see one, those of the nearest organisation above who can.
 */
export async function listReminded(
  db: Queryable,
  documentIds: readonly number[],
  now: Date,
): Promise<RemindedDocument[]> {
  const { rows } = await db.query<RemindedDocument>(
    `WITH RECURSIVE ${readersSql('media', 'SELECT organisation_id FROM documents WHERE id = ANY($1)')}, told AS (
       SELECT u.id AS user_id, u.bell, u.by_mail, d.id, d.kind, d.holder_name,
              d.valid_until - ($2::timestamptz AT TIME ZONE o.time_zone)::date AS days_left,
              u.steps, min(u.steps) OVER (PARTITION BY d.id) AS nearest
       FROM ${DOCUMENTS} LEFT JOIN drivers dr ON dr.id = d.driver_id JOIN readers u ON u.root = d.organisation_id
       WHERE d.id = ANY($1) AND ${IS_SHOWN_DOCUMENT}
     )
     SELECT user_id AS "userId", bell, by_mail AS mail, id, kind, holder_name AS "holderName", days_left AS "daysLeft"
     FROM told WHERE steps = nearest AND (bell OR by_mail) ORDER BY user_id, days_left, id`,
    [documentIds, now],
  );
  return rows;
}
