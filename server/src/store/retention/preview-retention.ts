import { RETENTION_KINDS, type RetentionKind } from '@milepost/contract/retention-kinds';
import type { RetentionCount } from '@milepost/contract/retention-operations';
import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import { countReportsByDevice, devicesOfDay, storedDays } from '../tracks/delete-positions.ts';
import { cutoffParameters, DEVICE_KINDS, DEVICE_RANGES, type DeviceKind, newestOf } from './device-ranges.ts';
import { OLD_RECORDS, type OldRecords } from './old-records.ts';
import { type Cutoffs, readCutoffs, type RetentionChoice } from './policies.ts';
import { nextRetentionTime } from './retention-clock.ts';

interface Options {
  now?: Date;
  /** The organisations that are counted. */
  organisationIds: readonly number[];
  /** Choices that replace the stored ones of an organisation. */
  instead?: { organisationId: number; choice: RetentionChoice };
  /** After this it counts no further. */
  maxMs: number;
}

interface Sum {
  count: number;
  held: number;
  oldest: string | null;
  newest: string | null;
}

const EMPTY: Sum = { count: 0, held: 0, oldest: null, newest: null };

/** Counts by kind what the daily run would delete if it began now. */
export async function previewRetention(
  db: Queryable,
  { now = new Date(), organisationIds, instead, maxMs }: Options,
): Promise<RetentionCount[]> {
  const until = performance.now() + maxMs;
  const all = await readCutoffs(db, await nextRetentionTime(db, now), instead);
  const ids = new Set(organisationIds);
  const counted = new Map([...all].filter(([id]) => ids.has(id)));
  const rows: RetentionCount[] = [];
  for (const kind of RETENTION_KINDS) {
    const decided = [...counted.values()].some((each) => each[kind] !== undefined);
    const found = decided ? await countKind(db, kind, { all, counted, until }) : { sum: EMPTY, complete: true };
    rows.push({ kind, ...found.sum, count: decided ? found.sum.count : null, complete: found.complete });
  }
  return rows;
}

interface Counting {
  /** The cutoffs of all organisations: one past may be held by two. */
  all: ReadonlyMap<number, Cutoffs>;
  counted: ReadonlyMap<number, Cutoffs>;
  /** When to end, on the clock of `performance`. */
  until: number;
}

async function countKind(
  db: Queryable,
  kind: RetentionKind,
  { all, counted, until }: Counting,
): Promise<{ sum: Sum; complete: boolean }> {
  let sum = EMPTY;
  for (const one of DEVICE_KINDS) {
    if (one !== kind) continue;
    const found = await SUM_BY_DEVICE[one](db, { all, counted, until });
    if (!found.complete) return found;
    sum = found.sum;
  }
  for (const [organisationId, each] of counted) {
    const cutoff = each[kind];
    if (cutoff === undefined) continue;
    for (const old of OLD_RECORDS) {
      if (old.kind !== kind) continue;
      if (performance.now() > until) return { sum, complete: false };
      sum = added(sum, await countOld(db, old, organisationId, cutoff));
    }
  }
  return { sum, complete: true };
}

async function countOld(
  db: Queryable,
  { rows: old, held, at }: OldRecords,
  organisationId: number,
  cutoff: string,
): Promise<Sum> {
  const { rows } = await db.query<Sum>(
    `SELECT count(*) FILTER (WHERE NOT held) AS count, count(*) FILTER (WHERE held) AS held,
            (min(day) FILTER (WHERE NOT held))::text AS oldest, (max(day) FILTER (WHERE NOT held))::text AS newest
     FROM (SELECT ${at === 'f.day' ? at : `(${at} AT TIME ZONE 'UTC')::date`} AS day, ${held} AS held FROM ${old}) r`,
    [organisationId, cutoff],
  );
  return onlyRow({ rows });
}

async function sumOldReports(
  db: Queryable,
  { all, counted, until }: Counting,
): Promise<{ sum: Sum; complete: boolean }> {
  const parameters = cutoffParameters(all, 'positions');
  let sum = EMPTY;
  for (const day of await storedDays(db, newestOf(parameters))) {
    if (performance.now() > until) return { sum, complete: false };
    const { rows } = await db.query<{ id: number; held: boolean }>(
      `WITH ${DEVICE_RANGES}, day AS (SELECT $3::date::timestamp AT TIME ZONE 'UTC' AS at)
       SELECT device_id AS id, held @> day.at AS held FROM device_ranges, day
       WHERE organisation_id = ANY($4) AND (ranges @> day.at OR held @> day.at)`,
      [...parameters, day, [...counted.keys()]],
    );
    const deviceIds = await devicesOfDay(db, { day, deviceIds: rows.map(({ id }) => id) });
    const heldIds = new Set(rows.filter(({ held }) => held).map(({ id }) => id));
    for (const { deviceId, count } of await countReportsByDevice(db, { day, deviceIds })) {
      const one = heldIds.has(deviceId) ? { ...EMPTY, held: count } : { count, held: 0, oldest: day, newest: day };
      sum = added(sum, one);
    }
  }
  return { sum, complete: true };
}

async function sumOldTelemetry(
  db: Queryable,
  { all, counted, until }: Counting,
): Promise<{ sum: Sum; complete: boolean }> {
  if (performance.now() > until) return { sum: EMPTY, complete: false };
  const parameters = cutoffParameters(all, 'facts');
  const { rows } = await db.query<Sum>(
    `WITH ${DEVICE_RANGES}, found AS (
       SELECT f.day, r.held @> (f.day::timestamp AT TIME ZONE 'UTC') AS held, r.ranges @> (f.day::timestamp AT TIME ZONE 'UTC') AS old
       FROM telemetry_days f JOIN device_ranges r ON r.device_id = f.device_id
       WHERE r.organisation_id = ANY($4) AND f.day < ($3::timestamptz AT TIME ZONE 'UTC')::date)
     SELECT count(*) FILTER (WHERE old) AS count, count(*) FILTER (WHERE held) AS held,
            (min(day) FILTER (WHERE old))::text AS oldest, (max(day) FILTER (WHERE old))::text AS newest FROM found`,
    [...parameters, newestOf(parameters), [...counted.keys()]],
  );
  return { sum: onlyRow({ rows }), complete: true };
}

const SUM_BY_DEVICE: Readonly<
  Record<DeviceKind, (db: Queryable, counting: Counting) => Promise<{ sum: Sum; complete: boolean }>>
> = { positions: sumOldReports, facts: sumOldTelemetry };

const added = (one: Sum, other: Sum): Sum => ({
  count: one.count + other.count,
  held: one.held + other.held,
  oldest: [one.oldest, other.oldest].filter((day) => day !== null).toSorted()[0] ?? null,
  newest:
    [one.newest, other.newest]
      .filter((day) => day !== null)
      .toSorted()
      .at(-1) ?? null,
});
