import { setTimeout as wait } from 'node:timers/promises';
import type { RetentionKind } from '@milepost/contract/retention-kinds';
import { record } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import { deleteReportsOfDay, devicesOfDay, storedDays } from '../tracks/delete-positions.ts';
import {
  type CutoffParameters,
  cutoffParameters,
  DEVICE_KINDS,
  DEVICE_RANGES,
  type DeviceKind,
  newestOf,
  OLD_TELEMETRY,
} from './device-ranges.ts';
import { LOCK_RETENTION_SHARED } from './legal-hold-sql.ts';
import { OLD_RECORDS, type OldRecords } from './old-records.ts';
import { type Cutoffs, readCutoffs } from './policies.ts';
import { advanceClock } from './retention-clock.ts';

/** The rows of one transaction: some tenths of a second. */
const PIECE_ROWS = 5000;
/** The devices whose day is deleted in one transaction: 86,000 positions at ten seconds. */
const PIECE_DEVICES = 10;
/** The devices whose telemetry is searched in one transaction. */
const TELEMETRY_DEVICES = 100;
/** After each piece it waits as long as the piece took, and at most this long, so that ingest has the disk to itself. */
const MAX_PAUSE_MS = 1000;

/** The actor of audit entries written by the server. */
const SERVER = { userId: null, username: null, address: null };

interface Options {
  signal: AbortSignal;
  now?: Date;
  pieceRows?: number;
}

/** Thrown in a piece when somebody chose other periods since the cutoffs were read. */
class PolicyChanged extends Error {}

interface Run {
  database: Database;
  signal: AbortSignal;
  pieceRows: number;
  cutoffs: ReadonlyMap<number, Cutoffs>;
  fingerprint: string;
}

/**
 * Deletes what is older than its organisation keeps it, in pieces, each in a transaction of its own: a run that ends
 * early is continued by the next one. What was deleted is written to the audit log of each organisation at the end.
 * @returns whether everything old is deleted
 */
export async function applyRetention(
  database: Database,
  { signal, now = new Date(), pieceRows = PIECE_ROWS }: Options,
): Promise<boolean> {
  const at = await advanceClock(database, now);
  for (;;) {
    const run = { database, signal, pieceRows, ...(await readPolicy(database, at)) };
    try {
      const complete = (await deleteByDevice(run)) && (await deleteByOrganisation(run));
      if (complete) await recordDeletions(database);
      return complete;
    } catch (error) {
      if (!(error instanceof PolicyChanged)) throw error;
    }
  }
}

async function readPolicy(database: Database, at: Date): Promise<Pick<Run, 'cutoffs' | 'fingerprint'>> {
  // Before the cutoffs, so that a change between the two is noticed.
  const fingerprint = await readFingerprint(database);
  return { fingerprint, cutoffs: await readCutoffs(database, at) };
}

/** Changes with everything that determines the cutoffs. */
async function readFingerprint(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ hash: string }>(
    `SELECT md5(coalesce(string_agg(concat_ws('|', id, coalesce(parent_id, 0), time_zone, retention::text), ';' ORDER BY id), ''))
       AS hash FROM organisations`,
  );
  return onlyRow({ rows }).hash;
}

/**
 * Runs one piece and counts what it deleted; no legal hold is set and no period chosen meanwhile.
 * @param work returns what it deleted, by organisation
 */
async function piece(
  { database, fingerprint }: Run,
  kind: RetentionKind,
  work: (db: Queryable) => Promise<ReadonlyMap<number, number>>,
): Promise<number> {
  const started = performance.now();
  const total = await inTransaction(database, async (db) => {
    await db.query(LOCK_RETENTION_SHARED);
    if ((await readFingerprint(db)) !== fingerprint) throw new PolicyChanged();
    let sum = 0;
    for (const [organisationId, count] of await work(db)) {
      sum += count;
      await db.query(
        `INSERT INTO retention_deletions AS d (organisation_id, kind, count) VALUES ($1, $2, $3)
         ON CONFLICT (organisation_id, kind) DO UPDATE SET count = d.count + EXCLUDED.count`,
        [organisationId, kind, count],
      );
    }
    return sum;
  });
  if (total > 0) await wait(Math.min(MAX_PAUSE_MS, performance.now() - started));
  return total;
}

const DELETE_BY_DEVICE: Readonly<Record<DeviceKind, (run: Run) => Promise<boolean>>> = {
  positions: deleteOldReports,
  facts: deleteOldTelemetry,
};

/** Reports and telemetry, which are stored by device and UTC day. @returns false when aborted */
async function deleteByDevice(run: Run): Promise<boolean> {
  for (const kind of DEVICE_KINDS) if (!(await DELETE_BY_DEVICE[kind](run))) return false;
  return true;
}

/** Positions and status reports. @returns false when aborted */
async function deleteOldReports(run: Run): Promise<boolean> {
  const { database, signal, cutoffs } = run;
  const parameters = cutoffParameters(cutoffs, 'positions');
  if (parameters[0].length > 0) {
    for (const day of await storedDays(database, newestOf(parameters))) {
      const { rows } = await database.query<{ id: number }>(
        `WITH ${DEVICE_RANGES} SELECT device_id AS id FROM device_ranges WHERE ranges @> ($3::date::timestamp AT TIME ZONE 'UTC')`,
        [...parameters, day],
      );
      const deviceIds = await devicesOfDay(database, { day, deviceIds: rows.map(({ id }) => id) });
      for (let from = 0; from < deviceIds.length; from += PIECE_DEVICES) {
        if (signal.aborted) return false;
        const some = deviceIds.slice(from, from + PIECE_DEVICES);
        await piece(run, 'positions', (db) => deleteDay(db, parameters, day, some));
      }
    }
  }
  return true;
}

/** Deletes a day of these devices as far as it is old and not held at this moment, and remembers that it is gone. */
async function deleteDay(
  db: Queryable,
  parameters: CutoffParameters,
  day: string,
  deviceIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await db.query<{ id: number; organisationId: number }>(
    `WITH ${DEVICE_RANGES} SELECT device_id AS id, organisation_id AS "organisationId" FROM device_ranges
     WHERE device_id = ANY($4) AND ranges @> ($3::date::timestamp AT TIME ZONE 'UTC')`,
    [...parameters, day, deviceIds],
  );
  const owners = new Map(rows.map(({ id, organisationId }) => [id, organisationId]));
  const gone = await deleteReportsOfDay(db, { day, deviceIds: [...owners.keys()] });
  await db.query(
    `WITH ${DEVICE_RANGES} INSERT INTO deleted_positions AS d (device_id, ranges)
     SELECT device_id, ranges * tstzmultirange(tstzrange('-infinity', ($3::date + 1)::timestamp AT TIME ZONE 'UTC'))
     FROM device_ranges WHERE device_id = ANY($4)
     ON CONFLICT (device_id) DO UPDATE SET ranges = d.ranges + EXCLUDED.ranges`,
    [...parameters, day, gone.map(({ deviceId }) => deviceId)],
  );
  const counts = new Map<number, number>();
  for (const { deviceId, count } of gone) {
    const owner = owners.get(deviceId);
    if (owner !== undefined) counts.set(owner, (counts.get(owner) ?? 0) + count);
  }
  return counts;
}

/** Telemetry is computed from positions and outlives them like facts. @returns false when aborted */
async function deleteOldTelemetry(run: Run): Promise<boolean> {
  const { database, signal, cutoffs, pieceRows } = run;
  const parameters = cutoffParameters(cutoffs, 'facts');
  if (parameters[0].length === 0) return true;
  const { rows } = await database.query<{ id: number }>(
    `WITH ${DEVICE_RANGES} SELECT device_id AS id FROM device_ranges WHERE NOT isempty(ranges) ORDER BY 1`,
    parameters,
  );
  for (let from = 0; from < rows.length; from += TELEMETRY_DEVICES) {
    const deviceIds = rows.slice(from, from + TELEMETRY_DEVICES).map(({ id }) => id);
    for (let deleted = pieceRows; deleted >= pieceRows;) {
      if (signal.aborted) return false;
      deleted = await piece(run, 'facts', (db) => deleteTelemetry(db, parameters, deviceIds, pieceRows));
    }
  }
  return true;
}

async function deleteTelemetry(
  db: Queryable,
  parameters: CutoffParameters,
  deviceIds: readonly number[],
  most: number,
): Promise<Map<number, number>> {
  const { rows } = await db.query<{ id: number; count: number }>(
    `WITH ${DEVICE_RANGES}, old_telemetry AS (SELECT f.ctid AS at FROM ${OLD_TELEMETRY} LIMIT $5), gone AS (
       DELETE FROM telemetry_days WHERE ctid = ANY(ARRAY(SELECT at FROM old_telemetry)) RETURNING device_id)
     SELECT r.organisation_id AS id, count(*) AS count FROM gone JOIN device_ranges r ON r.device_id = gone.device_id GROUP BY 1`,
    [...parameters, newestOf(parameters), deviceIds, most],
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Everything else. @returns false when aborted */
async function deleteByOrganisation(run: Run): Promise<boolean> {
  const { signal, cutoffs, pieceRows } = run;
  for (const [organisationId, each] of cutoffs) {
    for (const old of OLD_RECORDS) {
      const cutoff = each[old.kind];
      if (cutoff === undefined) continue;
      for (let deleted = pieceRows; deleted >= pieceRows;) {
        if (signal.aborted) return false;
        deleted = await piece(run, old.kind, (db) => deleteOld(db, old, organisationId, cutoff, pieceRows));
      }
    }
  }
  return true;
}

async function deleteOld(
  db: Queryable,
  { table, rows: old, held }: OldRecords,
  organisationId: number,
  cutoff: string,
  most: number,
): Promise<Map<number, number>> {
  const { rowCount } = await db.query(
    `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT f.ctid FROM ${old} AND NOT (${held}) LIMIT $3))`,
    [organisationId, cutoff, most],
  );
  return new Map(rowCount ? [[organisationId, rowCount]] : []);
}

/** Writes an entry into the log of each organisation of which something was deleted. */
async function recordDeletions(database: Database): Promise<void> {
  await inTransaction(database, async (db) => {
    const { rows } = await db.query<{ id: number; counts: Record<string, number> }>(
      `WITH gone AS (DELETE FROM retention_deletions RETURNING organisation_id, kind, count)
       SELECT organisation_id AS id, jsonb_object_agg(kind, count) AS counts FROM gone GROUP BY 1`,
    );
    for (const { id, counts } of rows) {
      const entry = { organisationId: id, subject: 'organisation', subjectId: id, action: 'retention' } as const;
      await record(db, SERVER, { ...entry, before: counts, after: null });
    }
  });
}
