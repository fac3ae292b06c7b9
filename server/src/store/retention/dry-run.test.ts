import { afterEach, beforeEach, expect, it } from 'vitest';
import { RETENTION_KINDS } from '@milepost/contract/retention-kinds';
import { addOrganisation } from '../../testing/organisations.ts';
import { addTracked } from '../../testing/insert-facts.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { writeBasics } from '../organisations/basics.ts';
import { readDeletedSpans } from '../tracks/dropped-days.ts';
import { applyRetention } from './apply-retention.ts';
import { OLD_RECORDS } from './old-records.ts';
import { previewRetention } from './preview-retention.ts';
import { readClockBehind } from './retention-clock.ts';

const DAY_MS = 86_400_000;
const NOW = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2);
const never = new AbortController().signal;
/** All tables of which retention deletes rows. */
const TABLES = [
  ...new Set(['positions', 'status_reports', 'telemetry_days', ...OLD_RECORDS.map(({ table }) => table)]),
];

type Row = Record<string, unknown>;
let db: TestDatabase;
let root: number;
beforeEach(async () => {
  db = await testDatabase();
  root = (await writeBasics(db.database, 'America/Montevideo')).organisationId;
  await query('UPDATE retention_clock SET at = $1, advanced_at = $1', NOW);
});
afterEach(() => db.close());

const query = async (sql: string, ...values: unknown[]) => (await db.database.query<Row>(sql, values)).rows;

function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 4_294_967_296;
}

interface Column {
  name: string;
  type: string;
  required: boolean;
}

/** A value of a column that must not be empty. */
function valueOf({ type }: Column, at: Date, index: number): unknown {
  if (type.endsWith('[]')) return '{}';
  if (type.startsWith('timestamp')) return at;
  if (type === 'date') return at.toISOString().slice(0, 10);
  if (type === 'json' || type === 'jsonb') return '{}';
  if (type === 'boolean') return false;
  if (type === 'bytea') return Buffer.from('x');
  return type === 'text' || type.startsWith('character') ? `${index}` : index;
}

/** The columns that say when a record was and whose it is; they may be empty in general. */
const TIMES = /^(?:started_at|last_at|seen_at|at|sent_at|added_at|received_at|reported_at|fix_time|confirmed_at)$/;
const ENDS = /^(?:ended_at|cleared_at)$/;

/** Inserts a row into each table for each of these times, with the ids of its owner; the values of others are not checked. */
async function fill(owner: Readonly<Record<string, number>>, random: () => number, rows: number): Promise<void> {
  const client = await db.database.connect();
  try {
    await client.query('SET session_replication_role = replica');
    for (const table of TABLES) {
      const { rows: checks } = await client.query<{ name: string }>(
        `SELECT conname AS name FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c'`,
        [table],
      );
      for (const { name } of checks) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
      const { rows: columns } = await client.query<Column>(
        `SELECT attname AS name, format_type(atttypid, NULL) AS type, attnotnull AND NOT atthasdef AS required
         FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attidentity = '' AND attgenerated = ''`,
        [table],
      );
      for (let index = 0; index < rows; index++) {
        const at = new Date(NOW.getTime() - random() * 12 * DAY_MS);
        const end = new Date(at.getTime() + random() * DAY_MS);
        const row: Row = {};
        for (const column of columns) {
          const { name, required } = column;
          if (name === 'id' && !required) continue;
          if (name in owner) row[name] = owner[name];
          else if (name === 'state' && table === 'mails') row[name] = 'sent';
          else if (name === 'kind' && table === 'files') row[name] = index % 2 ? 'picture' : 'video';
          else if (name === 'orphan_since') row[name] = null;
          else if (name === 'zone') row[name] = 'America/Montevideo';
          else if (name === 'day') row[name] = at.toISOString().slice(0, 10);
          else if (ENDS.test(name)) row[name] = end;
          else if (TIMES.test(name)) row[name] = at;
          else if (required) row[name] = valueOf(column, at, index + 100 * Math.floor(random() * 300));
        }
        const names = Object.keys(row);
        await client.query(
          `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, n) => `$${n + 1}`).join(', ')}) ON CONFLICT DO NOTHING`,
          Object.values(row),
        );
      }
    }
  } finally {
    client.release(true);
  }
}

const countRows = async () =>
  Object.fromEntries(
    await Promise.all(
      TABLES.map(
        async (table) => [table, Number((await query(`SELECT count(*) AS n FROM ${table}`))[0]?.['n'])] as const,
      ),
    ),
  );

it.each([1, 2])('counts in the dry run exactly what the run deletes, of every kind (seed %i)', async (seed) => {
  const random = seeded(seed);
  const branch = await addOrganisation(db.database, 'Branch', root);
  const periods = () => Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, 2 + Math.floor(random() * 6)]));
  await query('UPDATE organisations SET retention = $2 WHERE id = $1', root, periods());
  await query('UPDATE organisations SET retention = $2 WHERE id = $1', branch, { facts: 4, positions: 3 });
  for (const [index, organisationId] of [root, branch, root].entries()) {
    const { vehicleId, deviceId, installationId } = await addTracked(db.database, {
      registration: `A ${index}`,
      organisationId,
    });
    await fill(
      { organisation_id: organisationId, vehicle_id: vehicleId, device_id: deviceId, installation_id: installationId },
      random,
      12,
    );
    if (index < 2) continue;
    await query(
      `INSERT INTO legal_holds (organisation_id, vehicle_id, set_by_organisation_id, from_time, to_time, reason)
       VALUES ($1, $2, $1, $3, $4, 'Accident')`,
      root,
      vehicleId,
      new Date(NOW.getTime() - 9 * DAY_MS),
      new Date(NOW.getTime() - 7 * DAY_MS),
    );
  }
  await query("UPDATE audit_log SET action = 'change' WHERE action = 'retention'");
  const expected: Row = {};
  for (const id of [root, branch]) {
    const counts = await previewRetention(db.database, { now: NOW, organisationIds: [id], maxMs: 10_000 });
    expected[id] = Object.fromEntries(
      counts.filter(({ count }) => Number(count) > 0).map(({ kind, count }) => [kind, count]),
    );
  }
  expect(Object.keys(Object(expected[root])).toSorted()).toEqual([...RETENTION_KINDS].toSorted());
  const before = await countRows();
  expect(await applyRetention(db.database, { signal: never, now: NOW, pieceRows: 3 })).toBe(true);
  const entries = await query(`SELECT organisation_id AS id, before FROM audit_log WHERE action = 'retention'`);
  expect(Object.fromEntries(entries.map(({ id, before: counts }) => [id, counts]))).toEqual(expected);
  // Of every table something was deleted, so that none is left out of this test.
  const after = await countRows();
  after['audit_log'] = Number(after['audit_log']) - entries.length;
  expect(TABLES.filter((table) => Number(after[table]) >= Number(before[table]))).toEqual([]);
});

it('remembers deleted status reports of a device without positions', async () => {
  const { vehicleId, deviceId, installationId } = await addTracked(db.database, {
    registration: 'A 1',
    organisationId: root,
  });
  const at = new Date(NOW.getTime() - 40 * DAY_MS);
  await query(
    'UPDATE installations SET installed_at = $2 WHERE id = $1',
    installationId,
    new Date(at.getTime() - DAY_MS),
  );
  await query(
    `INSERT INTO status_reports (device_id, reported_at, report_hash, received_at, attributes)
     VALUES ($1, $2, 1, $2, '{"alarm": ["sos"]}')`,
    deviceId,
    at,
  );
  await query('UPDATE organisations SET retention = $2 WHERE id = $1', root, { positions: 30 });
  await applyRetention(db.database, { signal: never, now: NOW });
  expect(await query('SELECT FROM status_reports')).toEqual([]);
  expect(await readDeletedSpans(db.database, vehicleId, at, NOW)).toEqual([
    { from: at.toISOString(), to: `${new Date(at.getTime() + DAY_MS).toISOString().slice(0, 10)}T00:00:00.000Z` },
  ]);
});

it('counts by the clock of the run while that is behind, and says so', async () => {
  const { deviceId } = await addTracked(db.database, { registration: 'A 1', organisationId: root });
  for (const days of [39, 31]) {
    await query(
      `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags)
       VALUES ($1, $2, 1, $2, 1, 1, 0, 0, 1)`,
      deviceId,
      new Date(NOW.getTime() - days * DAY_MS),
    );
  }
  await query('UPDATE organisations SET retention = $2 WHERE id = $1', root, { positions: 30 });
  expect(await readClockBehind(db.database, NOW)).toBeNull();
  const off = new Date(NOW.getTime() - 10 * DAY_MS);
  await query('UPDATE retention_clock SET at = $1, advanced_at = $1', off);
  const counts = await previewRetention(db.database, { now: NOW, organisationIds: [root], maxMs: 10_000 });
  expect(counts[0]).toMatchObject({ kind: 'positions', count: 1 });
  expect(await readClockBehind(db.database, NOW)).toBe(new Date(NOW.getTime() - 8 * DAY_MS).toISOString().slice(0, 10));
  await applyRetention(db.database, { signal: never, now: NOW });
  expect(await query('SELECT count(*)::int AS n FROM positions')).toEqual([{ n: 1 }]);
});
