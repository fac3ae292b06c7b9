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
beforeEach(() => emptyTables(fixture.database, 'outlets', 'own_fields', 'bulk_changes', 'audit_log'));

const save = (more: Record<string, unknown> = {}) => admin.call('save-outlet', { code: 'S1', name: 'Disco', ...more });
const made = async (more: Record<string, unknown> = {}) => {
  const { outlet, ...rest } = await save(more);
  if (!outlet) throw new Error(JSON.stringify(rest));
  return outlet;
};
const codes = async (input: Record<string, unknown>) =>
  (await admin.call('get-outlet-list', input)).rows?.map(({ code }) => code);

const day = [
  { fromMin: 480, toMin: 720 },
  { fromMin: 840, toMin: 1080 },
];

test('an outlet stores every field', async () => {
  const fields = {
    code: 'S-17',
    name: 'Disco Pocitos',
    address: '21 de Setiembre 2841\nMontevideo',
    place: { lat: -34.9101234, lon: -56.1529876 },
    radiusM: 80,
    contactName: 'Ana Pérez',
    phone: '+598 99 123 456',
    hours: [day, day, day, day, day, [{ fromMin: 540, toMin: 780 }], []],
    serviceMin: 15,
    class: 'A',
    visitsPerWeek: 2.5,
    state: 'closed',
    handTerritoryId: null,
    note: 'Back door',
  };
  const outlet = await made(fields);
  expect(outlet).toEqual({
    id: expect.any(Number),
    organisationId: 1,
    ...fields,
    area: null,
    territory: null,
    version: 1,
    own: [],
  });
  expect(await admin.call('get-outlet-by-id', { id: outlet.id })).toMatchObject({ outlet });
});

test('an omitted field has its usual value', async () => {
  expect(await made()).toMatchObject({ radiusM: 50, state: 'active', place: null, hours: null, class: null });
});

test.each([
  ['has no code', { code: ' ' }, { code: 'Enter a value.' }],
  ['is nowhere, at 0 and 0', { place: { lat: 0, lon: 0 } }, { place: expect.stringContaining('in the sea') }],
  ['is beyond the pole', { place: { lat: 91, lon: 0 } }, { 'place.lat': expect.any(String) }],
  ['is reached from 5 km away', { radiusM: 5000 }, { radiusM: 'Use at most 2,000.' }],
  ['is visited less than never', { visitsPerWeek: -1 }, { visitsPerWeek: 'Use 0 or more.' }],
])('an outlet that %s is refused', async (_what, more, fields) => {
  const answer = await save(more);
  expect(answer.status).toBe(422);
  expect(answer.fields).toMatchObject(fields);
});

test('a code is used once, ignoring case; that of a deleted one is free, which is not restored over its successor', async () => {
  const { id } = await made();
  expect(await save({ code: 's1' })).toMatchObject({
    status: 409,
    fields: { code: 'Another outlet has this code.' },
  });
  await admin.call('delete-outlet', { id });
  expect(await codes({})).toEqual([]);
  expect((await admin.call('restore-outlet', { id })).outlet?.code).toBe('S1');
  await admin.call('delete-outlet', { id });
  await made();
  expect((await admin.call('restore-outlet', { id })).status).toBe(409);
});

test('outlets are found by the words of any field, and by class, state and missing coordinates', async () => {
  await made({ phone: '+598 99 123 456', class: 'A', place: { lat: -34.9, lon: -56.15 } });
  await made({ code: 'S2', name: 'Almacén Élite', address: 'Rambla 1', state: 'closed', class: 'B' });
  expect(await codes({ search: '59899123' })).toEqual(['S1']);
  expect(await codes({ search: 'elite rambla' })).toEqual(['S2']);
  expect(await codes({ class: 'A' })).toEqual(['S1']);
  expect(await codes({ state: 'closed' })).toEqual(['S2']);
  expect(await codes({ unplaced: true })).toEqual(['S2']);
  expect(await codes({ sort: 'class', direction: 'desc' })).toEqual(['S2', 'S1']);
  expect((await admin.call('get-outlet-map', {})).rows).toEqual([
    {
      id: expect.any(Number),
      code: 'S1',
      name: 'Disco',
      place: { lat: -34.9, lon: -56.15 },
      class: 'A',
      state: 'active',
      territoryId: null,
    },
  ]);
  expect((await admin.call('get-outlet-map', { search: 'elite' })).rows).toEqual([]);
  expect((await admin.call('get-found-records', { search: 'elite' })).rows).toEqual([
    expect.objectContaining({ kind: 'outlet', label: 'Almacén Élite', note: 'S2 · Rambla 1' }),
  ]);
});

test('the second of two people who save gets a conflict; changes are in the audit log', async () => {
  const { id } = await made({ note: 'A' });
  await save({ id, note: 'B', version: 1 });
  expect(await save({ id, note: 'C', version: 1 })).toMatchObject({ status: 409, code: 'changed-meanwhile' });
  const { rows } = await fixture.database.query(
    `SELECT action, before, after FROM audit_log WHERE subject = 'outlet' AND subject_id = $1 ORDER BY id`,
    [String(id)],
  );
  expect(rows).toEqual([
    { action: 'create', before: null, after: { code: 'S1', name: 'Disco', radiusM: 50, note: 'A' } },
    { action: 'change', before: { note: 'A' }, after: { note: 'B' } },
  ]);
});

test('one field of many is changed, custom fields too, and undone', async () => {
  const { field } = await admin.call('save-own-field', { kind: 'outlet', name: 'Dock', type: 'yes-no' });
  const ids = [(await made()).id, (await made({ code: 'S2', class: 'B' })).id];
  const changed = await admin.call('change-outlets', { ids, field: 'class', value: 'B' });
  expect(changed).toMatchObject({ changed: 1, same: 1 });
  expect(await codes({ class: 'B' })).toEqual(['S1', 'S2']);
  expect(await admin.call('undo-outlet-change', { id: changed.id })).toMatchObject({ restored: 1, kept: [] });
  expect(await codes({ class: 'B' })).toEqual(['S2']);
  const docked = await admin.call('change-outlets', { filter: {}, field: `own:${field?.id ?? 0}`, value: true });
  expect(docked.changed).toBe(2);
  expect(await codes({ own: { id: field?.id ?? 0, value: true } })).toEqual(['S1', 'S2']);
  expect(await admin.call('change-outlets', { ids, field: 'radiusM', value: 5 })).toMatchObject({ refusedTotal: 2 });
});

test('outlets of another organisation are not seen', async () => {
  const west = await addOrganisation(fixture.database, 'West');
  const grants = { outlets: ['view' as const, 'create' as const, 'edit' as const, 'delete' as const] };
  await addUser(fixture.database, { username: 'wes', password: 'pass-word', organisationId: west, grants });
  const { id } = await made();
  const wes = await fixture.signedIn('wes', 'pass-word');
  expect((await wes.call('get-outlet-list', {})).rows).toEqual([]);
  expect((await wes.call('get-outlet-by-id', { id })).status).toBe(404);
  expect((await wes.call('save-outlet', { id, code: 'S1', name: 'Theirs' })).status).toBe(404);
  expect((await wes.call('change-outlets', { ids: [id], field: 'note', value: 'Theirs' })).status).toBe(404);
});

test('the area of arrival is drawn instead of the circle, stays unchanged, and ends where the outlet can be', async () => {
  const place = { lat: 10, lon: 20 };
  // 0.001 degrees of latitude are 111 m.
  const area = [
    { lat: 10.001, lon: 19.999 },
    { lat: 10.001, lon: 20.001 },
    { lat: 9.999, lon: 20.001 },
  ];
  const values = { code: 'AREA', name: 'Yard', place };
  const { outlet } = await admin.call('save-outlet', { ...values, area });
  expect(outlet?.area).toEqual(area);
  const saved = { ...values, id: outlet?.id, version: outlet?.version };
  expect((await admin.call('save-outlet', { ...saved, name: 'Yard 2' })).outlet?.area).toEqual(area);
  const refused = (more: object) => admin.call('save-outlet', { code: 'AREA 2', name: 'Other', place, ...more });
  expect(await refused({ place: null, area })).toMatchObject({ faults: { area: { code: 'outlet-area-place' } } });
  expect(await refused({ place: { lat: 10.1, lon: 20 }, area })).toMatchObject({
    faults: { area: { code: 'outlet-area-far', params: { most: 2000 } } },
  });
  const crossing = [area[0], area[2], area[1], { lat: 9.999, lon: 19.999 }];
  expect((await refused({ area: crossing })).status).toBe(422);
  const reach = 'SELECT reach_m FROM outlets WHERE id = $1';
  // The corner is 111.2 m north and 109.5 m east.
  expect((await fixture.database.query(reach, [outlet?.id])).rows).toEqual([{ reach_m: 157 }]);
});

test('coordinates in the sea are reported before saving, and accepted', async () => {
  const atSea = { lat: -34.96, lon: -56.17 };
  expect(await admin.call('get-outlet-place-check', atSea)).toMatchObject({ offshore: true });
  expect(await admin.call('get-outlet-place-check', { lat: -34.9035, lon: -56.2115 })).toMatchObject({
    offshore: false,
  });
  expect((await made({ place: atSea })).place).toEqual(atSea);
});
