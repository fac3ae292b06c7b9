import type { Queryable } from '../database.ts';

/**
 * Takes the next turn to ask the geocoder, of all processes together; returns in how many milliseconds it is. Null where
 * that would be longer than `mostMs`: then none was taken.
 * @param everyMs between two turns
 */
export async function reserveSlot(db: Queryable, everyMs: number, mostMs: number): Promise<number | null> {
  const { rows } = await db.query<{ inMs: number }>(
    `UPDATE geocoder_turn SET next_at = greatest(next_at, now()) + $1 * interval '1 millisecond'
     WHERE next_at < now() + $2 * interval '1 millisecond'
     RETURNING extract(epoch FROM next_at - now())::float8 * 1000 - $1::float8 AS "inMs"`,
    [everyMs, mostMs],
  );
  return rows[0] ? Math.max(0, rows[0].inMs) : null;
}

/** The service wants to be left alone, or does not work: nobody asks it for so long. */
export async function restGeocoder(db: Queryable, forMs: number): Promise<void> {
  await db.query(`UPDATE geocoder_turn SET next_at = greatest(next_at, now() + $1 * interval '1 millisecond')`, [
    forMs,
  ]);
}
