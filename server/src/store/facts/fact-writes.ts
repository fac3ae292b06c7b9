import type { Fact } from '@milepost/tracking/fact';
import type { TrackState } from '@milepost/tracking/track-state';
import { int4Array, jsonArray, timestampArray } from '../binary-array.ts';
import { noteSection } from '../../loop/loop-watch.ts';
import type { ReportKey } from '../tracks/stored-reports.ts';
import { COMMON_COLUMNS, FACT_KINDS, FACT_TABLES, factRow } from './fact-tables.ts';
import type { Installation } from '../fleet/installations.ts';
import { FACTS_RULE } from './older-facts.ts';

/** The data to write for one installation in the transaction of its positions. */
export interface InstallationWrites {
  installation: Installation;
  /** In order: a later fact replaces an earlier one with the same key. */
  facts: Fact[];
  /** The state, if it is to be stored now; null leaves the stored one, which may lag. */
  state: TrackState | null;
  /**
   * The time of the vehicle's last contact (epoch milliseconds), if the facts know of a contact much later than that of
   * the stored state.
   */
  seenAt?: number;
  /** States as JSON, by the time of the newest report in each. */
  checkpoints: { time: number; json: string }[];
  /** Late reports, unless they prove to be duplicates. */
  late: ReportKey[];
  /** The severity of alarms by rule id. */
  severities: ReadonlyMap<number, string>;
}

export type FactWrites = readonly InstallationWrites[];

/** The results of a write that have to be published. */
export interface FactsWritten {
  /** New or changed alarms. */
  alarms: { id: number; installationId: number }[];
  /** Installations with newly stored late reports, and the time of the earliest (epoch milliseconds). */
  late: { installationId: number; lateAt: number }[];
}

/**
 * Alarms of a rule that was deleted meanwhile exist already and are being cleared, but the column must not be null.
 */
const NO_SEVERITY = 'warning';

/**
 * The parameters of WRITE_FACTS in order: JSON for each kind of fact, then states, checkpoints, late reports and last
 * contacts.
 */
export function factParameters(writes: FactWrites): (string | Buffer)[] {
  const began = performance.now();
  const parameters = madeParameters(writes);
  noteSection('write-facts', mostOf(writes), performance.now() - began);
  return parameters;
}

/** The installation with the most facts. */
function mostOf(writes: FactWrites): number | null {
  let most: InstallationWrites | null = null;
  for (const one of writes) if (most === null || one.facts.length > most.facts.length) most = one;
  return most?.installation.organisationId ?? null;
}

function madeParameters(writes: FactWrites): (string | Buffer)[] {
  const states = writes.flatMap(({ installation, state }) => (state ? [{ id: installation.id, state }] : []));
  const checkpoints = writes.flatMap(({ installation, checkpoints: stored }) =>
    stored.map((one) => ({ id: installation.id, ...one })),
  );
  const seen = writes.flatMap(({ installation, state, seenAt }) =>
    state === null && seenAt !== undefined ? [{ id: installation.id, seenAt }] : [],
  );
  const late = writes.flatMap(({ installation, late: keys }) => keys.map((key) => ({ installation, ...key })));
  return [
    ...factsJson(writes),
    int4Array(states.map(({ id }) => id)),
    timestampArray(states.map(({ state }) => state.time)),
    int4Array(states.map(({ state }) => state.hash)),
    jsonArray(states.map(({ state }) => JSON.stringify(state))),
    int4Array(checkpoints.map(({ id }) => id)),
    timestampArray(checkpoints.map(({ time }) => time)),
    jsonArray(checkpoints.map(({ json }) => json)),
    int4Array(late.map(({ installation }) => installation.id)),
    int4Array(late.map(({ installation }) => installation.deviceId)),
    timestampArray(late.map(({ time }) => time)),
    int4Array(late.map(({ hash }) => hash)),
    int4Array(seen.map(({ id }) => id)),
    timestampArray(seen.map(({ seenAt }) => seenAt)),
  ];
}

/**
 * True when the database accepts a fact: a single non-finite number would make it refuse all facts of the statement,
 * including an SOS. The engine creates none; if it does, `announce` logs it.
 */
export function isWritable(fact: Fact): boolean {
  for (const value of Object.values(fact)) {
    if (typeof value === 'number' && !Number.isFinite(value)) return false;
    if (Array.isArray(value) && value.some((one) => typeof one === 'number' && !Number.isFinite(one))) return false;
  }
  return true;
}

/**
 * The estimated characters of the rows in one statement: the length of a string is limited, and building it takes time.
 */
const MAX_CHARACTERS = 1_000_000;
const ROW_CHARACTERS = 500;

/** The characters of the lists of a fact. */
function charactersOf(fact: Fact): number {
  if (fact.kind === 'readings') return ROW_CHARACTERS + fact.offsets.length * 50;
  if (fact.kind === 'stay') return ROW_CHARACTERS + fact.halts.length * 80;
  if (fact.kind === 'stop') return ROW_CHARACTERS + (fact.unseen?.length ?? 0) * 60;
  return ROW_CHARACTERS;
}

/** Splits the writes into one piece for each statement; the last one contains the state and everything else. */
export function inPieces(writes: InstallationWrites): InstallationWrites[] {
  const pieces: Fact[][] = [[]];
  let characters = 0;
  for (const fact of writes.facts) {
    characters += charactersOf(fact);
    if (characters > MAX_CHARACTERS) {
      characters = charactersOf(fact);
      pieces.push([]);
    }
    pieces.at(-1)?.push(fact);
  }
  const last = { ...writes, facts: pieces.pop() ?? [] };
  const { installation, severities } = writes;
  const before = pieces.map((facts) => ({ installation, facts, state: null, checkpoints: [], late: [], severities }));
  return [...before, last];
}

/** The rows of each kind as JSON, the last one for each key, since a statement can upsert a row only once. */
export function factsJson(writes: FactWrites): string[] {
  const rows = new Map<string, Record<string, unknown>[]>(FACT_KINDS.map((kind) => [kind, []]));
  for (const { installation, facts, severities } of writes) {
    for (const fact of new Map(facts.map((one) => [one.key, one])).values()) {
      if (!isWritable(fact)) continue;
      const row: Record<string, unknown> = {
        installation_id: installation.id,
        key: fact.key,
        confirmed_at: new Date(fact.confirmedAt).toISOString(),
        vehicle_id: installation.vehicleId,
        ...factRow(fact),
      };
      if (fact.kind === 'alarm') row['severity'] = severities.get(fact.ruleId) ?? NO_SEVERITY;
      rows.get(fact.kind)?.push(row);
    }
  }
  return FACT_KINDS.map((kind) => JSON.stringify(rows.get(kind)));
}

/** An alarm cleared by a person stays cleared until another event: writing the same alarm again does not reopen it. */
const CLEARED_AT = `CASE WHEN held.cleared_by_hand_at >= excluded.last_at
  THEN least(held.cleared_at, excluded.cleared_at) ELSE excluded.cleared_at END`;

/**
 * An event after a person cleared the alarm: nobody has acknowledged this one, and the assignment no longer applies.
 */
const HAPPENED_SINCE = 'held.cleared_by IS NOT NULL AND held.cleared_by_hand_at < excluded.last_at';
const forgotten = (name: string) => `CASE WHEN ${HAPPENED_SINCE} THEN NULL ELSE held.${name} END`;

/** Columns of an alarm with their own upsert rule; all others take the new value. */
const ALARM_NEWS: Record<string, string> = {
  cleared_at: CLEARED_AT,
  acknowledged_at: forgotten('acknowledged_at'),
  acknowledged_by: forgotten('acknowledged_by'),
  cleared_by: forgotten('cleared_by'),
  reason_code: forgotten('reason_code'),
  // People are notified again.
  notified_at: forgotten('notified_at'),
};

/**
 * Writes the facts of one kind, given as JSON: adds new ones and replaces changed ones.
 * @param isRepetition true if most of them are stored already: then these are left out first, as PostgreSQL locks and logs
 *   every row that it finds instead of adding it, even if the row then stays as it is
 */
function writeKindSql(kind: (typeof FACT_KINDS)[number], parameter: number, isRepetition: boolean): string {
  const { table, columns } = FACT_TABLES[kind];
  const isAlarm = kind === 'alarm';
  const all = { ...COMMON_COLUMNS, ...columns, ...(isAlarm && { severity: 'text' }) };
  const names = Object.keys(all).join(', ');
  const own: Record<string, string> = isAlarm ? ALARM_NEWS : {};
  const changeable = [...new Set(['confirmed_at', ...Object.keys(columns), ...Object.keys(own)])];
  const news = changeable.map((name) => own[name] ?? `excluded.${name}`);
  const held = `(${changeable.map((name) => `held.${name}`).join(', ')})`;
  const rows = Object.entries(all).map(([name, type]) => `${name} ${type}`);
  // A subquery of one value is looked up for each row; for EXISTS, PostgreSQL may read the whole table.
  const isStored = `(SELECT ${held} IS NOT DISTINCT FROM (${news.join(', ')}) FROM ${table} held
      WHERE held.installation_id = excluded.installation_id AND held.key = excluded.key)`;
  return `
    INSERT INTO ${table} AS held (${names})
    SELECT ${names} FROM json_to_recordset($${parameter}::json) AS excluded(${rows.join(', ')})
    ${isRepetition ? `WHERE ${isStored} IS NOT TRUE` : ''}
    ON CONFLICT (installation_id, key) DO UPDATE SET (${changeable.join(', ')}) = ROW(${news.join(', ')})
    WHERE ${held} IS DISTINCT FROM (${news.join(', ')})
    ${isAlarm ? 'RETURNING id, installation_id' : ''}`;
}

/** The statements that write facts, as parts of WITH; their parameters begin after `before` others. */
const writeAllSql = (before: number, isRepetition: boolean): string =>
  FACT_KINDS.map((kind, index) => `told_${kind} AS (${writeKindSql(kind, before + index + 1, isRepetition)})`).join(
    ', ',
  );

/**
 * Writes all `factParameters`, as parts of WITH. Late reports become a mark if they were actually inserted, according
 * to `inserted` (device_id, at, report_hash): mark and report are in one transaction, and a duplicate marks nothing.
 */
export function writeFactsSql(before: number, inserted: string, isRepetition = false): string {
  const p = (index: number) => `$${before + FACT_KINDS.length + index}`;
  return `${writeAllSql(before, isRepetition)}, kept_states AS (
    INSERT INTO tracking_states AS held (installation_id, time, hash, state, rule)
    SELECT *, ${FACTS_RULE} FROM unnest(${p(1)}::int4[], ${p(2)}::timestamptz[], ${p(3)}::int4[], ${p(4)}::json[])
    ON CONFLICT (installation_id) DO UPDATE SET time = excluded.time, hash = excluded.hash, state = excluded.state,
      told_seen_at = NULL
  ), kept_seen AS (
    UPDATE tracking_states s SET told_seen_at = seen.at
      FROM unnest(${p(12)}::int4[], ${p(13)}::timestamptz[]) AS seen(installation_id, at)
     WHERE s.installation_id = seen.installation_id
  ), kept_checkpoints AS (
    INSERT INTO tracking_checkpoints (installation_id, time, state)
    SELECT * FROM unnest(${p(5)}::int4[], ${p(6)}::timestamptz[], ${p(7)}::json[])
    ON CONFLICT (installation_id, time) DO UPDATE SET state = excluded.state
  ), marked AS (
    INSERT INTO late_marks AS held (installation_id, late_at)
    SELECT late.installation_id, min(late.at)
      FROM unnest(${p(8)}::int4[], ${p(9)}::int4[], ${p(10)}::timestamptz[], ${p(11)}::int4[])
           AS late(installation_id, device_id, at, report_hash)
      JOIN (${inserted}) fresh USING (device_id, at, report_hash)
     GROUP BY late.installation_id
    ON CONFLICT (installation_id) DO UPDATE SET late_at = least(held.late_at, excluded.late_at)
    RETURNING installation_id, late_at
  )`;
}

/** The columns that the statement around `writeFactsSql` selects for FactsWritten. */
export const FACTS_WRITTEN = `
  (SELECT coalesce(json_agg(json_build_object('id', id, 'installationId', installation_id)), '[]')
     FROM told_alarm) AS alarms,
  (SELECT coalesce(json_agg(json_build_object('installationId', installation_id, 'lateAt',
                                              extract(epoch FROM late_at) * 1000)), '[]') FROM marked) AS late`;
