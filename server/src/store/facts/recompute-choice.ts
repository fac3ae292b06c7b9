import type { RecomputePace } from '@milepost/contract/recompute-pace';
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

/** The past that an earlier version computed, of all organisations. */
export interface OlderPast {
  vehicles: number;
  positions: number;
  /** Microseconds of recomputing one position, as measured here; null before the first vehicle. */
  positionUs: number | null;
}

export async function readOlderPast(db: Queryable): Promise<OlderPast> {
  return onlyRow(
    await db.query<OlderPast>(
      `WITH older AS (SELECT s.installation_id AS id, i.vehicle_id FROM tracking_states s
                        JOIN installations i ON i.id = s.installation_id WHERE s.rule BETWEEN 1 AND $1 - 1)
       SELECT (SELECT count(DISTINCT vehicle_id)::int FROM older) AS vehicles,
              (SELECT coalesce(sum(d.positions), 0)::float8 FROM day_totals d
                WHERE d.installation_id IN (SELECT id FROM older)) AS positions,
              (SELECT position_us FROM recompute_choices WHERE rule = $1) AS "positionUs"`,
      [FACTS_RULE],
    ),
  );
}
