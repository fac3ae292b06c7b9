import { AppError } from '../../errors.ts';
import { type Actor, record } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import type { Scope } from '../scope.ts';

/** The logo of an organisation as a PNG; null if it has none. */
export async function readLogo(db: Queryable, organisationId: number): Promise<Buffer | null> {
  const { rows } = await db.query<{ png: Buffer }>('SELECT png FROM organisation_logos WHERE organisation_id = $1', [
    organisationId,
  ]);
  return rows[0]?.png ?? null;
}

/** The logo with this SHA-256; null if there is none. */
export async function findLogo(db: Queryable, hash: string): Promise<Buffer | null> {
  const { rows } = await db.query<{ png: Buffer }>('SELECT png FROM organisation_logos WHERE hash = $1 LIMIT 1', [
    hash,
  ]);
  return rows[0]?.png ?? null;
}

/** Replaces or removes (null) the logo. @throws AppError `not-found` */
export async function saveLogo(
  database: Database,
  { organisationIds }: Scope,
  actor: Actor,
  id: number,
  png: Buffer | null,
): Promise<void> {
  if (!organisationIds.includes(id)) throw new AppError('not-found', 'no-organisation');
  await inTransaction(database, async (db) => {
    const { rowCount } =
      png === null
        ? await db.query('DELETE FROM organisation_logos WHERE organisation_id = $1', [id])
        : await db.query(
            `INSERT INTO organisation_logos (organisation_id, png) VALUES ($1, $2)
             ON CONFLICT (organisation_id) DO UPDATE SET png = $2`,
            [id, png],
          );
    if (rowCount === 0) return;
    const entry = { organisationId: id, subject: 'organisation', subjectId: id, action: 'change' } as const;
    await record(db, actor, { ...entry, before: null, after: { logo: png === null ? 'deleted' : 'changed' } });
  });
}
