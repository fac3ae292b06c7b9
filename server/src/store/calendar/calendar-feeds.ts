import type { CalendarKind } from '@milepost/contract/calendar-kinds';
import type { CalendarFeed } from '@milepost/contract/calendar-operations';
import { type Actor, record } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import type { Caller } from '../people/callers.ts';

type Row = { kinds: CalendarKind[]; createdAt: Date; lastUsedAt: Date | null };

const toFeed = ({ kinds, createdAt, lastUsedAt }: Row): CalendarFeed => ({
  kinds,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

/** The calendar link of a person; null if there is none. */
export async function readFeed(db: Queryable, userId: number): Promise<CalendarFeed | null> {
  const { rows } = await db.query<Row>(
    `SELECT kinds, created_at AS "createdAt", last_used_at AS "lastUsedAt" FROM calendar_feeds WHERE user_id = $1`,
    [userId],
  );
  return rows[0] ? toFeed(rows[0]) : null;
}

/** Creates a person's link and replaces the one before, which stops working. */
export async function makeFeed(
  database: Database,
  { userId, scope }: Caller,
  actor: Actor,
  feed: { tokenHash: Buffer; kinds: readonly CalendarKind[] },
): Promise<void> {
  await inTransaction(database, async (db) => {
    await db.query(
      `INSERT INTO calendar_feeds (user_id, token_hash, kinds) VALUES ($1, $2, $3)
       ON CONFLICT (user_id) DO UPDATE SET token_hash = $2, kinds = $3, created_at = now(), last_used_at = NULL`,
      [userId, feed.tokenHash, feed.kinds],
    );
    await log(db, actor, scope.organisationId, userId, 'calendar-link-on');
  });
}

/** Revokes a person's link; idempotent. */
export async function endFeed(database: Database, { userId, scope }: Caller, actor: Actor): Promise<void> {
  await inTransaction(database, (db) => endFeedOf(db, actor, { userId, organisationId: scope.organisationId }));
}

/** The same within a transaction. */
export async function endFeedOf(
  db: Queryable,
  actor: Actor,
  { userId, organisationId }: { userId: number; organisationId: number },
): Promise<void> {
  const { rowCount } = await db.query('DELETE FROM calendar_feeds WHERE user_id = $1', [userId]);
  if (rowCount) await log(db, actor, organisationId, userId, 'calendar-link-off');
}

const log = (db: Queryable, actor: Actor, organisationId: number, userId: number, action: string) =>
  record(db, actor, { organisationId, subject: 'user', subjectId: userId, action, before: null, after: null });

/** Records that a link was used, by its id. @returns the kinds that it shows */
export async function useFeed(db: Queryable, id: number): Promise<CalendarKind[]> {
  const { rows } = await db.query<{ kinds: CalendarKind[] }>(
    'UPDATE calendar_feeds SET last_used_at = now() WHERE id = $1 RETURNING kinds',
    [id],
  );
  return rows[0]?.kinds ?? [];
}
