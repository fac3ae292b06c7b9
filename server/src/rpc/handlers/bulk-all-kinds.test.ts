import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { BULK_CASES } from '../../testing/bulk-cases.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addTracked } from '../../testing/insert-facts.ts';
import { addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

/** `north` has the permissions of an administrator, but is limited to the vehicle N 1. */
let fixture: HttpFixture;
let admin: TestBrowser;
let north: TestBrowser;
let vehicles: { north: number; south: number };
beforeAll(async () => {
  fixture = await httpFixture();
  const { database } = fixture;
  admin = await fixture.signedIn();
  vehicles = {
    north: (await addTracked(database, { registration: 'N 1' })).vehicleId,
    south: (await addTracked(database, { registration: 'S 1' })).vehicleId,
  };
  const { grants } = ADMINISTRATOR;
  const id = await addUser(database, { username: 'north', password: 'pass-word', organisationId: 1, grants });
  await database.query('UPDATE users SET limited = true, limit_vehicle_ids = $2 WHERE id = $1', [id, [vehicles.north]]);
  north = await fixture.signedIn('north', 'pass-word');
});
afterAll(() => fixture.close());

describe.each(Object.entries(BULK_CASES))('%s', (_name, one) => {
  let ids: [first: number, second: number, third: number];
  const { field, value, at } = one;
  beforeEach(async () => {
    await emptyTables(
      fixture.database,
      'expenses',
      'documents',
      'contacts',
      'tasks',
      'service_plans',
      'alarm_rules',
      'geofences',
      'subscriptions',
      'plans',
      'bulk_changes',
      'audit_log',
    );
    ids = [
      await one.make(admin, vehicles.north, {}),
      await one.make(admin, vehicles.north, { [at]: value }),
      await one.make(admin, vehicles.south, {}),
    ];
    await fixture.database.query('TRUNCATE audit_log');
  });
  const now = () => Promise.all(ids.map(async (id) => (await one.read(admin, id))[at]));

  test('changes as many as the preview announces, each with its entry in the log', async () => {
    const preview = await admin.call(one.preview, { ids, field, value });
    expect(preview.rows?.map(({ fault }) => fault)).toEqual([null, null, null]);
    const differ = preview.rows?.filter(({ before, after }) => before !== after).map(({ id }) => id);
    expect(differ).toEqual([ids[0], ids[2]]);
    expect(await now()).toEqual([one.before, value, one.before]);
    expect((await admin.call('get-audit-list')).total).toBe(0);

    expect(await admin.call(one.change, { ids, field, value })).toMatchObject({ changed: 2, same: 1, refused: [] });
    expect(await now()).toEqual([value, value, value]);
    const { rows = [] } = await admin.call('get-audit-list');
    expect(rows.map(({ subject, action, subjectId }) => [subject, action, Number(subjectId)])).toEqual([
      [one.subject, 'change', ids[2]],
      [one.subject, 'change', ids[0]],
    ]);
  });

  test('is undone to the former values, except for records that somebody saved since, which are named', async () => {
    const { id } = await admin.call(one.change, { filter: {}, field, value });
    expect((await admin.call(one.save, { ...(await one.read(admin, ids[0])), ...one.other })).status).toBe(200);
    expect(await admin.call(one.undo, { id })).toMatchObject({ restored: 1, keptTotal: 1, kept: [{ id: ids[0] }] });
    expect(await now()).toEqual([value, value, one.before]);
    expect((await admin.call(one.undo, { id })).status).toBe(404);
  });

  test('refuses values that do not fit, and reports it for each', async () => {
    const { code, ...wrong } = one.wrong;
    const preview = await admin.call(one.preview, { ids, ...wrong });
    expect(preview.rows?.map((row) => row.fault?.code)).toEqual([code, code, code]);
    expect(await admin.call(one.change, { ids, ...wrong })).toMatchObject({
      id: null,
      changed: 0,
      refusedTotal: 3,
      refused: [{ fault: { code } }, { fault: { code } }, { fault: { code } }],
    });
    expect(await now()).toEqual([one.before, value, one.before]);
  });

  test('changes nothing that a limit hides', async () => {
    const answers = [
      await north.call(one.preview, { ids, field, value }),
      await north.call(one.change, { ids, field, value }),
      await north.call(one.change, { filter: {}, field, value }),
    ];
    if (one.limited === 'none') {
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
      expect(await now()).toEqual([one.before, value, one.before]);
    } else if (one.limited === 'nothing') {
      expect(answers).toMatchObject([{ status: 404 }, { status: 404 }, { changed: 0, same: 0 }]);
      expect(await now()).toEqual([one.before, value, one.before]);
    } else {
      expect(answers).toMatchObject([{ status: 404 }, { status: 404 }, { changed: 1, same: 1 }]);
      expect(await now()).toEqual([value, value, one.before]);
    }
  });
});

test('an approved or refused expense is not changed; a draft stays one, and a waiting one waits', async () => {
  await emptyTables(fixture.database, 'expenses');
  const make = async (note: string, submit: boolean) =>
    BULK_CASES['expenses']?.make(admin, vehicles.north, { note, submit }) ?? 0;
  const ids = [await make('draft', false), await make('waits', true), await make('paid', true), await make('no', true)];
  await addUser(fixture.database, {
    username: 'approver',
    password: 'pass-word',
    organisationId: 1,
    grants: { 'expense-approval': ['view', 'edit'] },
  });
  const judge = await fixture.signedIn('approver', 'pass-word');
  await judge.call('decide-expenses', { ids: [ids[2]], versions: [1], decision: 'approve' });
  await judge.call('decide-expenses', { ids: [ids[3]], decision: 'refuse', reason: 'Twice' });
  const change = { ids, field: 'kind', value: 'parking' };
  expect(await admin.call('change-expenses', change)).toMatchObject({
    changed: 2,
    refused: [
      { id: ids[2], fault: { code: 'expense-approved' } },
      { id: ids[3], fault: { code: 'expense-refused' } },
    ],
  });
  const { rows = [] } = await admin.call('get-expense-list', { sort: 'day' });
  expect(rows.map(({ note, state, kind }) => [note, state, kind])).toEqual([
    ['draft', 'draft', 'parking'],
    ['waits', 'submitted', 'parking'],
    ['paid', 'approved', 'toll'],
    ['no', 'refused', 'toll'],
  ]);
});

test('a person who is assigned many tasks is notified once, and not again by the undo', async () => {
  await emptyTables(fixture.database, 'tasks', 'notifications');
  const { grants } = ADMINISTRATOR;
  const person = { username: 'ana', password: 'pass-word', organisationId: 1, grants };
  const assigneeId = await addUser(fixture.database, person);
  const make = async (title: string) => BULK_CASES['tasks']?.make(admin, vehicles.north, { title }) ?? 0;
  const ids = [await make('Wash'), await make('Oil'), await make('Tyres'), await make('Lights')];
  const { id } = await admin.call('change-tasks', { ids, field: 'assigneeId', value: assigneeId });
  const repeated = await admin.call('change-tasks', { ids, field: 'assigneeId', value: null });
  expect(await admin.call('undo-task-change', { id: repeated.id })).toMatchObject({ restored: 4 });
  const ana = await fixture.signedIn('ana', 'pass-word');
  const { rows = [] } = await ana.call('get-notification-list');
  expect(rows.map(({ title, text }) => [title, text])).toEqual([
    [expect.stringMatching(/ assigned you 4 tasks$/), 'Wash, Oil, Tyres, …'],
  ]);
  expect((await admin.call('undo-task-change', { id })).keptTotal).toBe(4);
});
