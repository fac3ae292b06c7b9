import { fault } from '@milepost/contract/fault';
import { AppError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { withConflicts } from '../conflicts.ts';
import { type Database, inTransaction } from '../database.ts';
import { onlyRow } from '../rows.ts';
import { checkVersion } from '../versions.ts';

/** The decoding profiles of one kind. They apply to the whole installation. */
export interface ProfileKind {
  table: 'json_profiles' | 'layout_profiles';
  subject: 'json-profile' | 'layout-profile';
  most: number;
}

/**
 * @param columns by their column names, which the caller must not take from input
 * @throws AppError `conflict` if its rule is taken, there are too many or somebody else saved it meanwhile, `not-found`
 * if it does not exist
 */
export function saveProfile(
  database: Database,
  actor: Actor,
  { table, subject, most }: ProfileKind,
  { id, version }: { id: number | undefined; version: number | undefined },
  columns: Readonly<Record<string, string | null>>,
): Promise<{ id: number; version: number }> {
  const names = [...Object.keys(columns), 'changed_by'];
  const values = [...Object.values(columns), actor.userId];
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      if (id !== undefined) {
        await db.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);
        await checkVersion(db, subject, id, version);
      }
      const saved = await audited(db, actor, saving(subject, id), async () => {
        if (id !== undefined) {
          const set = names.map((name, at) => `${name} = $${at + 1}`).join(', ');
          const { rowCount } = await db.query(
            `UPDATE ${table} SET ${set}, changed_at = now(), version = version + 1 WHERE id = $${names.length + 1}`,
            [...values, id],
          );
          if (rowCount !== 1) throw new AppError('not-found', 'no-device-profile');
          return id;
        }
        // Two concurrent transactions must not exceed the limit together.
        await db.query(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
        const counted = await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`);
        if (onlyRow(counted).n >= most) throw new AppError('conflict', fault('most-device-profiles', { most }));
        const made = await db.query<{ id: number }>(
          `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})
           RETURNING id`,
          values,
        );
        return onlyRow(made).id;
      });
      return onlyRow(
        await db.query<{ id: number; version: number }>(`SELECT id, version FROM ${table} WHERE id = $1`, [saved]),
      );
    }),
  );
}

/** @throws AppError `not-found` if it does not exist */
export async function deleteProfile(
  database: Database,
  actor: Actor,
  { table, subject }: ProfileKind,
  id: number,
): Promise<void> {
  await inTransaction(database, (db) =>
    audited(db, actor, { subject, id, action: 'delete' }, async () => {
      const { rowCount } = await db.query(`DELETE FROM ${table} WHERE id = $1`, [id]);
      if (rowCount !== 1) throw new AppError('not-found', 'no-device-profile');
      return id;
    }),
  );
}
