import type { Queryable } from '../database.ts';

/** Why facts of an installation could not be recomputed, as shown with its vehicle. */
export interface FactsFault {
  /** The error message of the database or of tracking. */
  cause: string;
  /** The time of the last attempt. */
  at: string;
  /** Facts from here on were recomputed, earlier ones are unchanged; null if none were. */
  since: string | null;
}

/** Records that the facts of an installation could not be recomputed. */
export async function saveFactsFault(db: Queryable, installationId: number, fault: FactsFault): Promise<void> {
  await db.query('UPDATE installations SET facts_fault = $2 WHERE id = $1', [installationId, fault]);
}
