import { RETENTION_KINDS } from '@milepost/contract/retention-kinds';
import type { Retention, RetentionPeriods } from '@milepost/contract/retention-operations';
import { AppError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import type { Scope } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { LOCK_RETENTION } from './legal-hold-sql.ts';
import { chosenOf, readChoices, type RetentionChoice } from './policies.ts';

/** The periods of an organisation. @throws AppError `not-found` outside the scope */
export async function readRetention(db: Queryable, scope: Scope, id: number): Promise<Retention> {
  const { rows } = await db.query<{ version: number }>(
    'SELECT version FROM organisations WHERE id = $1 AND id = ANY($2)',
    [id, scope.organisationIds],
  );
  const [row] = rows;
  if (!row) throw new AppError('not-found', 'no-organisation');
  const [own = {}, ...above] = await readChoices(db, id);
  return {
    rows: RETENTION_KINDS.map((kind) => ({ kind, own: own[kind] ?? null, above: chosenOf(above, kind) })),
    version: row.version,
  };
}

/** The choices as they are stored: without those that are left to the organisation above. */
export function choiceOf(periods: RetentionPeriods): RetentionChoice {
  const choice: RetentionChoice = {};
  for (const kind of RETENTION_KINDS) {
    const period = periods[kind];
    if (period !== null) choice[kind] = period;
  }
  return choice;
}

/**
 * Sets the periods of an organisation.
 * @throws AppError `not-found` outside the scope, `conflict` if somebody else saved the organisation meanwhile
 */
export function saveRetention(
  database: Database,
  scope: Scope,
  actor: Actor,
  { id, version, ...periods }: RetentionPeriods & { id: number; version?: number | undefined },
): Promise<void> {
  return inTransaction(database, async (db) => {
    // Nothing is deleted by the former periods once these are saved.
    await db.query(LOCK_RETENTION);
    const { rowCount } = await db.query('SELECT FROM organisations WHERE id = $1 AND id = ANY($2) FOR NO KEY UPDATE', [
      id,
      scope.organisationIds,
    ]);
    if (rowCount === 0) throw new AppError('not-found', 'no-organisation');
    await checkVersion(db, 'organisation', id, version);
    await audited(db, actor, { subject: 'organisation', id, action: 'change' }, async () => {
      await db.query('UPDATE organisations SET retention = $2, version = version + 1 WHERE id = $1', [
        id,
        choiceOf(periods),
      ]);
      return id;
    });
  });
}
