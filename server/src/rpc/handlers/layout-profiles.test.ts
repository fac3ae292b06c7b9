import type { DescribedLayout } from '@milepost/contract/layout-profile-operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { httpFixture, type HttpFixture, stubGateways } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

const IMEI = '356000000000013';
const FRAME = `$ORBX;${IMEI};220326101530;20.0059;73.7898;36*`;
const FIELDS = { vendor: 0, imei: 1, date: 2, lat: 3, lon: 4, speed: 5 };
const PROFILE: DescribedLayout = {
  separator: ';',
  kind: 'report',
  header: null,
  vendor: 'ORBX',
  layout: { fields: FIELDS, dateForm: 'ddmmyy', degreeForm: 'degrees', speedUnit: 'kmh' },
};
let fixture: HttpFixture;
let admin: TestBrowser;
let branch: TestBrowser;
let viewer: TestBrowser;
let changes = 0;

const READ = {
  count: 7,
  faults: 1,
  fault: 'the latitude is missing',
  devices: 2,
  last: { text: FRAME, at: Date.UTC(2026, 2, 22, 10, 15, 31) },
};

beforeAll(async () => {
  fixture = await httpFixture({
    gateways: {
      ...stubGateways([]),
      layoutFrames: async (ids) => new Map(ids.map((id) => [id, READ])),
    },
  });
  admin = await fixture.signedIn();
  const organisationId = await addOrganisation(fixture.database, 'Branch', 1);
  const { grants } = ADMINISTRATOR;
  await addUser(fixture.database, { username: 'branch', password: 'pass-word', organisationId, grants });
  branch = await fixture.signedIn('branch', 'pass-word');
  await addUser(fixture.database, {
    username: 'viewer',
    password: 'pass-word',
    organisationId: 1,
    grants: { 'connect-device': ['view'] },
  });
  viewer = await fixture.signedIn('viewer', 'pass-word');
  fixture.services.bus.subscribe('layout-profiles-changed', () => changes++);
});
afterAll(() => fixture.close());

const preview = (profile: DescribedLayout, frame = FRAME) => admin.call('get-layout-preview', { frame, profile });
const save = (change: Partial<DescribedLayout> = {}, more: object = {}) =>
  admin.call('save-layout-profile', { name: 'Orbx', ...PROFILE, ...change, ...more });
const withFields = (fields: object): Partial<DescribedLayout> => ({ layout: { ...PROFILE.layout, fields } });

test('a frame is decoded, and its meaning shown', async () => {
  const fields = ['ORBX', IMEI, '220326101530', '20.0059', '73.7898', '36'];
  expect(await preview(PROFILE)).toMatchObject({
    fields,
    faults: [],
    identity: IMEI,
    isFor: true,
    decoded: {
      fault: null,
      messages: [{ fix: { lat: 20.0059, lon: 73.7898, speedKph: 36, time: '2026-03-22T10:15:30.000Z' } }],
    },
  });
  // The word is saved without the spaces that a maker adds to fill the field.
  const filledUp = FRAME.replace('ORBX', 'ORBX  ');
  expect(await preview({ ...PROFILE, vendor: 'ORBX  ' }, filledUp)).toMatchObject({ isFor: true, identity: IMEI });
  expect(await preview({ ...PROFILE, vendor: 'ELSE' })).toMatchObject({ isFor: false, identity: IMEI });
  expect(await preview(PROFILE, FRAME.replace('20.0059', 'north').replace(';36', ';fast'))).toMatchObject({
    faults: [
      { meaning: 'lat', fault: 'degrees' },
      { meaning: 'speed', fault: 'number' },
    ],
    identity: null,
    decoded: { fault: 'the latitude is not in the form that was chosen', messages: [] },
  });
});

const lastFrame = async (person: TestBrowser) => (await person.call('get-layout-profile-list')).profiles?.[0]?.last;

test('a profile is saved, changed and deleted only by the root organisation, and announced to the gateway', async () => {
  const saved = await save();
  expect(saved.status).toBe(200);
  const { id } = saved;
  expect(await save()).toMatchObject({
    status: 409,
    fields: { header: 'Another profile already matches such frames.' },
  });
  expect(await save({ kind: 'login' }, { id, name: 'Orbx log-ins' })).toMatchObject({ status: 200, id });
  expect(await admin.call('get-layout-profile-list')).toMatchObject({
    profiles: [
      {
        ...PROFILE,
        id,
        name: 'Orbx log-ins',
        kind: 'login',
        changedBy: 'admin',
        frames: 7,
        devices: 2,
        faults: 1,
        last: { text: FRAME, at: '2026-03-22T10:15:31.000Z' },
      },
    ],
  });
  expect(await branch.call('get-layout-profile-list')).toMatchObject({ profiles: [], mine: false });
  // The same list for somebody who may not see places of private time.
  expect(await lastFrame(viewer)).toMatchObject({ text: FRAME });
  await fixture.database.query('INSERT INTO devices (organisation_id, identity) VALUES (1, $1)', [IMEI]);
  await fixture.database.query(
    `INSERT INTO private_rules (organisation_id, attribute, attribute_value, time_zone) VALUES (1, 'input1', 'true', 'UTC')`,
  );
  expect(await lastFrame(viewer)).toBeNull();
  expect(await lastFrame(admin)).toMatchObject({ text: FRAME });
  await fixture.database.query('DELETE FROM private_rules');
  for (const refused of [
    await branch.call('save-layout-profile', { name: 'x', ...PROFILE, vendor: 'X' }),
    await branch.call('delete-layout-profile', { id }),
    await branch.call('get-layout-preview', { frame: FRAME, profile: PROFILE }),
    await viewer.call('save-layout-profile', { name: 'x', ...PROFILE, vendor: 'X' }),
    await viewer.call('delete-layout-profile', { id }),
  ])
    expect(refused.status).toBe(403);
  expect((await admin.call('delete-layout-profile', { id })).status).toBe(200);
  expect((await admin.call('delete-layout-profile', { id })).status).toBe(404);
  expect((await save({}, { id })).status).toBe(404);
  expect(changes).toBe(3);
  const { rows } = await fixture.database.query(
    `SELECT action, subject_name AS name FROM audit_log WHERE subject = 'layout-profile' ORDER BY id`,
  );
  expect(rows).toEqual([
    { action: 'create', name: 'Orbx' },
    { action: 'change', name: 'Orbx log-ins' },
    { action: 'delete', name: 'Orbx log-ins' },
  ]);
});

test.each<[string, Partial<DescribedLayout>, Record<string, string>]>([
  [
    'two meanings of one field',
    withFields({ ...FIELDS, course: 5 }),
    {
      'layout.fields.course': 'This field already has another meaning.',
    },
  ],
  [
    'a date in six fields over others',
    { layout: { ...PROFILE.layout, dateForm: 'parts' } },
    {
      'layout.fields.lat': 'This field already has another meaning.',
      'layout.fields.lon': 'This field already has another meaning.',
      'layout.fields.speed': 'This field already has another meaning.',
    },
  ],
  ['no IMEI', withFields({ ...FIELDS, imei: undefined }), { 'layout.fields.imei': 'Choose the field with the IMEI.' }],
  [
    'no latitude',
    withFields({ ...FIELDS, lat: undefined }),
    {
      'layout.fields.lat': 'Choose the fields with latitude and longitude.',
    },
  ],
  ['no date', withFields({ ...FIELDS, date: undefined }), { 'layout.fields.date': 'Choose the field with the date.' }],
  ['every frame', { vendor: null }, { header: 'Enter the header or vendor by which such frames are recognised.' }],
  ['a header in no field', { header: 'NRM' }, { header: 'Choose the field that contains this.' }],
  [
    'a vendor with the separator in it',
    { vendor: 'OR;BX' },
    {
      vendor: 'The separator, $ and * cannot be part of this.',
    },
  ],
])('%s is refused', async (_name, change, fields) => {
  expect(await save(change)).toMatchObject({ status: 422, fields });
});

test('a log-in needs no position and no date', async () => {
  const { id, status } = await save({ kind: 'login', ...withFields({ vendor: 0, imei: 1 }) });
  expect(status).toBe(200);
  await admin.call('delete-layout-profile', { id });
});

test('there are at most 100', async () => {
  await fixture.database.query(
    `INSERT INTO layout_profiles (name, separator, vendor, kind, layout)
     SELECT 'P', ';', 'V' || n, 'report', '{}' FROM generate_series(1, 100) n`,
  );
  expect(await save()).toMatchObject({
    status: 409,
    message: 'There can be at most 100 profiles. Delete one first.',
  });
  await fixture.database.query('DELETE FROM layout_profiles');
});
