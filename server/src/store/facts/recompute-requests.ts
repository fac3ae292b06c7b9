import { type Database, inTransaction, type Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';

/** A request of an operator to recompute the facts of an installation. */
export interface RecomputeRequest {
  installationId: number;
  number: number;
  /** Epoch milliseconds; negatively infinite: from its first position on. */
  since: number;
}

/** The requests that are not fulfilled yet. */
export async function listRecomputeRequests(db: Queryable): Promise<RecomputeRequest[]> {
  const { rows } = await db.query<RecomputeRequest>(
    `SELECT installation_id AS "installationId", number, (extract(epoch FROM since) * 1000)::float8 AS since
       FROM recompute_requests ORDER BY number`,
  );
  return rows;
}

/** Ends the request of an installation, unless a later one has replaced it. */
export async function endRecomputeRequest(db: Queryable, installationId: number, number: number): Promise<void> {
  await db.query('DELETE FROM recompute_requests WHERE installation_id = $1 AND number <= $2', [
    installationId,
    number,
  ]);
}

/** The vehicles of which the facts are to be recomputed. */
export interface RecomputeSelection {
  vehicleIds: readonly number[];
  /** The first day, such as `2026-03-02`, by the clock of each organisation; null: from the first position on. */
  fromDay: string | null;
}

/** An installation without a state has no facts. One that was removed before the day has none since. */
const CHOSEN = `SELECT i.id, i.vehicle_id, coalesce($2::date::timestamp AT TIME ZONE o.time_zone, '-infinity') AS since
  FROM installations i JOIN vehicles v ON v.id = i.vehicle_id JOIN organisations o ON o.id = v.organisation_id
  WHERE v.id = ANY($1) AND EXISTS (SELECT FROM tracking_states s WHERE s.installation_id = i.id)
    AND coalesce(i.removed_at, 'infinity') > coalesce($2::date::timestamp AT TIME ZONE o.time_zone, '-infinity')`;

/** The number of positions to read: from the last state that is stored before the day, or from the beginning. */
export async function measureRecomputation(
  db: Queryable,
  { vehicleIds, fromDay }: RecomputeSelection,
): Promise<{ vehicles: number; positions: number }> {
  return onlyRow(
    await db.query<{ vehicles: number; positions: number }>(
      `WITH chosen AS (${CHOSEN}),
            read AS (SELECT c.*, coalesce((SELECT max(p.time) FROM tracking_checkpoints p
                                            WHERE p.installation_id = c.id AND p.time < c.since), '-infinity') AS start
                       FROM chosen c)
       SELECT (SELECT count(DISTINCT vehicle_id)::int FROM chosen) AS vehicles,
              (SELECT coalesce(sum(d.positions), 0)::float8 FROM read JOIN day_totals d
                   ON d.installation_id = read.id AND d.started_at >= read.start) AS positions`,
      [vehicleIds, fromDay],
    ),
  );
}

/** Requests the recomputation, which the server that stores positions does beside its work. Returns the last number. */
export function addRecomputeRequests(database: Database, { vehicleIds, fromDay }: RecomputeSelection): Promise<number> {
  return inTransaction(database, async (db) => {
    const { rows } = await db.query<{ number: number }>(
      `INSERT INTO recompute_requests AS known (installation_id, since)
       SELECT id, since FROM (${CHOSEN}) c ORDER BY id
       ON CONFLICT (installation_id) DO UPDATE SET since = least(known.since, excluded.since),
         number = DEFAULT, requested_at = excluded.requested_at
       RETURNING number`,
      [vehicleIds, fromDay],
    );
    return Math.max(0, ...rows.map(({ number }) => number));
  });
}

/** The vehicles whose requests up to a number are not fulfilled, and why the last attempts at some of them failed. */
export async function readRecomputeRequests(
  db: Queryable,
  { vehicleIds }: Pick<RecomputeSelection, 'vehicleIds'>,
  until: number,
): Promise<{ vehicles: number; failures: { registration: string; cause: string }[] }> {
  const { rows } = await db.query<{ vehicleId: number; registration: string; cause: string | null }>(
    `SELECT DISTINCT ON (v.id) v.id AS "vehicleId", v.registration,
            CASE WHEN (i.facts_fault->>'at')::timestamptz > r.requested_at THEN i.facts_fault->>'cause' END AS cause
       FROM recompute_requests r JOIN installations i ON i.id = r.installation_id JOIN vehicles v ON v.id = i.vehicle_id
      WHERE v.id = ANY($1) AND r.number <= $2 ORDER BY v.id, cause`,
    [vehicleIds, until],
  );
  const failures = rows.flatMap(({ registration, cause }) => (cause === null ? [] : [{ registration, cause }]));
  return { vehicles: rows.length, failures };
}
