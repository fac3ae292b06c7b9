import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyFacts } from '../facts/verify-facts.ts';
import { onlyRow } from '../store/rows.ts';
import { loadReleaseState, type ReleaseState, writeReleaseState } from '../testing/releases/release-state.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { settled, trackingHarness } from '../testing/tracking-harness.ts';
import { applyMigration, migrate } from './migrate.ts';

const RELEASES = readdirSync(path.join(import.meta.dirname, '../testing/releases'))
  .filter((file) => file.endsWith('.json.br'))
  .map((file) => file.replace('.json.br', ''));

/** Rows that a migration removes: three groups of the menu, whose entries moved to others (234). */
const REMOVED: Readonly<Record<string, number>> = { menus: 3 };

test('there is the state of a release', () => expect(RELEASES).toContain('0.1.0'));

describe.each(RELEASES)('a database of %s', (version) => {
  let db: TestDatabase;
  let client: Client;
  let state: ReleaseState;
  beforeAll(async () => {
    state = await loadReleaseState(version);
    db = await testDatabase();
    client = new Client({ connectionString: db.url });
    await client.connect();
    await client.query('DROP SCHEMA IF EXISTS pgboss CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await client.query(
      'CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now(), checksum text)',
    );
    for (const file of state.migrations) await applyMigration(client, file);
    // Of before checksums.
    if (version === '0.1.0') await client.query('ALTER TABLE migrations DROP COLUMN checksum');
    await writeReleaseState(client, state);
  }, 60_000);
  afterAll(async () => {
    await client.end();
    await db.close();
  });

  const applied = async () =>
    (await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY name')).rows.map(({ name }) => name);
  const count = async (table: string) =>
    onlyRow(await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`)).count;

  test('is upgraded, also after a failure in the middle, from where it stopped', async () => {
    await client.query('CREATE TABLE recompute_choices ()');
    await expect(migrate(db.url)).rejects.toThrow('Migration 298_recompute_choices.sql failed');
    const before = await applied();
    expect(before.length).toBeGreaterThan(state.migrations.length);
    expect(before).not.toContain('298_recompute_choices.sql');
    await client.query('DROP TABLE recompute_choices');
    expect(await migrate(db.url)).toContain('298_recompute_choices.sql');
    expect(await migrate(db.url)).toEqual([]);
  });

  test('has every row that it had', async () => {
    const tables = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    );
    const present = new Set(tables.rows.map(({ name }) => name));
    const counts = [];
    for (const [table, rows] of Object.entries(state.tables)) {
      if (present.has(table)) counts.push({ table, rows: rows.length, now: await count(table) });
    }
    expect(counts.length).toBeGreaterThan(50);
    const lost = counts.filter(({ table, rows, now }) => now < rows - (REMOVED[table] ?? 0));
    expect(lost).toEqual([]);
  });

  test('has the facts that follow from its positions', async () => {
    const harness = await trackingHarness(db);
    await settled(harness);
    await harness.close();
    const { facts, differences } = await verifyFacts(db.database);
    expect(facts).toBeGreaterThan(100);
    expect(differences).toEqual({});
  }, 60_000);

  test('is refused when the file of an applied migration has changed, and not when only its comments did', async () => {
    await client.query(`UPDATE migrations SET checksum = 'other' WHERE name = '002_fleet.sql'`);
    await expect(migrate(db.url)).rejects.toThrow('The file of migration 002_fleet.sql differs');
    await client.query(`UPDATE migrations SET checksum = null WHERE name = '002_fleet.sql'`);
    expect(await migrate(db.url)).toEqual([]);
    expect((await client.query('SELECT FROM migrations WHERE checksum IS NULL')).rows).toEqual([]);
  });
});
