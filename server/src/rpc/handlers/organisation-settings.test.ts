import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let chief: TestBrowser;
let id: number;
const changed: number[] = [];

beforeAll(async () => {
  fixture = await httpFixture();
  id = await addOrganisation(fixture.database, 'North');
  const { grants } = ADMINISTRATOR;
  await addUser(fixture.database, { username: 'chief', password: 'pass-word', organisationId: id, grants });
  chief = await fixture.signedIn('chief', 'pass-word');
  fixture.services.bus.subscribe('tracking-changed', ({ organisationId }) => changed.push(organisationId));
});
afterAll(() => fixture.close());

test('at first all settings have their default, which is shown beside', async () => {
  const answer = await chief.call('get-organisation-settings', { id });
  expect(answer).toMatchObject({ status: 200, timeZone: 'UTC', thresholds: { stopS: null, speedLimitKph: null } });
  // The defaults of docs/tracking.md: a stop of 3 minutes ends a trip, moving means 5 km/h, no speed limit.
  expect(answer.defaults).toMatchObject({ stopS: 180, movingKph: 5, tripMinM: 200, speedLimitKph: null });
});

test('a setting is stored, logged and announced; null restores the default', async () => {
  await chief.call('save-organisation-settings', { id, timeZone: 'Asia/Kolkata', stopS: 300, speedLimitKph: 80 });
  const repeated = await chief.call('save-organisation-settings', { id, timeZone: 'Asia/Kolkata', stopS: 240 });
  expect(repeated).toMatchObject({ timeZone: 'Asia/Kolkata', thresholds: { stopS: 240, speedLimitKph: null } });
  const { rows } = await fixture.database.query('SELECT tracking_settings FROM organisations WHERE id = $1', [id]);
  expect(rows).toEqual([{ tracking_settings: { stopS: 240 } }]);
  expect(changed).toEqual([id, id]);
  const log = await fixture.database.query(
    `SELECT before, after FROM audit_log WHERE subject = 'organisation' ORDER BY id`,
  );
  expect(log.rows).toEqual([
    {
      before: { timeZone: 'UTC', tracking: null },
      after: { timeZone: 'Asia/Kolkata', tracking: { stopS: 300, speedLimitKph: 80 } },
    },
    { before: { tracking: { stopS: 300, speedLimitKph: 80 } }, after: { tracking: { stopS: 240 } } },
  ]);
});

test.each([
  ['a zone that nobody knows', { timeZone: 'Mars/Olympus' }, { timeZone: 'Choose a time zone.' }],
  ['no zone', { timeZone: '' }, { timeZone: 'Choose a time zone.' }],
  ['a stop of a second', { timeZone: 'UTC', stopS: 59 }, { stopS: 'Use 60 or more.' }],
  ['a limit of light', { timeZone: 'UTC', speedLimitKph: 251 }, { speedLimitKph: 'Use at most 250.' }],
])('%s is refused at its field', async (_what, input, fields) => {
  expect(await chief.call('save-organisation-settings', { id, ...input })).toMatchObject({ status: 422, fields });
});

test('another company is not found', async () => {
  const south = await addOrganisation(fixture.database, 'South');
  expect((await chief.call('get-organisation-settings', { id: south })).status).toBe(404);
  expect((await chief.call('save-organisation-settings', { id: south, timeZone: 'UTC' })).status).toBe(404);
});

test('a new organisation starts with the time zone of the one above', async () => {
  await chief.call('save-organisation-settings', { id, timeZone: 'Asia/Kolkata' });
  const { organisation } = await chief.call('save-organisation', { name: 'Branch', parentId: id });
  const answer = await chief.call('get-organisation-settings', { id: organisation?.id ?? 0 });
  expect(answer.timeZone).toBe('Asia/Kolkata');
});
