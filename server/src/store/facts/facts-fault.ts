import type { Queryable } from '../database.ts';

/** Why facts of an installation could not be made again, as its vehicle shows it. */
export interface FactsFault {
  /** What the database or tracking said. */
  cause: string;
  /** When it was tried last. */
  at: string;
  /** Facts from here on are made again, those of before are as they were; null where none are. */
  since: string | null;
}

/** Says of an installation that its facts could not be made again. */
export async function saveFactsFault(db: Queryable, installationId: number, fault: FactsFault): Promise<void> {
  await db.query('UPDATE installations SET facts_fault = $2 WHERE id = $1', [installationId, fault]);
}
