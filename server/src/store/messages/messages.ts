import type { MessageBox } from '@milepost/contract/message-boxes';
import type { Message, MessageRow } from '@milepost/contract/message-operations';
import type { Queryable } from '../database.ts';
import { type PageRequest, pageSql } from '../page.ts';
import { onlyRow } from '../rows.ts';
import { andEveryWord } from '../search/found-by-words.ts';
import { readDriverReceipts } from './driver-messages.ts';
import { IN_BOX, type ListedMessage, MESSAGE_COLUMNS, MESSAGES, noMessage } from './message-rows.ts';

const SORTS = { at: 'coalesce(m.sent_at, m.updated_at)', subject: 'lower(m.subject)' };

/** A page of the person's own box. Every word of the search can match the subject, the text, or the sender's name. */
export async function listMessages(
  db: Queryable,
  userId: number,
  request: PageRequest & { box: MessageBox; unread?: boolean | undefined },
): Promise<{ rows: MessageRow[]; total: number; unread: number }> {
  const values: unknown[] = [userId];
  const where = `${IN_BOX[request.box]}${request.unread === true ? ' AND r.read_at IS NULL' : ''}
    ${andEveryWord(request.search, values, (pattern) => [
      `m.words LIKE ${pattern}`,
      `m.sender_id IN (SELECT found.id FROM users found WHERE search_words(found.display_name) LIKE ${pattern})`,
    ])}`;
  const [page, count, unread] = await Promise.all([
    db.query<ListedMessage>(
      // The ids of the page are selected first, so that the other columns are only computed for its rows.
      `SELECT ${MESSAGE_COLUMNS} FROM ${MESSAGES} JOIN (SELECT m.id, row_number() OVER () AS place FROM (
         SELECT m.id FROM ${MESSAGES} WHERE ${where} ${pageSql(request, SORTS, 'm.id DESC')}) m) page ON page.id = m.id
       ORDER BY page.place`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${MESSAGES} WHERE ${where}`, values),
    db.query<{ unread: number }>(
      `SELECT count(*)::int AS unread FROM message_receipts WHERE user_id = $1 AND deleted_at IS NULL AND read_at IS NULL`,
      [userId],
    ),
  ]);
  return {
    rows: page.rows.map((row) => ({ ...row, at: row.at.toISOString() })),
    total: count.rows[0]?.total ?? 0,
    unread: onlyRow(unread).unread,
  };
}

/** The most recipients of a message that are listed for its sender. */
const MAX_RECEIPTS = 100;

/**
 * @throws AppError `not-found` for a message that the person neither wrote nor received, or that was deleted from the
 * box
 */
export async function getMessage(db: Queryable, userId: number, id: number): Promise<Message> {
  const { rows } = await db.query<
    ListedMessage & Pick<Message, 'html' | 'byMail' | 'draft' | 'replyToId'> & { own: boolean }
  >(
    `SELECT ${MESSAGE_COLUMNS}, m.html, m.by_mail AS "byMail", m.sent_at IS NULL AS draft, m.reply_to_id AS "replyToId",
       m.sender_id IS NOT DISTINCT FROM $1 AS own
     FROM ${MESSAGES} WHERE m.id = $2 AND (${Object.values(IN_BOX)
       .map((isIn) => `(${isIn})`)
       .join(' OR ')})`,
    [userId, id],
  );
  if (!rows[0]) throw noMessage();
  const { own, at, ...message } = rows[0];
  const found = { ...message, at: at.toISOString() };
  if (!own || found.draft) return { ...found, receipts: [], driverReceipts: [], counts: null };
  return { ...found, ...(await readReceipts(db, id)), driverReceipts: await readDriverReceipts(db, id) };
}

async function readReceipts(db: Queryable, id: number): Promise<Pick<Message, 'receipts' | 'counts'>> {
  const { rows } = await db.query<{ name: string; readAt: Date | null; received: number; read: number }>(
    `SELECT u.display_name AS name, r.read_at AS "readAt", count(*) OVER ()::int AS received,
            count(r.read_at) OVER ()::int AS read
     FROM message_receipts r JOIN users u ON u.id = r.user_id WHERE r.message_id = $1
     ORDER BY r.read_at NULLS LAST, lower(u.display_name), u.id LIMIT ${MAX_RECEIPTS}`,
    [id],
  );
  const { received = 0, read = 0 } = rows[0] ?? {};
  return {
    receipts: rows.map(({ name, readAt }) => ({ name, readAt: readAt?.toISOString() ?? null })),
    counts: { received, read },
  };
}
