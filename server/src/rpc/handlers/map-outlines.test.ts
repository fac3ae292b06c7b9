import type { OperationName } from '@milepost/contract/operations';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { storeFenceOutlines } from '../../store/outlines/store-outlines.ts';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { emptyTables } from '../../testing/empty-tables.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { insertFence } from '../../testing/insert-facts.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let admin: TestBrowser;

beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await emptyTables(fixture.database, 'geofences', 'territories');
  await fixture.database.query('DELETE FROM organisations WHERE parent_id IS NOT NULL');
});

/** A ring of 1,000 corners around a point. */
const round = (lat: number) => ({
  kind: 'polygon' as const,
  rings: [
    Array.from({ length: 1000 }, (_, at) => {
      const angle = (at / 1000) * 2 * Math.PI;
      return { lat: lat + Math.sin(angle) / 10, lon: Math.cos(angle) / 10 };
    }),
  ],
});
const save = async (name: string, lat: number, id?: number) =>
  (await admin.call('save-fence', { id, name, shape: round(lat) })).fence?.id ?? 0;
const query = async <Row extends object>(sql: string, values: unknown[] = []) =>
  (await fixture.database.query<Row>(sql, values)).rows;
/** The time of the last write of each outline. */
const written = () =>
  query<{ id: number; at: string }>('SELECT geofence_id AS id, xmin::text AS at FROM geofence_outlines ORDER BY 1');
const drawn = async () => (await admin.call('get-fence-map')).rows ?? [];

test('an outline is simplified once, and again only when its shape changes', async () => {
  const [one, other] = [await save('One', 10), await save('Other', 20)];
  const first = await drawn();
  expect(first.map(({ name, box }) => [name, Math.round(box[1])])).toEqual([
    ['One', 10],
    ['Other', 20],
  ]);
  const before = await written();
  expect(await drawn()).toEqual(first);
  expect(await written()).toEqual(before);

  // Only its name changed.
  await admin.call('save-fence', { id: other, name: 'Another', shape: round(20) });
  expect((await drawn()).map(({ name }) => name)).toEqual(['Another', 'One']);
  expect(await written()).toEqual(before);

  await save('One', -30, one);
  const [, moved] = await drawn();
  expect(moved?.shape).toMatchObject({ kind: 'polygon' });
  expect(moved?.shape.kind === 'polygon' && moved.shape.rings[0]?.every(({ lat }) => lat < -29)).toBe(true);
  const changed = (await written()).filter(({ at }, index) => at !== before[index]?.at);
  expect(changed.map(({ id }) => id)).toEqual([one]);
});

test('an outline simplified from an older shape is not stored', async () => {
  const id = await save('One', 10);
  const scope = { organisationId: 1, organisationIds: [1], root: true, limit: null };
  // After the outline's shape was read and before the outline is stored, another person redraws the geofence.
  const database = new Proxy(fixture.database, {
    get: (target, key) => {
      if (key !== 'query') return Reflect.get(target, key);
      return async (text: string, values: unknown[]) => {
        if (text.startsWith('UPDATE geofence_outlines')) await save('One', 50, id);
        return target.query(text, values);
      };
    },
  });
  await storeFenceOutlines(database, scope);
  expect(await query('SELECT outline FROM geofence_outlines')).toEqual([{ outline: null }]);
  const [row] = await drawn();
  expect(row?.shape.kind === 'polygon' && row.shape.rings[0]?.[0]?.lat).toBeCloseTo(50, 0);
});

test('many concurrent requests simplify each outline once', async () => {
  for (let at = 0; at < 5; at += 1) await save(`Fence ${at}`, at);
  await fixture.database.query(
    `CREATE TABLE IF NOT EXISTS made (id int); TRUNCATE made;
     CREATE OR REPLACE FUNCTION count_made() RETURNS trigger LANGUAGE plpgsql AS
       'BEGIN INSERT INTO made VALUES (NEW.geofence_id); RETURN NULL; END';
     CREATE OR REPLACE TRIGGER count_made AFTER UPDATE ON geofence_outlines FOR EACH ROW EXECUTE FUNCTION count_made()`,
  );
  const answers = await Promise.all([drawn(), drawn(), drawn(), drawn()]);
  expect(answers.map(({ length }) => length)).toEqual([5, 5, 5, 5]);
  expect(await query('SELECT count(*)::int AS made FROM made')).toEqual([{ made: 5 }]);
  await fixture.database.query('DROP TRIGGER count_made ON geofence_outlines');
});

test('a map of a tree is bounded: the own geofences and those of small organisations are drawn, with the total number', async () => {
  const { database } = fixture;
  const [small, huge, middle] = [
    await addOrganisation(database, 'Small'),
    await addOrganisation(database, 'Huge'),
    await addOrganisation(database, 'Middle'),
  ];
  const ids = {
    huge: await insertFence(database, { name: 'A huge one', organisationId: huge }),
    hugeToo: await insertFence(database, { name: 'B huge one', organisationId: huge }),
    own: await insertFence(database, { name: 'C own', organisationId: 1 }),
    middle: await insertFence(database, { name: 'D middle', organisationId: middle }),
    small: await insertFence(database, { name: 'E small', organisationId: small }),
  };
  await drawn();
  const size = (id: number, points: number) =>
    database.query('UPDATE geofence_outlines SET points = $2 WHERE geofence_id = $1', [id, points]);
  await size(ids.huge, 500_000);
  await size(ids.hugeToo, 500_001);
  await size(ids.own, 400_000);
  await size(ids.middle, 90_000);
  await size(ids.small, 5);
  const { rows = [], total } = await admin.call('get-fence-map');
  expect(rows.map(({ name }) => name)).toEqual(['A huge one', 'C own', 'D middle', 'E small']);
  expect(total).toBe(5);
});

test('territories are listed with their areas simplified, and opened with all corners', async () => {
  const ring = (round(10).rings[0] ?? []).filter((_corner, at) => at % 2 === 0);
  const { territory } = await admin.call('save-territory', { name: 'North', areas: [ring] });
  const { rows = [] } = await admin.call('get-territory-list', {});
  const [area] = rows[0]?.areas ?? [];
  expect(area?.length).toBeGreaterThan(38);
  expect(area?.length).toBeLessThan(80);
  const whole = await admin.call('get-territory-by-id', { id: territory?.id });
  expect(whole.territory?.areas[0]).toHaveLength(500);
  await fixture.database.query('UPDATE territory_outlines SET points = 1000001');
  expect((await admin.call('get-territory-list', {})).rows).toMatchObject([{ name: 'North', areas: [] }]);
});

test('an answer of megabytes is the same in pieces, compressed or not', async () => {
  await fixture.database.query(
    `INSERT INTO geofences (organisation_id, name, shape, south, north, west, east, area_m2)
     SELECT 1, 'Fence ' || n, '{"kind": "circle", "centre": {"lat": 0, "lon": 0}, "radiusM": 50}', 0, 0, 0, 0, 7854
     FROM generate_series(1, 5000) n`,
  );
  const body = { route: 'get-fence-map' satisfies OperationName };
  const plain = await admin.post({ body, headers: admin.headers('session') });
  expect(plain.json().rows).toHaveLength(5000);
  expect(plain.body.length).toBeGreaterThan(500_000);
  const small = await admin.post({ body, headers: { ...admin.headers('session'), 'accept-encoding': 'gzip' } });
  expect(small.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(small.rawPayload).toString()).toBe(plain.body);
});

test('one branch of the tree has a quota of organisations, of geofences and of corners', async () => {
  const { database } = fixture;
  const reseller = await addOrganisation(database, 'Reseller');
  const customer = await addOrganisation(database, 'Customer', reseller);
  await addUser(database, {
    username: 'seller',
    password: 'pass-word',
    organisationId: reseller,
    grants: ADMINISTRATOR.grants,
  });
  const seller = await fixture.signedIn('seller', 'pass-word');
  const add = (name: string) => seller.call('save-organisation', { name, parentId: customer });
  await database.query(
    `INSERT INTO organisations (parent_id, name) SELECT $1, 'Other ' || n FROM generate_series(1, 997) n`,
    [reseller],
  );
  expect((await add('The thousandth')).status).toBe(200);
  expect(await add('One more')).toMatchObject({ status: 409, code: 'most-kept', params: { most: 1000 } });
  // The operator and other branches are not affected.
  expect((await admin.call('save-organisation', { name: 'Beside', parentId: 1 })).status).toBe(200);

  const before = await insertFence(database, { name: 'Many corners', organisationId: customer });
  await database.query('UPDATE geofence_outlines SET corners = 1000000 WHERE geofence_id = $1', [before]);
  const beside = await insertFence(database, { name: 'Many more', organisationId: reseller });
  await database.query('UPDATE geofence_outlines SET corners = 1999999 WHERE geofence_id = $1', [beside]);
  const circle = { kind: 'circle' as const, centre: { lat: 0, lon: 0 }, radiusM: 100 };
  const saveIn = (name: string, organisationId: number) =>
    seller.call('save-fence', { name, shape: circle, organisationId });
  const { rows = [] } = await seller.call('get-organisation-list');
  const other = rows.find(({ name }) => name === 'Other 5')?.id ?? 0;
  expect((await saveIn('The last', other)).status).toBe(200);
  expect(await saveIn('Too many', other)).toMatchObject({ status: 409, code: 'most-corners-together' });
  expect((await admin.call('save-fence', { name: 'The operator’s', shape: circle })).status).toBe(200);
});
