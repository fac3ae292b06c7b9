import { type Database, inTransaction, type Queryable } from '../database.ts';
import type { Fact } from '@milepost/tracking/fact';
import { FACT_KINDS, FACT_TABLES } from './fact-tables.ts';
import type { FactsFault } from './facts-fault.ts';
import {
  factParameters,
  FACTS_WRITTEN,
  type FactsWritten,
  inPieces,
  type InstallationWrites,
  writeFactsSql,
} from './fact-writes.ts';
import type { Installation } from '../fleet/installations.ts';
import { KNOWN_END } from './overlapping.ts';
import { FACTS_RULE } from './older-facts.ts';
import { isHeldSql } from '../retention/legal-hold-sql.ts';
import { endRecomputeRequest } from './recompute-requests.ts';

/** The recomputed facts of an installation that replace the stored ones. */
export interface Replacement {
  writes: InstallationWrites;
  /** Stored facts confirmed after this (epoch milliseconds) are replaced or deleted; infinite if all stay. */
  since: number;
  /** Keys of facts that ingest wrote meanwhile, which are also deleted unless they are written again. */
  also?: readonly string[];
  /** Why older facts could not be recomputed; left out if all were. */
  fault?: FactsFault | null;
  /** Checkpoints from here on (epoch milliseconds) lack the late reports; infinite if there are none. */
  lateAt: number;
  /** The earliest report (epoch milliseconds) that arrived too late for this replacement; null if none did. */
  stillLateAt: number | null;
  /** Recomputed from the first report on: older states are obsolete, and all its facts have the present version. */
  whole: boolean;
  /** Open facts from before this time (epoch milliseconds) end here; null if they continue. */
  cutAt: number | null;
  /**
   * Facts that began before `at` (epoch milliseconds) stay unchanged, except open ones that are not written again:
   * these end at `since`, or where their data ended before. Null if all can be replaced.
   */
  floor: { since: number; at: number } | null;
  /** New alarms from before this time cause no notifications. */
  notifiedBefore: number | null;
  /** The request of an operator that this fulfils. */
  request?: number | null;
}

/**
 * No reports are inserted in this statement, so none can be late. Like the other long statements of a replacement it has a
 * name, so that each connection prepares it once: that takes the database longer than the facts of a month.
 */
const WRITE_FACTS = {
  name: 'write-facts',
  text: `
  WITH ${writeFactsSql(0, 'SELECT NULL::int AS device_id, NULL::timestamptz AS at, NULL::int AS report_hash WHERE false', true)}
  SELECT ${FACTS_WRITTEN}`,
};

/**
 * For a transaction: whatever the keys of an installation are, its facts are found by the same indexes, so that a plan for
 * each call would only take time.
 */
const PLAN_ONCE = 'SET LOCAL plan_cache_mode = force_generic_plan';

/**
 * Alarms that are kept: a person acted on them; they were notified about a silence by the server's clock; their rule
 * has changed since they were raised, so that they cannot be evaluated again; or a legal hold keeps them, with what was
 * sent about them, although the vehicle is now said to have been out of service then.
 */
const RETAINED = `(acknowledged_at IS NOT NULL OR cleared_by_hand_at IS NOT NULL
  OR ${isHeldSql('alarms.vehicle_id', 'alarms.started_at', `coalesce(alarms.cleared_at, 'infinity')`)}
  OR NOT EXISTS (SELECT FROM alarm_rules r WHERE r.id = rule_id AND r.enabled AND r.deleted_at IS NULL
                  AND r.holds_since <= started_at AND r.condition->>'kind' <> 'noData'))`;

/** Alarms of a rule that was changed since, and that only a person can clear. */
const OPEN_FOR_PEOPLE = `EXISTS (SELECT FROM alarm_rules r WHERE r.id = rule_id AND r.holds_since > started_at
  AND r.condition->>'kind' = 'device' AND r.condition->'clearAfterS' = 'null')`;

/**
 * Parameters: installation, since, until, keys of other facts that may no longer exist, floor; then the written keys.
 */
const unconfirmed = (keys: number) =>
  `installation_id = $1 AND key <> ALL ($${keys}::text[]) AND started_at >= coalesce($5, '-infinity'::timestamptz)
  AND (confirmed_at > coalesce($2, 'infinity'::timestamptz) AND confirmed_at <= coalesce($3, 'infinity'::timestamptz)
       OR key = ANY ($4::text[]))`;
const BEFORE_KEYS = 5;

/** Deletes facts that are not written again. */
const GONE = FACT_KINDS.map((kind, index) => {
  const gone = `DELETE FROM ${FACT_TABLES[kind].table} WHERE ${unconfirmed(BEFORE_KEYS + index + 1)}`;
  return `gone_${kind} AS (${kind === 'alarm' ? `${gone} AND NOT ${RETAINED} RETURNING id` : gone})`;
}).join(', ');
const FORGET = { name: 'forget-facts', text: `WITH ${GONE} SELECT id FROM gone_alarm` };
/** Clears alarms that are kept although they are not written again. */
const CLEAR = {
  name: 'clear-facts',
  text: `UPDATE alarms SET cleared_at = greatest(now(), last_at)
     WHERE ${unconfirmed(BEFORE_KEYS + 1)} AND cleared_at IS NULL AND ${RETAINED} AND NOT ${OPEN_FOR_PEOPLE} RETURNING id`,
};

/** The part of the stored facts that is replaced. */
interface Span {
  installationId: number;
  /**
   * Stored facts confirmed after this (epoch milliseconds; infinite: none) and up to `until` are written again or
   * deleted.
   */
  since: number;
  until: number;
  /** Keys of facts that are also deleted unless they are written again. */
  also: readonly string[];
  /** Facts that began before this time (epoch milliseconds) stay. */
  floorAt: number | null;
  /** The keys of facts that stay or are written again, by kind. */
  keys: readonly (readonly string[])[];
}

const timestamp = (ms: number | null) => (ms !== null && Number.isFinite(ms) ? new Date(ms) : null);

/** Deletes or clears facts that are not written again; returns the affected alarms. */
async function forget(db: Queryable, { installationId, since, until, also, floorAt, keys }: Span): Promise<number[]> {
  const before = [installationId, timestamp(since), timestamp(until), also, timestamp(floorAt)];
  const gone = await db.query<{ id: number }>({ ...FORGET, values: [...before, ...keys] });
  const alarms = keys[FACT_KINDS.indexOf('alarm')];
  const cleared = await db.query<{ id: number }>({ ...CLEAR, values: [...before, alarms] });
  return [...gone.rows, ...cleared.rows].map(({ id }) => id);
}

/** The number of rows deleted by one statement. */
const GONE_AT_ONCE = 5000;

/**
 * If far more is stored than is written again, as from times without a limit, it is first deleted in separate batches.
 */
async function forgetMany(database: Database, { installationId, since, until, floorAt, keys }: Span): Promise<void> {
  for (const [index, kind] of FACT_KINDS.entries()) {
    if (kind === 'alarm' || kind === 'day') continue;
    const { table } = FACT_TABLES[kind];
    const values = [installationId, timestamp(since), timestamp(until), timestamp(floorAt), keys[index]];
    const some = `SELECT ctid FROM ${table} WHERE installation_id = $1 AND confirmed_at > coalesce($2, 'infinity'::timestamptz)
      AND confirmed_at <= coalesce($3, 'infinity'::timestamptz) AND key <> ALL ($5::text[])
      AND started_at >= coalesce($4, '-infinity'::timestamptz) LIMIT ${GONE_AT_ONCE}`;
    for (;;) {
      const { rows } = await database.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM (${some}) stale`,
        values,
      );
      if ((rows[0]?.count ?? 0) < GONE_AT_ONCE) break;
      await database.query(`DELETE FROM ${table} WHERE ctid = ANY (ARRAY(${some}))`, values);
    }
  }
}

const keysOf = (facts: readonly Fact[]) =>
  FACT_KINDS.map((kind) => facts.filter((fact) => fact.kind === kind).map(({ key }) => key));

/** A part of a long replacement, with its own transaction; the state and everything later stay as they are. */
export interface PartialReplacement {
  installation: Installation;
  facts: readonly Fact[];
  severities: ReadonlyMap<number, string>;
  since: number;
  until: number;
  floorAt: number | null;
  /** Facts that are not written here and stay. */
  stored: readonly Fact[];
  storedKeys: readonly string[];
  notifiedBefore: number | null;
}

/**
 * Replaces the facts that were confirmed in a span, in one transaction that is valid independently of later parts.
 * Without parts, a replacement of years would be a single transaction that blocks everybody.
 */
export async function replacePart(database: Database, part: PartialReplacement): Promise<FactsWritten> {
  const { installation, facts, severities, since, until, floorAt, stored, storedKeys, notifiedBefore } = part;
  const { id } = installation;
  const keys = keysOf([...facts, ...stored]).map((some) => [...some, ...storedKeys]);
  const span = { installationId: id, since, until, also: [], floorAt, keys };
  await forgetMany(database, span);
  return inTransaction(database, async (db) => {
    await db.query(PLAN_ONCE);
    const gone = await forget(db, span);
    const writes = { installation, facts: [...facts], state: null, checkpoints: [], late: [], severities };
    const written = await writeQuietly(db, writes, notifiedBefore);
    return { alarms: [...written, ...gone.map((alarm) => ({ id: alarm, installationId: id }))], late: [] };
  });
}

/** Writes facts in pieces of limited size. New alarms from before a given time cause no notifications. */
async function writeQuietly(
  db: Queryable,
  writes: InstallationWrites,
  notifiedBefore: number | null,
): Promise<FactsWritten['alarms']> {
  const { id } = writes.installation;
  const last = notifiedBefore === null ? null : await newestAlarm(db, id);
  const alarms = [];
  for (const piece of inPieces(writes)) {
    const { rows } = await db.query<FactsWritten>({ ...WRITE_FACTS, values: factParameters([piece]) });
    alarms.push(...(rows[0]?.alarms ?? []));
  }
  if (notifiedBefore !== null) await suppressNotices(db, id, { after: last ?? 0, before: notifiedBefore });
  return alarms;
}

/**
 * Replaces the facts of an installation from a given time on, in one transaction. A fact that is found again keeps its
 * id, and an alarm its handling. An alarm that is not found again is deleted, or only cleared if somebody handled it or
 * if it was raised for silence.
 */
export function replaceFacts(database: Database, replacement: Replacement): Promise<FactsWritten> {
  const { writes, since, also = [], lateAt, stillLateAt, whole, cutAt, floor, notifiedBefore } = replacement;
  const { id } = writes.installation;
  const keys = keysOf(writes.facts);
  const span = { installationId: id, since, until: Infinity, also, floorAt: floor && floor.at, keys };
  return inTransaction(database, async (db) => {
    await db.query(PLAN_ONCE);
    if (whole) await db.query('DELETE FROM tracking_checkpoints WHERE installation_id = $1', [id]);
    else if (Number.isFinite(lateAt)) {
      await db.query('DELETE FROM tracking_checkpoints WHERE installation_id = $1 AND time >= $2', [
        id,
        new Date(lateAt),
      ]);
    }
    const gone = await forget(db, span);
    if (cutAt !== null) await cutFacts(db, id, cutAt);
    if (floor !== null) await cutOngoing(db, id, floor, keys);
    const written = await writeQuietly(db, writes, notifiedBefore);
    if (whole) await markMade(db, writes.installation);
    if (stillLateAt === null) await db.query('DELETE FROM late_marks WHERE installation_id = $1', [id]);
    else {
      await db.query('UPDATE late_marks SET late_at = $2 WHERE installation_id = $1', [id, new Date(stillLateAt)]);
    }
    if (replacement.request) await endRecomputeRequest(db, id, replacement.request);
    await db.query(
      'UPDATE installations SET facts_fault = $2 WHERE id = $1 AND facts_fault IS DISTINCT FROM $2::jsonb',
      [id, replacement.fault ?? null],
    );
    return { alarms: [...written, ...gone.map((alarm) => ({ id: alarm, installationId: id }))], late: [] };
  });
}

/**
 * Records that the facts of the installation have the present version, unless the settings of its device were changed
 * meanwhile.
 */
async function markMade(db: Queryable, { id, ignitionSource, speedFactor }: Installation): Promise<void> {
  await db.query(
    `UPDATE tracking_states s SET rule = $2 FROM installations i
      WHERE s.installation_id = $1 AND i.id = $1 AND i.ignition_source = $3 AND i.speed_factor = $4`,
    [id, FACTS_RULE, ignitionSource, speedFactor],
  );
}

/** Ends open facts of an older version at this time; a continuing one becomes a new fact from here. */
async function cutFacts(db: Queryable, installationId: number, cutAt: number): Promise<void> {
  for (const kind of FACT_KINDS) {
    if (!('ended_at' in FACT_TABLES[kind].columns) || kind === 'day') continue;
    await db.query(
      `UPDATE ${FACT_TABLES[kind].table}
          SET ended_at = $2::timestamptz, duration_s = extract(epoch FROM $2::timestamptz - started_at)
        WHERE installation_id = $1 AND confirmed_at <= $2 AND started_at < $2
          AND coalesce(ended_at, 'infinity') > $2`,
      [installationId, new Date(cutAt)],
    );
  }
}

/**
 * Ends open facts from before the floor that were not found again: their start can no longer be read. One whose data
 * ended before keeps its duration.
 */
async function cutOngoing(
  db: Queryable,
  installationId: number,
  { since, at }: { since: number; at: number },
  keys: readonly string[][],
): Promise<void> {
  for (const [index, kind] of FACT_KINDS.entries()) {
    if (!('ended_at' in FACT_TABLES[kind].columns) || kind === 'day') continue;
    await db.query(
      `UPDATE ${FACT_TABLES[kind].table} f
          SET ended_at = greatest(least($2, ${KNOWN_END}), started_at),
              duration_s = least(duration_s, extract(epoch FROM greatest($2, started_at) - started_at))
        WHERE installation_id = $1 AND started_at < $3 AND ended_at IS NULL AND key <> ALL ($4::text[])`,
      [installationId, new Date(since), new Date(at), keys[index]],
    );
  }
}

async function newestAlarm(db: Queryable, installationId: number): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    'SELECT coalesce(max(id), 0) AS id FROM alarms WHERE installation_id = $1',
    [installationId],
  );
  return rows[0]?.id ?? 0;
}

/** Suppresses notifications about past alarms that were created after this id. */
async function suppressNotices(
  db: Queryable,
  installationId: number,
  { after, before }: { after: number; before: number },
): Promise<void> {
  await db.query(
    `UPDATE alarms SET notified_at = now()
      WHERE installation_id = $1 AND notified_at IS NULL AND id > $2 AND last_at < $3`,
    [installationId, after, new Date(before)],
  );
}
