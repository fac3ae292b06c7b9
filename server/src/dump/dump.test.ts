import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../cli/run-command.ts';
import { readConfig } from '../config.ts';
import { applyMigration, createMigrations, migrate } from '../database/migrate.ts';
import { createJobQueue } from '../jobs/job-queue.ts';
import { sendMailJob } from '../jobs/send-mail-job.ts';
import { dayOf, ensureDay } from '../store/tracks/partitions.ts';
import { loadReleaseState, writeReleaseState } from '../testing/releases/release-state.ts';
import { administer, randomName } from '../testing/run-database.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { CATALOG_FILE } from './dump-catalog.ts';

const logger = pino({ level: 'silent' });
const role = randomName();

let from: TestDatabase;
let root: string;
/** The address of an empty database of a user who may create tables and nothing else, as an operator gives it. */
let empty: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'milepost-dump-'));
  from = await testDatabase();
  const client = new Client({ connectionString: from.url });
  await client.connect();
  // All that a release stored in two minutes: some 60 tables with rows, also such that refer to each other.
  const state = await loadReleaseState('0.1.0');
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await createMigrations(client);
  for (const file of state.migrations) await applyMigration(client, file);
  await writeReleaseState(client, state);
  await client.end();
  await migrate(from.url);
  // A day with a partition of its own.
  await ensureDay(from.database, dayOf(Date.UTC(2026, 0, 5)));
  await from.database.query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags)
     SELECT id, '2026-01-05 12:00Z', 1, now(), 1, 2, 3, 4, 5 FROM devices`,
  );
  const queue = createJobQueue(from.database, logger);
  await queue.add(sendMailJob, { id: 1 });
  await queue.close();
  await administer(from.url, `CREATE ROLE ${role} LOGIN PASSWORD 'plain'`);
  empty = await ownedDatabase();
}, 120_000);
afterAll(async () => {
  await administer(from.url, `DROP DATABASE ${nameOf(empty)} WITH (FORCE)`);
  await administer(from.url, `DROP ROLE ${role}`);
  await from.close();
  await rm(root, { recursive: true, force: true });
});

const nameOf = (url: string) => new URL(url).pathname.slice(1);

async function ownedDatabase(): Promise<string> {
  const url = new URL(from.url);
  const name = randomName();
  await administer(from.url, `CREATE DATABASE ${name} OWNER ${role} TEMPLATE template0`);
  Object.assign(url, { pathname: `/${name}`, username: role, password: 'plain' });
  return url.href;
}

async function milepost(databaseUrl: string, ...words: string[]) {
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: path.join(root, 'data') };
  let [out, error] = ['', ''];
  const code = await runCommand(words, {
    config: () => readConfig(environment),
    environment,
    logger,
    out: (text) => (out += text),
    error: (text) => (error += text),
    signal: new AbortController().signal,
  });
  return { code, out, error };
}

async function ask<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SET timezone = 'UTC'`);
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Every row of every table as one checksum, and what the tables consist of. */
async function contentOf(url: string) {
  const tables = await ask<{ name: string }>(
    url,
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname = 'public' AND tablename <> 'migrations' OR (schemaname, tablename) IN (('pgboss', 'job_common'), ('pgboss', 'queue'))`,
  );
  const content: Record<string, unknown> = {};
  for (const { name } of tables) {
    const [row] = await ask(
      url,
      `SELECT count(*)::int AS rows, md5(string_agg(t::text, '|' ORDER BY t::text)) AS sum FROM ${name} t`,
    );
    content[name] = row;
  }
  content['sequences'] = await ask(
    url,
    `SELECT sequencename AS name, last_value AS last FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY 1`,
  );
  content['constraints'] = await ask(
    url,
    `SELECT conrelid::regclass::text AS "table", conname AS name, pg_get_constraintdef(oid) AS definition, convalidated AS valid
       FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`,
  );
  content['triggers'] = await ask(
    url,
    `SELECT tgrelid::regclass::text AS "table", tgname AS name, tgenabled AS enabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`,
  );
  return content;
}

const tablesOf = async (url: string) =>
  ask(url, `SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`);

test('a dump is loaded by an ordinary user: every row, number, constraint and waiting job', async () => {
  const folder = path.join(root, 'dump');
  const dumped = await milepost(from.url, 'dump', folder);
  expect(dumped).toMatchObject({ code: 0, error: '' });
  expect(await milepost(from.url, 'dump', folder)).toMatchObject({ code: 1, error: `${folder} is not empty.\n` });

  expect(await milepost(empty, 'load', folder)).toMatchObject({ code: 0, error: '' });
  const [before, after] = [await contentOf(from.url), await contentOf(empty)];
  expect(Object.keys(before).length).toBeGreaterThan(100);
  expect(before['pgboss.job_common']).toMatchObject({ rows: 1 });
  expect(before['public.positions_20260105']).toMatchObject({ rows: 3 });
  expect(after).toEqual(before);
  // The next start finds nothing to migrate.
  expect(await migrate(empty)).toEqual([]);

  expect(await milepost(empty, 'load', folder)).toMatchObject({
    code: 1,
    error: expect.stringContaining('The database has tables already') as unknown,
  });
}, 120_000);

const flipped = (bytes: Buffer) => {
  const copy = Buffer.from(bytes);
  const at = copy.length >> 1;
  copy[at] = (copy[at] ?? 0) ^ 4;
  return copy;
};

const catalog = (edit: (text: string) => string) => (bytes: Buffer) => Buffer.from(edit(bytes.toString()));

test('a damaged or incomplete dump, or one of a newer version, changes nothing', async () => {
  const folder = path.join(root, 'dump');
  const other = await ownedDatabase();
  const refused = async (words: string) => {
    const { code, error } = await milepost(other, 'load', folder);
    expect({ code, error }).toEqual({ code: 1, error: expect.stringContaining(words) as unknown });
    expect(await tablesOf(other)).toEqual([]);
  };
  const changed = async (name: string, change: (bytes: Buffer) => Buffer, words: string) => {
    const file = path.join(folder, name);
    const bytes = await readFile(file);
    await writeFile(file, change(bytes));
    await refused(words);
    await writeFile(file, bytes);
  };
  const vehicles = (await readdir(folder)).find((name) => name.endsWith('-vehicles.copy.zst')) ?? '';
  await changed(vehicles, flipped, vehicles);
  await changed(vehicles, (bytes) => bytes.subarray(0, -9), vehicles);
  await changed(
    CATALOG_FILE,
    catalog((text) => text.replace('002_fleet.sql', '999_later.sql')),
    'A newer version of Milepost',
  );
  // SQL in a bound, and a file outside of the folder.
  const hostile = [
    (text: string) => text.replace("') TO ('", "') TO ('2031-01-02'); COPY (SELECT 1) TO PROGRAM 'true'; SELECT ('"),
    (text: string) => text.replace(/"file": "/, '"file": "../'),
  ];
  for (const edit of hostile) await changed(CATALOG_FILE, catalog(edit), `${CATALOG_FILE} is damaged`);
  await changed(
    CATALOG_FILE,
    catalog((text) => text.slice(0, -10)),
    `${CATALOG_FILE} is damaged`,
  );
  await rm(path.join(folder, CATALOG_FILE));
  await refused(`has no ${CATALOG_FILE}`);
  await administer(from.url, `DROP DATABASE ${nameOf(other)} WITH (FORCE)`);
}, 120_000);
