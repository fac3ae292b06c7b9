import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
let colleague: TestBrowser;
let outsider: TestBrowser;
beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
  const other = await addOrganisation(fixture.database, 'Other');
  const grants = { vehicles: ['view' as const] };
  await addUser(fixture.database, { username: 'ana', password: 'pass-word', organisationId: 1, grants });
  await addUser(fixture.database, { username: 'luis', password: 'pass-word', organisationId: other, grants });
  colleague = await fixture.signedIn('ana', 'pass-word');
  outsider = await fixture.signedIn('luis', 'pass-word');
});
afterAll(() => fixture.close());
beforeEach(() => fixture.database.query('TRUNCATE list_views, audit_log'));

const list = '/vehicle-info';
const vans = { list, name: 'Vans', query: 'search=van&sort=type', shown: ['year'], hidden: ['driver'] };
const namesOf = async (browser: TestBrowser, of = list) =>
  (await browser.call('get-list-views', { list: of })).rows?.map(({ name, shared }) => [name, shared]);

test('an own view is not seen by others, and one of the same name is replaced', async () => {
  const { view } = await colleague.call('save-list-view', vans);
  expect(view).toEqual({ ...vans, id: expect.any(Number), shared: false });
  const repeated = await colleague.call('save-list-view', { ...vans, name: 'VANS', query: '' });
  expect(repeated.view).toMatchObject({ id: view?.id, name: 'VANS', query: '' });
  expect(await namesOf(colleague)).toEqual([['VANS', false]]);
  expect(await namesOf(colleague, '/driver-info')).toEqual([]);
  expect(await namesOf(admin)).toEqual([]);
  expect((await admin.call('delete-list-view', { id: view?.id })).status).toBe(404);
  expect((await colleague.call('delete-list-view', { id: view?.id })).status).toBe(200);
  expect(await namesOf(colleague)).toEqual([]);
});

test('a view of the organisation is available to everybody in it, and changed by people who may change the organisation', async () => {
  const { view } = await admin.call('share-list-view', vans);
  expect(await namesOf(colleague)).toEqual([['Vans', true]]);
  expect(await namesOf(outsider)).toEqual([]);
  expect((await colleague.call('share-list-view', vans)).status).toBe(403);
  expect((await colleague.call('unshare-list-view', { id: view?.id })).status).toBe(403);
  // A view of one's own can have the same name.
  await colleague.call('save-list-view', vans);
  expect(await namesOf(colleague)).toHaveLength(2);
  expect((await admin.call('unshare-list-view', { id: view?.id })).status).toBe(200);
  expect(await namesOf(colleague)).toEqual([['Vans', false]]);
  const { rows } = await admin.call('get-audit-list', { subject: 'list-view' });
  expect(rows?.map(({ action }) => action).toSorted()).toEqual(['create', 'delete']);
});

test('at most a hundred per list, and nothing but a path, a query and columns', async () => {
  for (let n = 0; n < 100; n += 1) await colleague.call('save-list-view', { ...vans, name: `View ${n}` });
  expect((await colleague.call('save-list-view', { ...vans, name: 'One more' })).status).toBe(409);
  expect((await colleague.call('save-list-view', { ...vans, name: 'view 7', query: '' })).status).toBe(200);
  for (const wrong of [{ list: 'https://x.org' }, { query: 'a b' }, { shown: 'year' }, { name: ' ' }]) {
    expect((await colleague.call('save-list-view', { ...vans, ...wrong })).status).toBe(422);
  }
});

test('at most five hundred for all lists, of which a client can invent any number', async () => {
  await fixture.database.query(
    `INSERT INTO list_views (organisation_id, user_id, list, name, query, shown, hidden)
     SELECT organisation_id, id, '/list-' || n, 'View', '', '{}', '{}' FROM users, generate_series(1, 499) n
     WHERE username = 'ana'`,
  );
  expect((await colleague.call('save-list-view', vans)).status).toBe(200);
  expect(await colleague.call('save-list-view', { ...vans, list: '/one-more' })).toMatchObject({
    status: 409,
    message: 'All lists together can have at most 500 views.',
  });
  expect((await colleague.call('save-list-view', { ...vans, query: 'x=1' })).status).toBe(200);
  expect((await admin.call('save-list-view', vans)).status).toBe(200);
});
