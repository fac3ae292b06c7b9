import type { Fact } from '@milepost/tracking/fact';
import type { TrackState } from '@milepost/tracking/track-state';
import { int4Array, jsonArray, timestampArray } from '../binary-array.ts';
import { noteSection } from '../../loop/loop-watch.ts';
import type { ReportKey } from '../tracks/reports.ts';
import { COMMON_COLUMNS, FACT_KINDS, FACT_TABLES, factRow } from './fact-tables.ts';
import type { Installation } from '../fleet/installations.ts';
import { FACTS_RULE } from './older-facts.ts';

/** What is to be written of one installation in the transaction of its positions. */
export interface InstallationWrites {
  installation: Installation;
  /** In order: a later one replaces an earlier one of the same key. */
  facts: Fact[];
  /** The state, where it is worth keeping now; null leaves the stored one, which may lag. */
  state: TrackState | null;
  /** When the vehicle was last seen (epoch milliseconds), where the facts say so much later than the stored state. */
  seenAt?: number;
  /** States as JSON, by the time of the newest report in each. */
  checkpoints: { time: number; json: string }[];
  /** Reports that come late, unless they prove to be repetitions. */
  late: ReportKey[];
  /** Severity of alarms by rule. */
  severities: ReadonlyMap<number, string>;
}

export type FactWrites = readonly InstallationWrites[];

/** What a write did that others have to know of. */
export interface FactsWritten {
  /** Alarms that are new or changed. */
  alarms: { id: number; installationId: number }[];
  /** Installations for which late reports were stored, with the earliest (epoch milliseconds). */
  late: { installationId: number; lateAt: number }[];
}

/** Where a fault wants one: alarms of a rule that is gone meanwhile are cleared, and exist already. */
const NO_SEVERITY = 'warning';

/** Parameters of WRITE_FACTS in their order: JSON for each kind of fact, then states, checkpoints, late reports and when vehicles were seen. */
export function factParameters(writes: FactWrites): (string | Buffer)[] {
  const began = performance.now();
  const parameters = madeParameters(writes);
  noteSection('write-facts', mostOf(writes), performance.now() - began);
  return parameters;
}

/** Whose facts they are for the most part. */
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
 * Whether the database takes a fact: one with an infinite number or none would have all others of the statement refused, an
 * SOS too. The engine makes none; if it does, `announce` logs which.
 */
export function isWritable(fact: Fact): boolean {
  for (const value of Object.values(fact)) {
    if (typeof value === 'number' && !Number.isFinite(value)) return false;
    if (Array.isArray(value) && value.some((one) => typeof one === 'number' && !Number.isFinite(one))) return false;
  }
  return true;
}

/** Characters of the rows of one statement, as far as they are known before: a string has a bound, and its making takes time. */
const MOST_CHARACTERS = 1_000_000;
const ROW_CHARACTERS = 500;

/** Of the lists that a fact may hold. */
function charactersOf(fact: Fact): number {
  if (fact.kind === 'readings') return ROW_CHARACTERS + fact.offsets.length * 50;
  if (fact.kind === 'stay') return ROW_CHARACTERS + fact.halts.length * 80;
  if (fact.kind === 'stop') return ROW_CHARACTERS + (fact.unseen?.length ?? 0) * 60;
  return ROW_CHARACTERS;
}

/** The same writes in pieces, each for a statement; the last one has the state and all else. */
export function inPieces(writes: InstallationWrites): InstallationWrites[] {
  const pieces: Fact[][] = [[]];
  let characters = 0;
  for (const fact of writes.facts) {
    characters += charactersOf(fact);
    if (characters > MOST_CHARACTERS) {
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

/** The rows of each kind as JSON, the last of each key: one statement may touch a row once only. */
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

/** A person's word that an alarm is over holds until another event: telling the alarm again does not open it. */
const CLEARED_AT = `CASE WHEN held.cleared_by_hand_at >= excluded.last_at
  THEN least(held.cleared_at, excluded.cleared_at) ELSE excluded.cleared_at END`;

/** An event after a person cleared it: nobody has seen that one yet, and the alarm is not that person's any more. */
const HAPPENED_SINCE = 'held.cleared_by IS NOT NULL AND held.cleared_by_hand_at < excluded.last_at';
const forgotten = (name: string) => `CASE WHEN ${HAPPENED_SINCE} THEN NULL ELSE held.${name} END`;

/** Columns of an alarm with their own upsert rule; all others take the new value. */
const ALARM_NEWS: Record<string, string> = {
  cleared_at: CLEARED_AT,
  acknowledged_at: forgotten('acknowledged_at'),
  acknowledged_by: forgotten('acknowledged_by'),
  cleared_by: forgotten('cleared_by'),
  reason_code: forgotten('reason_code'),
  // And people are told of it again.
  notified_at: forgotten('notified_at'),
};

/** Tells the facts of one kind, given as JSON: adds those that are new, replaces those that are different. */
function writeKindSql(kind: (typeof FACT_KINDS)[number], parameter: number): string {
  const { table, columns } = FACT_TABLES[kind];
  const isAlarm = kind === 'alarm';
  const all = { ...COMMON_COLUMNS, ...columns, ...(isAlarm && { severity: 'text' }) };
  const names = Object.keys(all).join(', ');
  const own: Record<string, string> = isAlarm ? ALARM_NEWS : {};
  const changeable = [...new Set(['confirmed_at', ...Object.keys(columns), ...Object.keys(own)])];
  const news = changeable.map((name) => own[name] ?? `excluded.${name}`);
  return `
    INSERT INTO ${table} AS held (${names})
    SELECT ${names} FROM json_to_recordset($${parameter}::json) AS told(${Object.entries(all)
      .map(([name, type]) => `${name} ${type}`)
      .join(', ')})
    ON CONFLICT (installation_id, key) DO UPDATE SET (${changeable.join(', ')}) = ROW(${news.join(', ')})
    WHERE (${changeable.map((name) => `held.${name}`).join(', ')}) IS DISTINCT FROM (${news.join(', ')})
    ${isAlarm ? 'RETURNING id, installation_id' : ''}`;
}

/** The statements that tell facts, as parts of WITH; their parameters begin after `before` others. */
export const writeAllSql = (before: number): string =>
  FACT_KINDS.map((kind, index) => `told_${kind} AS (${writeKindSql(kind, before + index + 1)})`).join(', ');

/**
 * All of `factParameters` as parts of WITH. Late reports become a mark where they were really inserted, by `inserted`
 * (device_id, at, report_hash): so mark and report are in one transaction, and a repetition marks nothing.
 */
export function writeFactsSql(before: number, inserted: string): string {
  const p = (index: number) => `$${before + FACT_KINDS.length + index}`;
  return `${writeAllSql(before)}, kept_states AS (
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

/** What the statement around `writeFactsSql` selects for FactsWritten. */
export const FACTS_WRITTEN = `
  (SELECT coalesce(json_agg(json_build_object('id', id, 'installationId', installation_id)), '[]')
     FROM told_alarm) AS alarms,
  (SELECT coalesce(json_agg(json_build_object('installationId', installation_id, 'lateAt',
                                              extract(epoch FROM late_at) * 1000)), '[]') FROM marked) AS late`;
