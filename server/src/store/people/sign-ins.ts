import type { SignIn } from '@milepost/contract/admin-operations';
import type { Queryable } from '../database.ts';
import { type Page, type PageRequest, pageSql } from '../page.ts';
import { everyWordIn, searchPatterns } from '../search/every-word.ts';
import type { Scope } from '../scope.ts';

/** An attempt to sign in; `user` is null for an unknown name. */
export interface SignInEntry {
  username: string;
  user: { id: number; organisationId: number } | null;
  address: string;
  network: string;
  userAgent: string;
  result: SignIn['result'];
}

/** Logs an attempt; a delayed one at most once a minute for each name and address, as they can be a flood. */
export async function logSignIn(db: Queryable, entry: SignInEntry): Promise<void> {
  await db.query(
    `INSERT INTO sign_ins (organisation_id, user_id, username, address, network, user_agent, result)
     SELECT $1, $2, $3::text, $4::text, $5, $6, $7::text
     WHERE $7 <> 'locked' OR NOT EXISTS (SELECT FROM sign_ins
       WHERE lower(username) = lower($3) AND address = $4 AND result = 'locked' AND at > now() - interval '1 minute')`,
    [
      entry.user?.organisationId ?? null,
      entry.user?.id ?? null,
      entry.username.slice(0, 100),
      entry.address,
      entry.network,
      entry.userAgent.slice(0, 500),
      entry.result,
    ],
  );
}

/** True when this user has signed in before, but never from this network. */
export async function isNewNetwork(db: Queryable, userId: number, network: string): Promise<boolean> {
  const { rows } = await db.query<{ new: boolean | null }>(
    `SELECT bool_and(network <> $2) AS new FROM sign_ins WHERE user_id = $1 AND result = 'success'`,
    [userId, network],
  );
  return rows[0]?.new ?? false;
}

/** True when this user has signed in from this network during the last 90 days. */
export async function knowsNetwork(db: Queryable, userId: number, network: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM sign_ins WHERE user_id = $1 AND result = 'success' AND network = $2
       AND at > now() - interval '90 days' LIMIT 1`,
    [userId, network],
  );
  return rowCount === 1;
}

const SORTS = { at: 's.at', username: 'lower(s.username)', result: 's.result' };

/** Attempts on accounts of the scope; those with unknown names are only visible to the root. */
export async function listSignIns(db: Queryable, scope: Scope, request: PageRequest): Promise<Page<SignIn>> {
  const where = `(s.organisation_id = ANY($1) OR ($2 AND s.organisation_id IS NULL))
    AND ${everyWordIn('$3', 's.username', 's.address', 's.result')}`;
  const values = [scope.organisationIds, scope.root, searchPatterns(request.search)];
  const [page, count] = await Promise.all([
    db.query<Omit<SignIn, 'at'> & { at: Date }>(
      `SELECT s.id, s.at, s.username, s.address, s.user_agent AS "userAgent", s.result FROM sign_ins s
       WHERE ${where} ${pageSql(request, SORTS, 's.id DESC')}`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM sign_ins s WHERE ${where}`, values),
  ]);
  return { rows: page.rows.map((row) => ({ ...row, at: row.at.toISOString() })), total: count.rows[0]?.total ?? 0 };
}
