import { STATE_VERSION } from '@milepost/tracking/track-state';
import type { Queryable } from '../database.ts';
import type { Scope } from '../scope.ts';
import { MAX_ROWS } from '../page.ts';
import { onlyRow } from '../rows.ts';

/**
 * The version of the computation of facts; increased when the same reports produce other facts. Facts of an older
 * version are recomputed (server/src/facts/older-queue.ts).
 */
export const FACTS_RULE = 12;

/** An installation whose facts have an older version. */
export interface OlderFacts {
  installationId: number;
  /** Whether its stored state can be advanced. */
  readable: boolean;
  /** An earlier version of Milepost computed them; false: a setting changed. */
  byUpgrade: boolean;
}

/**
 * Installations whose facts have an older version: those whose organisation changed a setting first, then the oldest.
 */
export async function listOlderFacts(db: Queryable): Promise<OlderFacts[]> {
  const { rows } = await db.query<OlderFacts>(
    `SELECT s.installation_id AS "installationId", (s.state->>'version')::int = $2 AS readable, s.rule > 0 AS "byUpgrade"
       FROM tracking_states s JOIN installations i ON i.id = s.installation_id
      WHERE s.rule < $1 ORDER BY least(s.rule, 1), i.installed_at, i.id`,
    [FACTS_RULE, STATE_VERSION],
  );
  return rows;
}

/** Marks an installation after a change of its settings: all its facts have to be recomputed, even after a crash. */
export async function markOlder(db: Queryable, installationId: number): Promise<void> {
  await db.query('UPDATE tracking_states SET rule = 0 WHERE installation_id = $1', [installationId]);
}

/** The same for all installations of an organisation. */
export async function markOlderOf(db: Queryable, organisationId: number): Promise<void> {
  await db.query(
    `UPDATE tracking_states s SET rule = 0 FROM installations i JOIN vehicles v ON v.id = i.vehicle_id
     WHERE i.id = s.installation_id AND v.organisation_id = $1`,
    [organisationId],
  );
}

interface Progress {
  done: number;
  total: number;
}

/** The version of the facts of an installation `s`; 0 while an operator's request for them waits. */
const RULE_OR_REQUEST = `CASE WHEN EXISTS (SELECT FROM recompute_requests r WHERE r.installation_id = s.installation_id)
  THEN 0 ELSE s.rule END`;

/** The vehicles of all organisations: with all facts of the present version, and in all. */
export async function countRecomputed(db: Queryable): Promise<Progress> {
  const result = await db.query<Progress>(
    `SELECT count(*) FILTER (WHERE rule >= $1)::int AS done, count(*)::int AS total
     FROM (SELECT min(${RULE_OR_REQUEST}) AS rule FROM tracking_states s JOIN installations i ON i.id = s.installation_id
           GROUP BY i.vehicle_id) v`,
    [FACTS_RULE],
  );
  return onlyRow(result);
}

/**
 * For each organisation, the number of vehicles with all facts of the present version, and of those that ever had any
 * facts: a vehicle without a report has none.
 */
export async function readFactsProgress(
  db: Queryable,
  scope: Scope,
): Promise<Progress & { rows: (Progress & { id: number; name: string })[]; rowsTotal: number }> {
  const { rows } = await db.query<Progress & { id: number; name: string }>(
    `SELECT o.id, o.name, count(*) FILTER (WHERE v.rule >= $2)::int AS done, count(*)::int AS total
       FROM (SELECT v.organisation_id, min(${RULE_OR_REQUEST}) AS rule FROM tracking_states s
               JOIN installations i ON i.id = s.installation_id JOIN vehicles v ON v.id = i.vehicle_id
              GROUP BY v.id) v
       JOIN organisations o ON o.id = v.organisation_id
      WHERE o.id = ANY($1) GROUP BY o.id ORDER BY lower(o.name), o.id`,
    [scope.organisationIds, FACTS_RULE],
  );
  const sum = (key: keyof Progress) => rows.reduce((total, row) => total + row[key], 0);
  return { done: sum('done'), total: sum('total'), rows: rows.slice(0, MAX_ROWS), rowsTotal: rows.length };
}
