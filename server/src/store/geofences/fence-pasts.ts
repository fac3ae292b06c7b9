import { LONGEST_LEG_M } from '@milepost/tracking/straight-leg';
import { andSeenFence } from '../common-records.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { FACTS_RULE, markOlder } from '../facts/older-facts.ts';
import { markLate } from '../facts/tracking-states.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { microsSql } from '../tracks/device-range.ts';
import { type Bounds, wasWithin } from '../tracks/has-positions.ts';

/** A geofence whose past has not been completely searched yet. */
export interface DueFence {
  fenceId: number;
  organisationId: number;
  /** When it was drawn or changed, as PostgreSQL writes it; a different value shows a change meanwhile. */
  at: string;
  lastId: number;
}

/** The oldest unfinished geofence of each organisation, with the organisations in random order. */
export async function listDueFences(db: Queryable): Promise<DueFence[]> {
  const { rows } = await db.query<DueFence>(
    `SELECT * FROM (
       SELECT DISTINCT ON (p.organisation_id) p.fence_id AS "fenceId", p.organisation_id AS "organisationId", p.at::text,
         p.last_id AS "lastId"
       FROM fence_pasts p JOIN geofences g ON g.id = p.fence_id
       WHERE g.deleted_at IS NULL AND (p.total IS NULL OR p.looked < p.total)
       ORDER BY p.organisation_id, p.at, p.fence_id) oldest
     ORDER BY random()`,
  );
  return rows;
}

/** SQL: installations `i` with their states `s`, of vehicles `v` to which the geofence `g` applies. */
const COVERED = `installations i JOIN vehicles v ON v.id = i.vehicle_id LEFT JOIN tracking_states s ON s.installation_id = i.id
  JOIN geofences g ON g.organisation_id = v.organisation_id AND g.id = $1
  WHERE v.deleted_at IS NULL AND ((g.vehicle_ids = '{}' AND g.group_ids = '{}')
    OR v.id = ANY(g.vehicle_ids) OR v.group_id = ANY(g.group_ids))`;

/** Counts the installations to search; `searchNextInstallation` searches the next one. */
export async function countCovered(db: Queryable, { fenceId, at }: DueFence): Promise<void> {
  await db.query(
    `UPDATE fence_pasts SET total = (SELECT count(*) FROM ${COVERED}) WHERE fence_id = $1 AND at = $2 AND total IS NULL`,
    [fenceId, at],
  );
}

/** SQL: degrees by which the bounds are extended for visits between two fixes, which then lie outside. */
const BESIDE = `(CASE WHEN g.between_fixes THEN ${LONGEST_LEG_M} / 111195.0 ELSE 0 END)`;
const BESIDE_LON = `${BESIDE} / greatest(0.01, cos(radians(least(89, greatest(abs(g.south), abs(g.north))))))`;
const ALL_LONGITUDES = `(g.west - ${BESIDE_LON} < -180 OR g.east + ${BESIDE_LON} > 180)`;

/** SQL: the next installation `i` with the extended bounds of the geofence. */
const NEXT = `SELECT i.id, i.device_id AS "deviceId", ${microsSql('i.installed_at')} AS "sinceMicros",
    ${microsSql('coalesce(i.removed_at, now())')} AS "untilMicros", s.installation_id IS NOT NULL AS stored,
    i.installed_at AS from, EXISTS (SELECT FROM visits f WHERE f.fence_id = g.id AND f.installation_id = i.id) AS visited,
    floor((g.south - ${BESIDE}) * 1e7) AS south, ceil((g.north + ${BESIDE}) * 1e7) AS north,
    CASE WHEN ${ALL_LONGITUDES} THEN NULL ELSE floor((g.west - ${BESIDE_LON}) * 1e7) END AS west,
    CASE WHEN ${ALL_LONGITUDES} THEN NULL ELSE ceil((g.east + ${BESIDE_LON}) * 1e7) END AS east
  FROM ${COVERED} AND i.id > $2 ORDER BY i.id LIMIT 1`;

interface NextRow extends Bounds {
  id: number;
  deviceId: number;
  /** When it was installed and removed (or now), microseconds. */
  sinceMicros: number;
  untilMicros: number;
  stored: boolean;
  from: Date;
  /** A visit is known. */
  visited: boolean;
}

/** True when a report of the installation was within the extended bounds of the geofence, or a visit of it is known. */
const wasThere = async (db: Queryable, next: NextRow): Promise<boolean> =>
  next.visited ||
  (await wasWithin(db, { deviceId: next.deviceId, from: next.sinceMicros, to: next.untilMicros }, next));

/**
 * Searches the positions of the next installation. If it was near the geofence, the installation is marked for
 * recomputation; one without a stored state, since it has just started, is marked as having late reports instead.
 * @returns null if none is left, or the geofence changed meanwhile
 */
export function searchNextInstallation(
  database: Database,
  due: DueFence,
): Promise<{ late: { installationId: number; lateAt: number } | null } | null> {
  return inTransaction(database, async (db) => {
    const { rows } = await db.query<NextRow>(NEXT, [due.fenceId, due.lastId]);
    const [next] = rows;
    const was = next !== undefined && (await wasThere(db, next));
    const { rowCount } = await db.query(
      next
        ? `UPDATE fence_pasts SET looked = least(looked + 1, total), last_id = $3,
             installation_ids = CASE WHEN $4 THEN array_append(array_remove(installation_ids, $3::int), $3::int) ELSE installation_ids END
           WHERE fence_id = $1 AND at = $2`
        : 'UPDATE fence_pasts SET looked = total WHERE fence_id = $1 AND at = $2',
      next ? [due.fenceId, due.at, next.id, was] : [due.fenceId, due.at],
    );
    if (!next || !rowCount) return null;
    due.lastId = next.id;
    if (was && next.stored) await markOlder(db, next.id);
    if (!was || next.stored) return { late: null };
    const late = { installationId: next.id, lateAt: next.from.getTime() };
    await markLate(db, late.installationId, late.lateAt);
    return { late };
  });
}

const UNFINISHED = `EXISTS (SELECT FROM tracking_states s WHERE s.installation_id = ANY(p.installation_ids) AND s.rule < ${FACTS_RULE})`;

/** Deletes the entries of completely searched geofences. */
export async function forgetFinished(db: Queryable): Promise<void> {
  await db.query(
    `DELETE FROM fence_pasts p USING geofences g WHERE g.id = p.fence_id
       AND (g.deleted_at IS NOT NULL OR (p.looked >= p.total AND NOT ${UNFINISHED}))`,
  );
}

/** The progress of searching the past of geofences in the scope; complete if `fences` is 0. */
export async function readFencePasts(db: Queryable, scope: Scope): Promise<{ fences: number; percent: number }> {
  const { rows } = await db.query<{ fences: number; done: number; all: number }>(
    `SELECT count(*)::int AS fences, coalesce(sum(p.looked + n.marked - n.waiting), 0)::float8 AS done,
            coalesce(sum(coalesce(p.total, 1) + n.marked), 0)::float8 AS all
     FROM fence_pasts p JOIN geofences g ON g.id = p.fence_id
     CROSS JOIN LATERAL (SELECT cardinality(p.installation_ids) AS marked, (SELECT count(*) FROM tracking_states s
       WHERE s.installation_id = ANY(p.installation_ids) AND s.rule < ${FACTS_RULE}) AS waiting) n
     WHERE p.organisation_id = ANY($1) AND g.deleted_at IS NULL${andSeenFence(scope, 'g')}
       AND NOT (p.looked >= coalesce(p.total, 2147483647) AND n.waiting = 0)`,
    [scope.organisationIds],
  );
  const { fences, done, all } = onlyRow({ rows });
  return { fences, percent: all === 0 ? 0 : Math.floor((100 * done) / all) };
}
