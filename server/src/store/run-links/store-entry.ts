import type { DriverWord } from '@milepost/contract/driver-link-operations';
import { fault } from '@milepost/contract/fault';
import { MAX_RUN_ENTRIES, type EntryKind, standingOf } from '@milepost/contract/run-word-kinds';
import { AppError } from '../../errors.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import type { FoundLink } from './find-run-link.ts';

interface Sent {
  phone: string;
  /** The phone's clock when it sent this. */
  sentAt: string;
  word: DriverWord;
}

/**
 * Stores an entry of a driver, idempotently, and recomputes the state of its stop. The time of the entry is the
 * phone's, corrected by its clock offset at sending; never in the future, and later than every earlier entry of the
 * same phone.
 * @returns the time of the entry by the server's clock
 * @throws AppError `not-found` for a stop that is not on the run, `denied` for an entry made after the link expired
 */
export function storeEntry(database: Database, link: FoundLink, sent: Sent): Promise<Date> {
  const { word } = sent;
  return inTransaction(database, async (db) => {
    await lockWords(db, link.runId);
    const known = await db.query<{ saidAt: Date }>(
      'SELECT said_at AS "saidAt" FROM run_words WHERE run_id = $1 AND key = $2',
      [link.runId, word.key],
    );
    if (known.rows[0]) return known.rows[0].saidAt;
    await requireStop(db, link.runId, word.outletId);
    const { saidAt, late } = await entryTimeOf(db, link, sent);
    if (late) throw new AppError('denied', 'link-ended');
    await db.query(
      `INSERT INTO run_words (run_id, outlet_id, link_id, key, phone, said, phone_at, said_at, skip_reason, note,
         delivered, returned, collected, currency, signed_by, signature)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
         CASE WHEN $13::bigint IS NOT NULL THEN o.currency END, $14, $15
       FROM organisations o WHERE o.id = $16`,
      [
        link.runId,
        word.outletId,
        link.id,
        word.key,
        sent.phone,
        word.said,
        word.phoneAt,
        saidAt,
        word.said === 'skipped' ? word.skip : null,
        word.note,
        word.delivered,
        word.returned,
        word.collected,
        word.signedBy,
        word.signature && JSON.stringify(word.signature),
        link.organisationId,
      ],
    );
    await writeStanding(db, link.runId, word.outletId);
    return saidAt;
  });
}

/** Serialised, so that two phones agree on the last entry. */
export const lockWords = (db: Queryable, runId: number) =>
  db.query(`SELECT pg_advisory_xact_lock(hashtext('run-words'), $1)`, [runId]);

/** A stop with earlier entries may have been removed from the run since. */
async function requireStop(db: Queryable, runId: number, outletId: number): Promise<void> {
  const { rows } = await db.query<{ there: boolean; words: number }>(
    `SELECT EXISTS (SELECT FROM route_run_stops WHERE run_id = $1 AND outlet_id = $2)
         OR EXISTS (SELECT FROM run_words WHERE run_id = $1 AND outlet_id = $2) AS there,
       (SELECT count(*)::int FROM run_words WHERE run_id = $1) AS words`,
    [runId, outletId],
  );
  const { there, words } = onlyRow({ rows });
  if (!there) throw new AppError('not-found', 'stop-gone');
  if (words >= MAX_RUN_ENTRIES) throw new AppError('conflict', fault('most-words', { most: MAX_RUN_ENTRIES }));
}

/** Older than any link: a phone whose clock was set meanwhile can claim thousands of years. */
const MAX_WAITED_S = 10 * 366 * 86_400;

async function entryTimeOf(db: Queryable, link: FoundLink, { phone, sentAt, word }: Sent) {
  const elapsedS = (Date.parse(sentAt) - Date.parse(word.phoneAt)) / 1000;
  const waitedS = Math.min(MAX_WAITED_S, Math.max(0, elapsedS));
  const { rows } = await db.query<{ saidAt: Date; late: boolean }>(
    `WITH own AS (SELECT max(said_at) AS at FROM run_words WHERE run_id = $1 AND phone = $2),
       said AS (SELECT greatest(own.at + interval '1 millisecond',
           least(now(), greatest(first.at, now() - make_interval(secs => $4)))) AS at, l.expires_at
         FROM own, run_links l, LATERAL (SELECT min(created_at) AS at FROM run_links WHERE run_id = $1) first
         WHERE l.id = $3)
     SELECT at AS "saidAt", at > expires_at AS late FROM said`,
    [link.runId, phone, link.id, waitedS],
  );
  return onlyRow({ rows });
}

interface WordRow {
  id: number;
  key: string;
  said: EntryKind;
  at: number;
}

async function writeStanding(db: Queryable, runId: number, outletId: number): Promise<void> {
  const { rows } = await db.query<WordRow>(
    `SELECT id, key, said, (extract(epoch FROM said_at) * 1000)::float8 AS at FROM run_words
     WHERE run_id = $1 AND outlet_id = $2`,
    [runId, outletId],
  );
  const { arrivedAt, closing } = standingOf(rows);
  await db.query('DELETE FROM run_stop_words WHERE run_id = $1 AND outlet_id = $2', [runId, outletId]);
  if (arrivedAt === null && !closing) return;
  await db.query(
    `INSERT INTO run_stop_words (run_id, outlet_id, arrived_at, done_at, skipped_at, skip_reason, note, word_id,
       delivered, returned, collected, currency, signed_by)
     SELECT $1, $2, to_timestamp($3::float8 / 1000), CASE WHEN w.said = 'done' THEN w.said_at END,
       CASE WHEN w.said = 'skipped' THEN w.said_at END, w.skip_reason, w.note, w.id, w.delivered, w.returned,
       w.collected, w.currency, w.signed_by
     FROM (SELECT) one LEFT JOIN run_words w ON w.id = $4`,
    [runId, outletId, arrivedAt, closing?.id ?? null],
  );
}
