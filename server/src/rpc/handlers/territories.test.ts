import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
});
afterAll(() => fixture.close());
beforeEach(() => emptyTables(fixture.database, 'outlets', 'territories', 'bulk_changes', 'audit_log'));

const box = (west: number, south: number, east: number, north: number) => [
  { lat: south, lon: west },
  { lat: south, lon: east },
  { lat: north, lon: east },
  { lat: north, lon: west },
];
const WEST = [box(-56.2, -34.95, -56.15, -34.85)];
const EAST = [box(-56.15, -34.95, -56.1, -34.85)];

const save = (more: Record<string, unknown>) => admin.call('save-territory', { name: 'West', areas: WEST, ...more });
const made = async (more: Record<string, unknown> = {}) => {
  const { territory, ...rest } = await save(more);
  if (!territory) throw new Error(JSON.stringify(rest));
  return territory;
};
const outlet = async (code: string, lon: number | null, more: Record<string, unknown> = {}) => {
  const place = lon === null ? null : { lat: -34.9, lon };
  const { outlet: saved, ...rest } = await admin.call('save-outlet', { code, name: code, place, ...more });
  if (!saved) throw new Error(JSON.stringify(rest));
  return saved;
};
/** The outlets of each territory. */
const territories = async () =>
  Object.fromEntries(
    (await admin.call('get-outlet-list', {})).rows?.map(({ code, territory }) => [code, territory?.name ?? null]) ?? [],
  );

test('outlets are in the territory whose area contains them, whichever was created first', async () => {
  await outlet('A', -56.18);
  await outlet('B', -56.12);
  await outlet('C', null);
  const west = await made();
  expect(await territories()).toEqual({ A: 'West', B: null, C: null });
  await made({ name: 'East', areas: EAST });
  await outlet('D', -56.11);
  expect(await territories()).toEqual({ A: 'West', B: 'East', C: null, D: 'East' });
  const { id } = await outlet('E', -56.19);
  await outlet('E', -56.05, { id });
  expect((await territories())['E']).toBeNull();
  await save({ id: west.id, areas: [box(-56.2, -34.95, -56.19, -34.85), box(-56.06, -34.95, -56.04, -34.85)] });
  expect(await territories()).toEqual({ A: null, B: 'East', C: null, D: 'East', E: 'West' });
  expect((await admin.call('get-outlet-list', { outside: true })).rows?.map(({ code }) => code)).toEqual(['A', 'C']);
  expect((await admin.call('get-outlet-list', { territoryId: west.id })).total).toBe(1);
  expect((await admin.call('get-outlet-map', { territoryId: west.id })).rows).toMatchObject([
    { code: 'E', territoryId: west.id },
  ]);
});

test("a person's choice overrides the area, for single ones and many, and can be reverted", async () => {
  const west = await made();
  const { id } = await outlet('A', -56.12, { handTerritoryId: west.id });
  const other = await outlet('B', -56.12);
  await made({ name: 'East', areas: EAST });
  expect(await territories()).toEqual({ A: 'West', B: 'East' });
  const changed = await admin.call('change-outlets', {
    ids: [id, other.id],
    field: 'handTerritoryId',
    value: west.id,
  });
  expect(changed).toMatchObject({ changed: 1, same: 1 });
  expect(await territories()).toEqual({ A: 'West', B: 'West' });
  await admin.call('undo-outlet-change', { id: changed.id });
  await admin.call('change-outlets', { ids: [id], field: 'handTerritoryId', value: null });
  expect(await territories()).toEqual({ A: 'East', B: 'East' });
});

test('outlets of a deleted territory are in none, and in it again when it is restored', async () => {
  const { id } = await made();
  await outlet('A', -56.18);
  await outlet('B', -56.0, { handTerritoryId: id });
  await admin.call('delete-territory', { id });
  expect(await territories()).toEqual({ A: null, B: null });
  await admin.call('restore-territory', { id });
  expect(await territories()).toEqual({ A: 'West', B: 'West' });
  await admin.call('delete-territory', { id });
  await made({ name: 'Successor' });
  expect(await territories()).toEqual({ A: 'Successor', B: null });
  expect((await admin.call('restore-territory', { id })).fields).toMatchObject({
    areas: expect.stringContaining('“Successor”'),
  });
});

test('the balance counts outlets that are visited, their visits and the hours that these take', async () => {
  await made();
  await outlet('A', -56.18, { visitsPerWeek: 2, serviceMin: 30 });
  await outlet('B', -56.17, { visitsPerWeek: 0.5, serviceMin: 60 });
  await outlet('C', -56.17);
  await outlet('D', -56.17, { state: 'closed', visitsPerWeek: 5, serviceMin: 60 });
  await outlet('E', -56.0);
  await outlet('F', null);
  // 2 × 30 min and 0.5 × 60 min are an hour and a half.
  expect(await admin.call('get-territory-list', {})).toMatchObject({
    rows: [{ name: 'West', outlets: 3, visitsPerWeek: 2.5, serviceHours: 1.5 }],
    total: 1,
    outside: 2,
    unplaced: 1,
  });
});

test('adjoining areas are accepted; one that overlaps a neighbour is refused with its name', async () => {
  const west = await made();
  await made({ name: 'East', areas: EAST });
  const over = await save({ name: 'Middle', areas: [box(-56.16, -34.9, -56.14, -34.89)] });
  expect(over).toMatchObject({ status: 422, fields: { areas: expect.stringContaining('“East”') } });
  expect((await save({ id: west.id, areas: [...WEST, box(-56.12, -34.9, -56.11, -34.89)] })).status).toBe(422);
  // Its own former area does not count as a neighbour.
  expect((await save({ id: west.id, areas: [box(-56.2, -34.95, -56.16, -34.85)] })).status).toBe(200);
});

/** Some metres at the equator, as degrees with five digits. */
const degrees = (metres = 0) => Math.round(metres * 0.9) / 1e5;

test('outlines whose teeth cross each other many thousand times are refused, and delay nobody', async () => {
  // Combs with teeth of 3 m, which are too thin to lie within anything.
  const end = 240 * 7;
  const corners = [
    [-1, -13],
    [end, -13],
    [end, -10],
  ];
  for (let x = end - 7; x >= 0; x -= 7) corners.push([x + 3, -10], [x + 3, end], [x, end], [x, -10]);
  const upright = [...corners, [-1, -10]].map(([x, y]) => ({ lat: degrees(y), lon: degrees(x) }));
  await made({ name: 'Upright', areas: [upright] });
  const lying = upright.map(({ lat, lon }) => ({ lat: lon, lon: lat }));
  const over = await save({ name: 'Lying', areas: [lying] });
  expect(over).toMatchObject({ status: 422, fields: { areas: expect.stringContaining('too detailed') } });
});

test('two areas of one territory may adjoin, and not overlap', async () => {
  const beside = [box(-56.2, -34.9, -56.18, -34.88), box(-56.18, -34.9, -56.16, -34.88)];
  const { id } = await made({ areas: beside });
  const over = await save({ id, areas: [...beside, box(-56.19, -34.89, -56.17, -34.87)] });
  expect(over).toMatchObject({ status: 422, fields: { areas: expect.stringContaining('Two of its areas overlap') } });
  // Areas within each other overlap, too.
  const within = await save({
    name: 'Within',
    areas: [box(-57, -35, -56.9, -34.9), box(-56.98, -34.98, -56.96, -34.96)],
  });
  expect(within.status).toBe(422);
});

test.each([
  [
    'crosses itself',
    [
      { lat: 0, lon: 0 },
      { lat: 1, lon: 1 },
      { lat: 1, lon: 0 },
      { lat: 0, lon: 1 },
    ],
    'crosses',
  ],
  [
    'has two corners',
    [
      { lat: 0, lon: 0 },
      { lat: 1, lon: 1 },
    ],
    'three',
  ],
  ['is half the world', box(-170, -80, 100, 80), ''],
  ['is beyond the pole', box(0, 80, 1, 95), ''],
])('an area that %s is refused with a message', async (_what, area, words) => {
  const { status, fields } = await save({ areas: [area] });
  expect(status).toBe(422);
  expect(fields?.['areas.0']).toContain(words);
});

test('an area over the 180th meridian contains points on both sides of it', async () => {
  await made({ areas: [box(179.9, -35, -179.9, -34)] });
  await outlet('A', 179.95);
  await outlet('B', -179.95);
  await outlet('C', 0);
  expect(await territories()).toEqual({ A: 'West', B: 'West', C: null });
});

const person = (username: string) =>
  addUser(fixture.database, { username, password: 'pass-word', organisationId: 1, grants: {} });

test('a manager is replaced on the given day', async () => {
  await person('ana');
  await person('bo');
  const people = (await admin.call('get-territory-choices', {})).people ?? [];
  const [ana, bo] = ['ana', 'bo'].map((name) => people.find((one) => one.name.toLowerCase().includes(name))?.id);
  const { id } = await made({ managerId: ana, nextManagerId: bo, nextFrom: '2999-01-01' });
  const read = async () => (await admin.call('get-territory-by-id', { id })).territory;
  expect(await read()).toMatchObject({ manager: { id: ana }, next: { manager: { id: bo }, from: '2999-01-01' } });
  await save({ id, managerId: ana, nextManagerId: bo, nextFrom: '2020-01-01' });
  expect(await read()).toMatchObject({ manager: { id: bo }, next: null });
  expect(await save({ id, managerId: ana, nextManagerId: bo })).toMatchObject({ status: 422 });
});

test('nothing of another organisation is seen, chosen or overlapped', async () => {
  const west = await addOrganisation(fixture.database, 'West');
  const grants = { outlets: ['view' as const, 'create' as const, 'edit' as const, 'delete' as const] };
  await addUser(fixture.database, { username: 'wes', password: 'pass-word', organisationId: west, grants });
  const { id } = await made();
  const wes = await fixture.signedIn('wes', 'pass-word');
  expect((await wes.call('get-territory-list', {})).rows).toEqual([]);
  expect((await wes.call('save-territory', { id, name: 'Theirs' })).status).toBe(404);
  expect((await wes.call('delete-territory', { id })).status).toBe(404);
  expect((await wes.call('save-outlet', { code: 'A', name: 'A', handTerritoryId: id })).fields).toMatchObject({
    handTerritoryId: 'There is no such territory.',
  });
  expect((await wes.call('save-territory', { name: 'West', areas: WEST, managerId: 1 })).fields).toMatchObject({
    managerId: expect.any(String),
  });
  expect((await wes.call('save-territory', { name: 'West', areas: WEST })).status).toBe(200);
});

test('10,000 outlets are assigned to 200 territories', async () => {
  await fixture.database.query(
    `INSERT INTO outlets (organisation_id, code, name, lat, lon)
     SELECT 1, n, n, -35 + (n % 100) * 0.01, -57 + (n / 100) * 0.01 FROM generate_series(0, 9999) n`,
  );
  await fixture.database.query(
    `INSERT INTO territories (organisation_id, name, colour, areas)
     SELECT 1, n, '#2563d9', jsonb_build_array((SELECT jsonb_agg(jsonb_build_object(
       'lat', -35 + (n / 20) * 0.1 + 0.05 + 0.044 * sin(c * pi() / 50), 'lon', -57 + (n % 20) * 0.05 + 0.025 + 0.022 * cos(c * pi() / 50)) ORDER BY c)
       FROM generate_series(0, 99) c)) FROM generate_series(1, 199) n`,
  );
  await made({ areas: [box(-57.2, -35.2, -57.1, -35.1)] });
  const { rows } = await fixture.database.query<{ placed: number }>(
    'SELECT count(area_territory_id)::int AS placed FROM outlets',
  );
  // Ellipses take pi × 0.044 × 0.022 of the 0.005 square degrees around each: 61%.
  expect(rows[0]?.placed).toBeGreaterThan(5500);
  expect(rows[0]?.placed).toBeLessThan(6700);
});

test('the balance has the planned way to the stops of the next seven days', async () => {
  await made();
  const { id } = await outlet('A', -56.18);
  const { route } = await admin.call('save-route', { name: 'Seven days' });
  await admin.call('save-route-plan', {
    routeId: route?.id,
    validFrom: '2026-01-01',
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    startMin: 1439,
    stops: [{ outletId: id }],
  });
  // Two weeks of runs exist; each has a leg of 1,500 m to its stop, and one of them skips it.
  const { database } = fixture;
  await database.query('UPDATE route_run_stops SET leg_m = 1500');
  const { rows } = await database.query<{ today: number; all: number }>(
    `SELECT count(*)::int AS all, count(*) FILTER (WHERE r.day < (now() AT TIME ZONE o.time_zone)::date + 7)::int AS today
     FROM route_runs r JOIN organisations o ON o.id = r.organisation_id`,
  );
  expect(rows[0]?.all).toBeGreaterThan(7);
  await database.query(
    `UPDATE route_run_stops SET skip_reason = 'Rain' WHERE run_id = (SELECT id FROM route_runs ORDER BY day LIMIT 1)`,
  );
  expect((await admin.call('get-territory-list', {})).rows).toMatchObject([
    { plannedM: ((rows[0]?.today ?? 0) - 1) * 1500 },
  ]);
});
