import type { ApiToken } from '@milepost/contract/admin-operations';
import { AppError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { limitWithinSql, type Manager, managerValues, roleBelowSql } from '../roles/manager.ts';
import { checkQuota } from '../quotas.ts';
import { onlyRow } from '../rows.ts';
import { firstRows, type Page } from '../page.ts';

interface ApiTokenRow extends Omit<ApiToken, 'createdAt' | 'expiresAt' | 'lastUsedAt'> {
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
}

const COLUMNS = `t.id, t.name, u.username, t.read_only AS "readOnly", t.created_at AS "createdAt",
  t.expires_at AS "expiresAt", t.last_used_at AS "lastUsedAt"`;
const TABLES = 'api_tokens t JOIN users u ON u.id = t.user_id JOIN roles r ON r.id = u.role_id';

const toApiToken = (row: ApiTokenRow): ApiToken => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

/** SQL with parameters 1 to 5: the caller's own tokens, and those of people whom the caller manages. */
const visibleSql = (manager: Manager) =>
  `u.organisation_id = ANY($1) AND (u.id = $2 OR (${limitWithinSql(manager)} AND ${roleBelowSql('r.id', 'r.priority', 3)}))`;
const visibleValues = (manager: Manager) => [manager.scope.organisationIds, manager.userId, ...managerValues(manager)];

export async function listApiTokens(db: Queryable, manager: Manager): Promise<Page<ApiToken>> {
  const { rows, total } = await firstRows<ApiTokenRow>(
    db,
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE ${visibleSql(manager)} ORDER BY t.id DESC`,
    visibleValues(manager),
  );
  return { rows: rows.map(toApiToken), total };
}

export interface NewApiToken {
  userId: number;
  name: string;
  tokenHash: Buffer;
  readOnly: boolean;
  expiresAt: string | null;
}

export function createApiToken(database: Database, actor: Actor, token: NewApiToken): Promise<ApiToken> {
  return inTransaction(database, async (db) => {
    const id = await audited(db, actor, { subject: 'api-token', id: null, action: 'create' }, async () => {
      const made = await db.query<{ id: number }>(
        `INSERT INTO api_tokens (user_id, name, token_hash, read_only, expires_at) VALUES ($1, $2, $3, $4, $5)
         RETURNING id`,
        [token.userId, token.name, token.tokenHash, token.readOnly, token.expiresAt],
      );
      return onlyRow(made).id;
    });
    await checkQuota(db, 'api-token', token.userId);
    return toApiToken(onlyRow(await db.query<ApiTokenRow>(`SELECT ${COLUMNS} FROM ${TABLES} WHERE t.id = $1`, [id])));
  });
}

/** Deletes a token of the caller, or of a person whom the caller manages. @throws AppError `not-found` */
export async function deleteApiToken(database: Database, manager: Manager, actor: Actor, id: number): Promise<void> {
  await inTransaction(database, async (db) => {
    const { rowCount } = await db.query(
      `SELECT FROM ${TABLES} WHERE t.id = $6 AND ${visibleSql(manager)} FOR UPDATE OF t`,
      [...visibleValues(manager), id],
    );
    if (rowCount !== 1) throw new AppError('not-found', 'no-token');
    await deleteLocked(db, actor, id);
  });
}

/** Deletes every token of a user. */
export async function deleteTokensOf(db: Queryable, actor: Actor, userId: number): Promise<void> {
  const { rows } = await db.query<{ id: number }>('SELECT id FROM api_tokens WHERE user_id = $1 ORDER BY id', [userId]);
  for (const { id } of rows) await deleteLocked(db, actor, id);
}

async function deleteLocked(db: Queryable, actor: Actor, id: number): Promise<void> {
  await audited(db, actor, { subject: 'api-token', id, action: 'delete' }, async () => {
    await db.query('DELETE FROM api_tokens WHERE id = $1', [id]);
    return id;
  });
}

/** Updates the last use of the token, at most once a minute. */
export async function touchApiToken(db: Queryable, id: number): Promise<void> {
  await db.query(
    `UPDATE api_tokens SET last_used_at = now()
     WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
    [id],
  );
}
