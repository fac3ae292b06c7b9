import { revived } from '@milepost/tracking/revived';
import { type AlarmMemory, STATE_VERSION, type TrackState } from '@milepost/tracking/track-state';
import type { Queryable } from '../database.ts';

/** The stored states by installation. A state of another version is not used: the installation starts afresh. */
export async function readStates(db: Queryable, installationIds: readonly number[]): Promise<Map<number, TrackState>> {
  const { rows } = await db.query<{ id: number; state: TrackState }>(
    'SELECT installation_id AS id, state FROM tracking_states WHERE installation_id = ANY($1)',
    [installationIds],
  );
  return new Map(rows.filter(({ state }) => isReadable(state)).map(({ id, state }) => [id, revived(state)]));
}

/** The newest checkpoint before a given time (epoch milliseconds, infinite for the newest of all). */
export async function readCheckpoint(
  db: Queryable,
  installationId: number,
  before: number,
): Promise<TrackState | null> {
  const { rows } = await db.query<{ state: TrackState }>(
    `SELECT state FROM tracking_checkpoints WHERE installation_id = $1 AND time < coalesce($2, 'infinity'::timestamptz)
      ORDER BY time DESC LIMIT 1`,
    [installationId, Number.isFinite(before) ? new Date(before) : null],
  );
  const state = rows[0]?.state;
  return state && isReadable(state) ? revived(state) : null;
}

/**
 * The parts of the newest checkpoint before a given time (epoch milliseconds) that are equal in every version: its
 * position in the order of reports, and its alarms.
 */
export async function readOldCheckpoint(
  db: Queryable,
  installationId: number,
  before: number,
): Promise<{ time: number; hash: number; alarms: AlarmMemory } | null> {
  const { rows } = await db.query<{ time: number; hash: number; alarms: AlarmMemory }>(
    `SELECT (state->>'time')::float8 AS time, (state->>'hash')::int AS hash, state->'alarms' AS alarms
       FROM tracking_checkpoints WHERE installation_id = $1 AND time < $2 ORDER BY tracking_checkpoints.time DESC LIMIT 1`,
    [installationId, new Date(before)],
  );
  return rows[0] ?? null;
}

/**
 * The active alarms in the newest state that were raised before a given time (epoch milliseconds). They include all
 * reports of that state, also those that are read another time.
 */
export async function readAlarmsSince(
  db: Queryable,
  installationId: number,
  before: number,
): Promise<Pick<AlarmMemory, 'last' | 'held' | 'includes'>> {
  const { rows } = await db.query<{ alarms: AlarmMemory; time: number | null }>(
    `SELECT state->'alarms' AS alarms, (state->>'time')::float8 AS time FROM tracking_states WHERE installation_id = $1`,
    [installationId],
  );
  const { last = {}, held = {} } = rows[0]?.alarms ?? {};
  const time = rows[0]?.time ?? null;
  const active = Object.entries(last).filter(([, { start, clearedAt }]) => start < before && clearedAt === null);
  return {
    last: Object.fromEntries(active),
    held: Object.fromEntries(active.flatMap(([rule]) => (held[rule] ? [[rule, true]] : []))),
    ...(time !== null && { includes: Object.fromEntries(active.map(([rule]) => [rule, time])) }),
  };
}

const isReadable = (state: TrackState) => state.version === STATE_VERSION;

/** When people cleared alarms, by installation and rule (epoch milliseconds). */
export async function readClearedByHand(
  db: Queryable,
  installationIds: readonly number[],
): Promise<Map<number, { ruleId: number; at: number }[]>> {
  const { rows } = await db.query<{ id: number; ruleId: number; at: number }>(
    `SELECT installation_id AS id, rule_id AS "ruleId", (extract(epoch FROM cleared_by_hand_at) * 1000)::float8 AS at
       FROM alarms WHERE installation_id = ANY($1) AND cleared_by_hand_at IS NOT NULL ORDER BY cleared_by_hand_at`,
    [installationIds],
  );
  const cleared = new Map<number, { ruleId: number; at: number }[]>();
  for (const { id, ...one } of rows) cleared.set(id, [...(cleared.get(id) ?? []), one]);
  return cleared;
}

const SILENCE = {
  name: 'silence-alarms',
  text: `SELECT a.installation_id AS id, array_agg(a.key) AS keys FROM alarms a JOIN alarm_rules r ON r.id = a.rule_id
       LEFT JOIN tracking_states s ON s.installation_id = a.installation_id
      WHERE a.installation_id = ANY($1) AND r.condition->>'kind' IN ('noData', 'notInArea')
        AND (a.cleared_at IS NULL OR (r.condition->>'kind' = 'notInArea' AND a.started_at > s.time))
      GROUP BY a.installation_id`,
};

/**
 * The keys of the alarms that the server's clock raised without reports, by installation: active alarms of silence,
 * since reports never leave one active, and all missed places since the last report, each of which cleared the one
 * before.
 */
export async function readSilence(
  db: Queryable,
  installationIds: readonly number[],
): Promise<Map<number, Set<string>>> {
  const { rows } = await db.query<{ id: number; keys: string[] }>({ ...SILENCE, values: [installationIds] });
  return new Map(rows.map(({ id, keys }) => [id, new Set(keys)]));
}

/** Clears alarms of silence because data arrived. Returns those that were still active. */
export async function endSilence(
  db: Queryable,
  ended: readonly { installationId: number; key: string }[],
): Promise<{ id: number; installationId: number }[]> {
  const { rows } = await db.query<{ id: number; installationId: number }>(
    `UPDATE alarms a SET cleared_at = greatest(now(), a.last_at)
       FROM unnest($1::int[], $2::text[]) AS ended(installation_id, key)
      WHERE a.installation_id = ended.installation_id AND a.key = ended.key AND a.cleared_at IS NULL
      RETURNING a.id, a.installation_id AS "installationId"`,
    [ended.map(({ installationId }) => installationId), ended.map(({ key }) => key)],
  );
  return rows;
}

/** The installations whose facts have to be recomputed, and from when on (epoch milliseconds). */
export async function readLateMarks(db: Queryable): Promise<{ installationId: number; lateAt: number }[]> {
  const { rows } = await db.query<{ installationId: number; lateAt: number }>(
    `SELECT installation_id AS "installationId", (extract(epoch FROM late_at) * 1000)::float8 AS "lateAt"
       FROM late_marks`,
  );
  return rows;
}

/**
 * Marks an installation: its facts from `lateAt` on (epoch milliseconds) have to be recomputed, even after a crash.
 */
export async function markLate(db: Queryable, installationId: number, lateAt: number): Promise<void> {
  await db.query(
    `INSERT INTO late_marks AS held (installation_id, late_at)
     SELECT id, $2 FROM installations WHERE id = $1
     ON CONFLICT (installation_id) DO UPDATE SET late_at = least(held.late_at, excluded.late_at)`,
    [installationId, new Date(lateAt)],
  );
}

/**
 * Installations whose facts do not match the fleet: their state is older than their end or resumption, or their device
 * reported but was never tracked.
 */
export async function listUnsettled(db: Queryable): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT i.id FROM installations i JOIN tracking_states s ON s.installation_id = i.id
      WHERE (s.state->>'ended')::boolean IS DISTINCT FROM (i.removed_at IS NOT NULL)
     UNION ALL
     SELECT i.id FROM installations i
      WHERE NOT EXISTS (SELECT FROM tracking_states s WHERE s.installation_id = i.id)
        AND EXISTS (SELECT FROM device_states d WHERE d.device_id = i.device_id)`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Deletes checkpoints older than 45 days, except the newest of them, so that later reports still have one before them.
 */
export async function tidyCheckpoints(db: Queryable): Promise<void> {
  await db.query(
    `DELETE FROM tracking_checkpoints c
      WHERE c.time < now() - interval '45 days'
        AND EXISTS (SELECT FROM tracking_checkpoints newer
                     WHERE newer.installation_id = c.installation_id AND newer.time > c.time
                       AND newer.time < now() - interval '45 days')`,
  );
}
