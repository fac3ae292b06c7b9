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
import { FACTS_RULE } from './older-facts.ts';

/** Facts of an installation that take the place of the stored ones. */
export interface Replacement {
  writes: InstallationWrites;
  /** Stored facts confirmed after this (epoch milliseconds) are replaced or removed; infinite where all stay. */
  since: number;
  /** Keys of facts that ingest wrote meanwhile, which go, too, where they are not told again. */
  also?: readonly string[];
  /** Why older facts could not be made again; left out where all were. */
  fault?: FactsFault | null;
  /** Checkpoints from here on (epoch milliseconds) lack the late reports; infinite where there are none. */
  lateAt: number;
  /** The earliest report (epoch milliseconds) that came too late for this replacement; null where none did. */
  stillLateAt: number | null;
  /** Made from the first report on: older states are useless, and all its facts follow the present rule. */
  whole: boolean;
  /** Open facts from before this moment (epoch milliseconds) end here; null where they go on. */
  cutAt: number | null;
  /**
   * Facts that began before `at` (epoch milliseconds) stay as they are, but those that go on and are not written anew end
   * at `since`; null where all may be replaced.
   */
  floor: { since: number; at: number } | null;
  /** New alarms from before this moment notify nobody. */
  toldBefore: number | null;
}

/** Nothing is inserted beside the facts, so nothing can be late. */
const WRITE_FACTS = `
  WITH ${writeFactsSql(0, 'SELECT NULL::int AS device_id, NULL::timestamptz AS at, NULL::int AS report_hash WHERE false')}
  SELECT ${FACTS_WRITTEN}`;

/**
 * Somebody acted on these, or was told of a silence that was one by our clock; or their rule does not hold as it did when
 * it raised them, so that nobody can judge them again.
 */
const RETAINED = `(acknowledged_at IS NOT NULL OR cleared_by_hand_at IS NOT NULL
  OR NOT EXISTS (SELECT FROM alarm_rules r WHERE r.id = rule_id AND r.enabled AND r.deleted_at IS NULL
                  AND r.holds_since <= started_at AND r.condition->>'kind' <> 'noData'))`;

/** An event of before its rule was changed, which a person alone may clear. */
const OPEN_FOR_PEOPLE = `EXISTS (SELECT FROM alarm_rules r WHERE r.id = rule_id AND r.holds_since > started_at
  AND r.condition->>'kind' = 'device' AND r.condition->'clearAfterS' = 'null')`;

/** Parameters: installation, since, until, keys of others that may be none any more, floor; then the keys that are told. */
const unconfirmed = (keys: number) =>
  `installation_id = $1 AND key <> ALL ($${keys}::text[]) AND started_at >= coalesce($5, '-infinity'::timestamptz)
  AND (confirmed_at > coalesce($2, 'infinity'::timestamptz) AND confirmed_at <= coalesce($3, 'infinity'::timestamptz)
       OR key = ANY ($4::text[]))`;
const BEFORE_KEYS = 5;

/** Those that are not told again go. */
const FORGET = FACT_KINDS.map((kind, index) => {
  const gone = `DELETE FROM ${FACT_TABLES[kind].table} WHERE ${unconfirmed(BEFORE_KEYS + index + 1)}`;
  return `gone_${kind} AS (${kind === 'alarm' ? `${gone} AND NOT ${RETAINED} RETURNING id` : gone})`;
}).join(', ');

/** What of the stored facts is replaced. */
interface Span {
  installationId: number;
  /** Stored facts confirmed after this (epoch milliseconds; infinite: none) and until then are told again or go. */
  since: number;
  until: number;
  /** Keys of facts that go, too, where they are not told again. */
  also: readonly string[];
  /** Facts that began before this moment (epoch milliseconds) stay. */
  floorAt: number | null;
  /** Keys of those that stay or are told again, by kind. */
  keys: readonly (readonly string[])[];
}

const timestamp = (ms: number | null) => (ms !== null && Number.isFinite(ms) ? new Date(ms) : null);

/** Removes what is not told again, or clears it; answers the alarms. */
async function forget(db: Queryable, { installationId, since, until, also, floorAt, keys }: Span): Promise<number[]> {
  const before = [installationId, timestamp(since), timestamp(until), also, timestamp(floorAt)];
  const gone = await db.query<{ id: number }>(`WITH ${FORGET} SELECT id FROM gone_alarm`, [...before, ...keys]);
  const cleared = await db.query<{ id: number }>(
    `UPDATE alarms SET cleared_at = greatest(now(), last_at)
     WHERE ${unconfirmed(BEFORE_KEYS + 1)} AND cleared_at IS NULL AND ${RETAINED} AND NOT ${OPEN_FOR_PEOPLE} RETURNING id`,
    [...before, keys[FACT_KINDS.indexOf('alarm')]],
  );
  return [...gone.rows, ...cleared.rows].map(({ id }) => id);
}

/** Rows of one statement that removes facts of no use. */
const GONE_AT_ONCE = 5000;

/** Where far more is stored than is told again, as of before there was a bound, it goes in pieces of its own. */
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

/** A part of a replacement that is long: its own transaction, while the state and everything after it stay as they are. */
export interface PartialReplacement {
  installation: Installation;
  facts: readonly Fact[];
  severities: ReadonlyMap<number, string>;
  since: number;
  until: number;
  floorAt: number | null;
  /** Keys of facts that are not told here and stay. */
  kept: readonly Fact[];
  keptKeys: readonly string[];
  toldBefore: number | null;
}

/**
 * Replaces the facts that were confirmed in a span, in one transaction; what it does holds whatever comes after. A
 * replacement of years would otherwise be one transaction for which everybody waits.
 */
export async function replacePart(database: Database, part: PartialReplacement): Promise<FactsWritten> {
  const { installation, facts, severities, since, until, floorAt, kept, keptKeys, toldBefore: notifiedBefore } = part;
  const { id } = installation;
  const keys = keysOf([...facts, ...kept]).map((some) => [...some, ...keptKeys]);
  const span = { installationId: id, since, until, also: [], floorAt, keys };
  await forgetMany(database, span);
  return inTransaction(database, async (db) => {
    const gone = await forget(db, span);
    const writes = { installation, facts: [...facts], state: null, checkpoints: [], late: [], severities };
    const told = await writeQuietly(db, writes, notifiedBefore);
    return { alarms: [...told, ...gone.map((alarm) => ({ id: alarm, installationId: id }))], late: [] };
  });
}

/** Writes facts in pieces of some size. New alarms from before a moment notify nobody. */
async function writeQuietly(
  db: Queryable,
  writes: InstallationWrites,
  notifiedBefore: number | null,
): Promise<FactsWritten['alarms']> {
  const { id } = writes.installation;
  const last = notifiedBefore === null ? null : await newestAlarm(db, id);
  const alarms = [];
  for (const piece of inPieces(writes)) {
    const { rows } = await db.query<FactsWritten>(WRITE_FACTS, factParameters([piece]));
    alarms.push(...(rows[0]?.alarms ?? []));
  }
  if (notifiedBefore !== null) await suppressNotices(db, id, { after: last ?? 0, before: notifiedBefore });
  return alarms;
}

/**
 * Replaces the facts of an installation since a moment, in one transaction. A fact that is found again keeps its id, and
 * an alarm its handling. An alarm that is not found again is removed, but only cleared where somebody handled it or nothing
 * was heard at the time.
 */
export function replaceFacts(database: Database, replacement: Replacement): Promise<FactsWritten> {
  const {
    writes,
    since,
    also = [],
    lateAt,
    stillLateAt,
    whole,
    cutAt,
    floor,
    toldBefore: notifiedBefore,
  } = replacement;
  const { id } = writes.installation;
  const keys = keysOf(writes.facts);
  const span = { installationId: id, since, until: Infinity, also, floorAt: floor && floor.at, keys };
  return inTransaction(database, async (db) => {
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
    const told = await writeQuietly(db, writes, notifiedBefore);
    if (whole) await markMade(db, writes.installation);
    if (stillLateAt === null) await db.query('DELETE FROM late_marks WHERE installation_id = $1', [id]);
    else {
      await db.query('UPDATE late_marks SET late_at = $2 WHERE installation_id = $1', [id, new Date(stillLateAt)]);
    }
    await db.query(
      'UPDATE installations SET facts_fault = $2 WHERE id = $1 AND facts_fault IS DISTINCT FROM $2::jsonb',
      [id, replacement.fault ?? null],
    );
    return { alarms: [...told, ...gone.map((alarm) => ({ id: alarm, installationId: id }))], late: [] };
  });
}

/** Its facts are of the rule that holds, unless it was changed meanwhile how its device is read. */
async function markMade(db: Queryable, { id, ignitionSource, speedFactor }: Installation): Promise<void> {
  await db.query(
    `UPDATE tracking_states s SET rule = $2 FROM installations i
      WHERE s.installation_id = $1 AND i.id = $1 AND i.ignition_source = $3 AND i.speed_factor = $4`,
    [id, FACTS_RULE, ignitionSource, speedFactor],
  );
}

/** Ends open facts of an older rule at this moment; what goes on becomes a new fact from here. */
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

/** Ends the facts from before the floor that go on and were not found again: their beginning can no longer be read. */
async function cutOngoing(
  db: Queryable,
  installationId: number,
  { since, at }: { since: number; at: number },
  keys: readonly string[][],
): Promise<void> {
  for (const [index, kind] of FACT_KINDS.entries()) {
    if (!('ended_at' in FACT_TABLES[kind].columns) || kind === 'day') continue;
    await db.query(
      `UPDATE ${FACT_TABLES[kind].table}
          SET ended_at = greatest($2, started_at), duration_s = extract(epoch FROM greatest($2, started_at) - started_at)
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

/** Nobody is told of alarms of the past that were made after one with this id. */
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
