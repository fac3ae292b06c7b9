import { PACE_PAUSES, type RecomputePace } from '@milepost/contract/recompute-pace';
import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import { FACTS_RULE } from './older-facts.ts';

/** What the operator chose for the facts of the past that an earlier version computed. */
export interface RecomputeChoice {
  paused: boolean;
  pace: RecomputePace;
}

/**
 * Creates the choice for this version of the computation, unless there is one.
 * @param paused whether the operator wants to be asked first
 */
export async function ensureRecomputeChoice(db: Queryable, paused: boolean): Promise<void> {
  await db.query(
    `INSERT INTO recompute_choices (rule, paused, pace)
     SELECT $1, $2, coalesce((SELECT pace FROM recompute_choices ORDER BY rule DESC LIMIT 1), 'normal')
     ON CONFLICT DO NOTHING`,
    [FACTS_RULE, paused],
  );
}

/** The choice; at normal pace if there is none yet. */
export async function readRecomputeChoice(db: Queryable): Promise<RecomputeChoice> {
  const { rows } = await db.query<RecomputeChoice>('SELECT paused, pace FROM recompute_choices WHERE rule = $1', [
    FACTS_RULE,
  ]);
  return rows[0] ?? { paused: false, pace: 'normal' };
}

export async function saveRecomputeChoice(db: Queryable, { paused, pace }: RecomputeChoice): Promise<void> {
  await db.query(
    `INSERT INTO recompute_choices (rule, paused, pace) VALUES ($1, $2, $3)
     ON CONFLICT (rule) DO UPDATE SET paused = excluded.paused, pace = excluded.pace, changed_at = now()`,
    [FACTS_RULE, paused, pace],
  );
}

/** Stores how long recomputing a position takes on this machine, microseconds. */
export async function saveRecomputeSpeed(db: Queryable, positionUs: number): Promise<void> {
  await db.query('UPDATE recompute_choices SET position_us = $2 WHERE rule = $1', [FACTS_RULE, positionUs]);
}

/** The past that an earlier version computed, or an operator wants to be recomputed, of all organisations. */
export interface OlderPast {
  vehicles: number;
  /** Of these, the vehicles that only a request of an operator concerns. */
  requested: number;
  positions: number;
  /** Microseconds of recomputing one position, as measured here; null before the first vehicle. */
  positionUs: number | null;
}

export async function readOlderPast(db: Queryable): Promise<OlderPast> {
  return onlyRow(
    await db.query<OlderPast>(
      `WITH older AS (
              SELECT s.installation_id AS id, i.vehicle_id, s.rule >= $1 AS requested,
                     CASE WHEN s.rule >= $1 THEN r.since ELSE '-infinity' END AS since
                FROM tracking_states s JOIN installations i ON i.id = s.installation_id
                LEFT JOIN recompute_requests r ON r.installation_id = s.installation_id
               WHERE s.rule BETWEEN 1 AND $1 - 1 OR r.installation_id IS NOT NULL),
            vehicle AS (SELECT bool_and(requested) AS requested FROM older GROUP BY vehicle_id)
       SELECT (SELECT count(*)::int FROM vehicle) AS vehicles,
              (SELECT count(*)::int FROM vehicle WHERE requested) AS requested,
              (SELECT coalesce(sum(d.positions), 0)::float8 FROM older
                 JOIN day_totals d ON d.installation_id = older.id AND d.started_at >= older.since) AS positions,
              (SELECT position_us FROM recompute_choices WHERE rule = $1) AS "positionUs"`,
      [FACTS_RULE],
    ),
  );
}

/** Seconds of recomputing the past at a pace; null while the speed of this machine is not measured. */
export const secondsOf = (
  { positions, positionUs }: Pick<OlderPast, 'positions' | 'positionUs'>,
  pace: RecomputePace,
): number | null => (positionUs === null ? null : Math.ceil((positions * positionUs * (1 + PACE_PAUSES[pace])) / 1e6));
