import type { Queryable } from '../database.ts';

/**
 * Reserves the next slot for a request to the geocoder, shared by all processes; returns the milliseconds until then.
 * Null, without a reservation, if that exceeds `maxMs`.
 * @param everyMs the interval between two slots
 */
export async function reserveSlot(db: Queryable, everyMs: number, maxMs: number): Promise<number | null> {
  const { rows } = await db.query<{ inMs: number }>(
    `UPDATE geocoder_turn SET next_at = greatest(next_at, now()) + $1 * interval '1 millisecond'
     WHERE next_at < now() + $2 * interval '1 millisecond'
     RETURNING extract(epoch FROM next_at - now())::float8 * 1000 - $1::float8 AS "inMs"`,
    [everyMs, maxMs],
  );
  return rows[0] ? Math.max(0, rows[0].inMs) : null;
}

/** Pauses all requests to the geocoder, because it asked for a pause or does not work. */
export async function restGeocoder(db: Queryable, forMs: number): Promise<void> {
  await db.query(`UPDATE geocoder_turn SET next_at = greatest(next_at, now() + $1 * interval '1 millisecond')`, [
    forMs,
  ]);
}
