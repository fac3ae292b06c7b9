import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tagKey } from '@milepost/tracking/tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOrganisation } from '../../testing/organisations.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db?.close());

test('keys stored reversed or with their checksum become the key that is compared now', async () => {
  const organisationId = await addOrganisation(db.database, 'Head');
  const tags = ['F90000A85BC13301', '133C15BA80000F9', '133C15BA80000', '12AB34CD', 'JOHN', 'F80000A85BC13301'];
  await db.database.query(
    `INSERT INTO drivers (id, organisation_id, name, tag_keys) OVERRIDING SYSTEM VALUE VALUES (1, $1, 'Ana', $2)`,
    [organisationId, tags],
  );
  await db.database.query(
    `INSERT INTO driver_tags (organisation_id, driver_id, kind, tag) SELECT $1, 1, 'ibutton', unnest($2::text[])`,
    [organisationId, tags],
  );
  await db.database.query(await readFile(join(import.meta.dirname, '../migrations/215_driver_keys.sql'), 'utf8'));
  const { rows } = await db.database.query<{ tag: string }>('SELECT tag FROM driver_tags ORDER BY id');
  expect(rows.map(({ tag }) => tag)).toEqual(tags.map(tagKey));
  const driver = await db.database.query<{ keys: string[] }>('SELECT tag_keys AS keys FROM drivers');
  expect(driver.rows[0]?.keys.toSorted()).toEqual([...new Set(tags.map(tagKey))].toSorted());
});
