import { type Actor, audited, saving } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import type { Ref } from './groups.ts';

export interface NameInput {
  id?: number | undefined;
  name: string;
  version?: number | undefined;
}

export type SavedName = Ref & { organisationId: number; version: number };

/** Adds or renames a record that only has a name, in one transaction. */
export function saveNameRecord(
  database: Database,
  actor: Actor,
  subject: 'group',
  { id }: NameInput,
  save: (db: Queryable) => Promise<SavedName>,
): Promise<SavedName> {
  return inTransaction(database, async (db) => {
    let saved: SavedName | undefined;
    await audited(db, actor, saving(subject, id), async () => {
      saved = await save(db);
      return saved.id;
    });
    if (!saved) throw new Error(`the ${subject} was not saved`);
    return saved;
  });
}
