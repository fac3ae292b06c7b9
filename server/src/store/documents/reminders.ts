import { type DocumentKind, REMINDER_DAYS } from '@milepost/contract/document-kinds';
import type { Queryable } from '../database.ts';
import { DOCUMENT_TABLES, HOLDER_NAME, IS_SHOWN_DOCUMENT, IS_THERE } from './document-rows.ts';

/** From this hour of the organisation's day on people are reminded. */
const FROM_HOUR = 7;
/** What ran out longer ago while the server was off is told by the lists alone. */
const LATE_DAYS = 30;

/** Organisations in whose day it is late enough to remind people. */
export async function listRemindedOrganisations(db: Queryable, now: Date): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT id FROM organisations WHERE extract(hour FROM $1::timestamptz AT TIME ZONE time_zone) >= ${FROM_HOUR} ORDER BY id`,
    [now],
  );
  return rows.map(({ id }) => id);
}

/**
 * Takes up the reminders of an organisation that are due and were not done, and marks them as done. Of several that were
 * missed only the latest is; and none whose day was before the document's last day was known. In the caller's
 * transaction: of two at once, each document is with one.
 * @returns ids of the documents
 */
export async function takeReminders(db: Queryable, organisationId: number, now: Date): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `WITH due AS (
       SELECT d.id, d.valid_until, (SELECT min(days) FROM unnest($3::int[]) days WHERE d.valid_until - days <= t.today) AS days,
              (d.until_set_at AT TIME ZONE o.time_zone)::date AS known_on
       FROM ${DOCUMENT_TABLES}, LATERAL (SELECT ($2::timestamptz AT TIME ZONE o.time_zone)::date AS today) t
       WHERE d.organisation_id = $1 AND NOT d.renewed AND ${IS_THERE}
         AND d.valid_until BETWEEN t.today - ${LATE_DAYS} AND t.today + (SELECT max(days) FROM unnest($3::int[]) days)
     )
     INSERT INTO document_reminders (document_id, valid_until, days_before)
     SELECT id, valid_until, days FROM due WHERE valid_until - days >= known_on
     ON CONFLICT DO NOTHING RETURNING document_id AS id`,
    [organisationId, now, REMINDER_DAYS],
  );
  return rows.map(({ id }) => id);
}

export interface Reminded {
  userId: number;
  bell: boolean;
  mail: boolean;
  id: number;
  kind: DocumentKind;
  holderName: string;
  daysLeft: number;
}

/**
 * Whom to remind of which documents, by which ways: people of the organisation whose role shows documents, as far as
 * their limit goes. Where nobody of it may see one, those of the nearest organisation above who may.
 */
export async function listReminded(db: Queryable, documentIds: readonly number[], now: Date): Promise<Reminded[]> {
  const { rows } = await db.query<Reminded>(
    `WITH RECURSIVE above AS (
       SELECT o.id AS root, o.id, o.parent_id, 0 AS steps FROM organisations o
       WHERE o.id IN (SELECT organisation_id FROM documents WHERE id = ANY($1))
       UNION ALL
       SELECT above.root, up.id, up.parent_id, steps + 1 FROM organisations up JOIN above ON up.id = above.parent_id
     ), readers AS (
       SELECT above.root, above.steps, u.* FROM above JOIN users u ON u.organisation_id = above.id
       WHERE u.disabled_at IS NULL AND EXISTS (SELECT FROM role_permissions p JOIN menus m ON m.id = p.menu_id
         WHERE p.role_id = u.role_id AND m.key = 'media' AND p.can_view)
     ), told AS (
       SELECT u.id AS user_id, u.notifications AND u.reminder_bell AS bell,
              u.notifications AND u.reminder_mail AND u.email IS NOT NULL AS mail, d.id, d.kind,
              ${HOLDER_NAME} AS holder_name, d.valid_until - ($2::timestamptz AT TIME ZONE o.time_zone)::date AS days_left,
              u.steps, min(u.steps) OVER (PARTITION BY d.id) AS nearest
       FROM ${DOCUMENT_TABLES} JOIN readers u ON u.root = d.organisation_id
       WHERE d.id = ANY($1) AND ${IS_SHOWN_DOCUMENT}
     )
     SELECT user_id AS "userId", bell, mail, id, kind, holder_name AS "holderName", days_left AS "daysLeft"
     FROM told WHERE steps = nearest AND (bell OR mail) ORDER BY user_id, days_left, id`,
    [documentIds, now],
  );
  return rows;
}
