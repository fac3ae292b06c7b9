import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let chief: TestBrowser;
let id: number;
const NOTHING = {
  positions: null,
  facts: null,
  alarms: null,
  pictures: null,
  files: null,
  messages: null,
  audit: null,
};

beforeAll(async () => {
  fixture = await httpFixture();
  id = await addOrganisation(fixture.database, 'North');
  const { grants } = ADMINISTRATOR;
  await addUser(fixture.database, { username: 'chief', password: 'pass-word', organisationId: id, grants });
  chief = await fixture.signedIn('chief', 'pass-word');
});
afterAll(() => fixture.close());

it('at first nobody has chosen, in an existing and in a new organisation', async () => {
  const { organisation } = await chief.call('save-organisation', { name: 'Branch', parentId: id });
  for (const each of [id, organisation?.id ?? 0]) {
    const { rows } = await chief.call('get-retention', { id: each });
    expect(rows).toHaveLength(7);
    expect(rows).toContainEqual({ kind: 'positions', own: null, above: null });
  }
});

it('a choice is stored, logged and inherited', async () => {
  const branch = await addOrganisation(fixture.database, 'West', id);
  const saved = await chief.call('save-retention', { ...NOTHING, id, positions: 400, audit: 'forever' });
  expect(saved).toMatchObject({ status: 200 });
  expect(saved.rows).toContainEqual({ kind: 'positions', own: 400, above: null });
  const { rows } = await chief.call('get-retention', { id: branch });
  expect(rows).toContainEqual({ kind: 'positions', own: null, above: 400 });
  expect(rows).toContainEqual({ kind: 'audit', own: null, above: 'forever' });
  const log = await fixture.database.query(
    `SELECT before, after FROM audit_log WHERE subject = 'organisation' AND action = 'change'`,
  );
  expect(log.rows).toEqual([
    { before: { retention: null }, after: { retention: { positions: 400, audit: 'forever' } } },
  ]);
});

it.each([
  ['positions', 0, 'Use 3 or more.'],
  ['pictures', 0, 'Use 1 or more.'],
  ['audit', 89, 'Use 90 or more.'],
  ['facts', 40_000, 'Use at most 36,500.'],
  ['alarms', 1.5, 'Enter a whole number.'],
] as const)('%s kept for %d days is refused at its field', async (kind, days, message) => {
  const answer = await chief.call('save-retention', { ...NOTHING, id, [kind]: days });
  expect(answer).toMatchObject({ status: 422, fields: { [kind]: message } });
});

it('needs the right to delete organisations', async () => {
  const editor = { organisations: ['view', 'create', 'edit'] } as const;
  await addUser(fixture.database, { username: 'editor', password: 'pass-word', organisationId: id, grants: editor });
  const other = await fixture.signedIn('editor', 'pass-word');
  expect((await other.call('save-retention', { ...NOTHING, id, positions: 30 })).status).toBe(403);
  expect((await other.call('get-retention-preview', { ...NOTHING, id, positions: 30 })).status).toBe(200);
});
