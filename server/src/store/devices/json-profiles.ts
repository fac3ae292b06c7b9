import { fault } from '@milepost/contract/fault';
import { type JsonMapping, MOST_JSON_PROFILES } from '@milepost/contract/json-profile-routes';
import { AppError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { withConflicts } from '../conflicts.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';

export interface StoredJsonProfile {
  id: number;
  name: string;
  filter: string;
  mapping: JsonMapping;
  changedBy: string | null;
  changedAt: Date;
}

/** How JSON messages are read, by name. It holds for the whole installation. */
export async function listJsonProfiles(db: Queryable): Promise<StoredJsonProfile[]> {
  const { rows } = await db.query<StoredJsonProfile>(
    `SELECT p.id, p.name, p.filter, p.mapping, u.username AS "changedBy", p.changed_at AS "changedAt"
     FROM json_profiles p LEFT JOIN users u ON u.id = p.changed_by
     ORDER BY p.name, p.id LIMIT ${MOST_JSON_PROFILES}`,
  );
  return rows;
}

interface JsonProfileInput {
  id?: number | undefined;
  name: string;
  filter: string;
  mapping: JsonMapping;
}

/** @throws AppError `conflict` where its filter is taken or there are too many, `not-found` where there is none */
export function saveJsonProfile(database: Database, actor: Actor, input: JsonProfileInput): Promise<number> {
  const { id, name, filter, mapping } = input;
  const values = [name, filter, JSON.stringify(mapping), actor.userId];
  return withConflicts(() =>
    inTransaction(database, (db) =>
      audited(db, actor, saving('json-profile', id), async () => {
        if (id !== undefined) {
          const { rowCount } = await db.query(
            `UPDATE json_profiles SET name = $1, filter = $2, mapping = $3, changed_by = $4, changed_at = now()
             WHERE id = $5`,
            [...values, id],
          );
          if (rowCount !== 1) throw new AppError('not-found', 'no-json-profile');
          return id;
        }
        // Two at a time must not exceed it together.
        await db.query('LOCK TABLE json_profiles IN SHARE ROW EXCLUSIVE MODE');
        const counted = await db.query<{ n: number }>('SELECT count(*)::int AS n FROM json_profiles');
        if (onlyRow(counted).n >= MOST_JSON_PROFILES) {
          throw new AppError('conflict', fault('most-json-profiles', { most: MOST_JSON_PROFILES }));
        }
        const made = await db.query<{ id: number }>(
          'INSERT INTO json_profiles (name, filter, mapping, changed_by) VALUES ($1, $2, $3, $4) RETURNING id',
          values,
        );
        return onlyRow(made).id;
      }),
    ),
  );
}

/** @throws AppError `not-found` where there is none */
export async function deleteJsonProfile(database: Database, actor: Actor, id: number): Promise<void> {
  await inTransaction(database, (db) =>
    audited(db, actor, { subject: 'json-profile', id, action: 'delete' }, async () => {
      const { rowCount } = await db.query('DELETE FROM json_profiles WHERE id = $1', [id]);
      if (rowCount !== 1) throw new AppError('not-found', 'no-json-profile');
      return id;
    }),
  );
}
