import { addDays } from '@milepost/contract/route-days';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type HttpFixture, httpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import { routeWorld, runInput, type RouteWorld } from '../../testing/route-world.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
let world: RouteWorld;
let van: number;
let account: number;
let ana: number;
let bob: number;
let count = 0;

const NOW = Date.now();
const later = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();
const driver = async (name: string, more: Record<string, unknown> = {}) =>
  (await admin.call('save-driver', { name, ...more })).driver?.id ?? 0;
const person = (username: string, grants: Record<string, ('view' | 'create' | 'edit')[]> = {}) =>
  addUser(fixture.database, { username, password: 'pass-word', organisationId: 1, grants });
const usual = async () => (await admin.call('get-vehicle-by-id', { id: van })).vehicle?.driverId;
const dismiss = (more: Record<string, unknown> = {}, by = admin) =>
  by.call('dismiss-driver', { id: ana, lastDay: world.today, successorId: bob, ...more });

const faults = async (more: Record<string, unknown>) => (await dismiss(more)).faults;

beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  world = await routeWorld(fixture, admin);
  account = await person(`ana-${++count}`, { tasks: ['view'] });
  ana = await driver('Ana', { userId: account, tags: [{ kind: 'rfid', tag: `A${count}` }] });
  bob = await driver('Bob');
  van = await world.vehicle('VAN 1');
  await admin.call('save-vehicle', { id: van, registration: 'VAN 1', driverId: ana });
});

test('hands vehicles, assignments, plans and runs over to the successor, also a run that a person changed', async () => {
  const { id: outletId } = await world.outlet('A', 0.01);
  const routeId = await world.route();
  await world.plan(routeId, [outletId], { driverId: ana });
  const touched = await world.firstRun();
  await admin.call('change-run', { ...runInput(touched), why: 'Later' });
  const other = await world.vehicle('VAN 2');
  const assign = (vehicleId: number, from: string, to: string | null, driverId = ana) =>
    admin.call('save-assignment', { driverId, vehicleId, from, to });
  await assign(other, later(-2), later(5));
  await assign(van, later(10), later(12));
  // Bob drives another vehicle at that time.
  await assign(van, later(20), later(22));
  await assign(other, later(21), later(23), bob);

  const { duties } = await admin.call('get-driver-duties', { id: ana });
  expect(duties).toMatchObject({ vehicles: 1, assignments: 3, plans: 1, tasks: 0, schedules: 0 });
  expect(duties?.runs).toBeGreaterThan(1);
  expect((await dismiss()).driver).toMatchObject({ leftOn: world.today, tags: [{ to: expect.any(String) }] });

  expect(await usual()).toBe(bob);
  const { rows } = await admin.call('get-assignment-list', { driverId: bob, pageSize: 50 });
  expect(rows?.filter(({ source }) => source === 'assignment').map(({ vehicleId, to }) => [vehicleId, to])).toEqual(
    expect.arrayContaining([
      [other, later(5)],
      [van, later(12)],
      [other, later(23)],
    ]),
  );
  expect((await admin.call('get-driver-duties', { id: ana })).duties).toMatchObject({
    vehicles: 0,
    assignments: 0,
    plans: 0,
    runs: 0,
  });
  const runs = await world.runs();
  expect(runs.every((run) => run.driver?.id === bob)).toBe(true);
  const { run } = await admin.call('get-run-by-id', { id: touched.id });
  expect(run?.history[0]?.changes).toEqual([{ what: 'driver', from: 'Ana', to: 'Bob' }]);
  const log = (await admin.call('get-audit-list', { subject: 'driver' })).rows?.find(
    ({ action }) => action === 'dismiss',
  );
  expect(log).toMatchObject({ subjectName: 'Ana', after: { leftOn: world.today } });
});

test('assigns open tasks to the account of the successor, else to the dismissing person, and ends the account', async () => {
  const task = async (title: string, state = 'open') =>
    (await admin.call('save-task', { title, state, assigneeId: account })).task?.id ?? 0;
  const [open, done] = [await task('Wash'), await task('Fuel', 'done')];
  const { schedule } = await admin.call('save-report-schedule', {
    kind: 'trips',
    params: {},
    every: 'week',
    time: '07:00',
    timeZone: 'UTC',
    formats: ['csv'],
    addresses: ['boss@example.org'],
  });
  await fixture.database.query('UPDATE report_schedules SET user_id = $2 WHERE id = $1', [schedule?.id, account]);
  const signedIn = await fixture.signedIn(`ana-${count}`, 'pass-word');
  expect((await admin.call('get-driver-duties', { id: ana })).duties).toMatchObject({ tasks: 1, schedules: 1 });
  await dismiss({ disableAccount: true });
  const me = (await admin.call('get-profile')).profile?.displayName;
  const assignee = async (id: number) => (await admin.call('get-task-by-id', { id })).task?.assigneeId;
  expect(await assignee(done)).toBe(account);
  expect(await assignee(open)).not.toBe(account);
  expect((await admin.call('get-report-schedule', { id: schedule?.id ?? 0 })).schedule).toMatchObject({
    own: true,
    owner: me,
  });
  expect((await signedIn.call('get-task-list')).status).toBe(400);
  const users = (await admin.call('get-user-list', { pageSize: 100 })).rows;
  expect(users?.find(({ id }) => id === account)).toMatchObject({ state: 'disabled' });
});

test('does what the role of the caller allows, reports what that leaves, and leaves the account unchanged', async () => {
  await person(`clerk-${count}`, { drivers: ['view', 'edit'] });
  const clerk = await fixture.signedIn(`clerk-${count}`, 'pass-word');
  const none = { vehicles: false, routes: false, tasks: false, schedules: false, account: false };
  expect((await clerk.call('get-driver-duties', { id: ana })).may).toEqual(none);
  expect((await dismiss({ disableAccount: true }, clerk)).driver).toMatchObject({ leftOn: world.today });
  expect(await usual()).toBe(ana);
  const { rows } = await fixture.database.query('SELECT FROM users WHERE id = $1 AND disabled_at IS NULL', [account]);
  expect(rows).toHaveLength(1);
});

test('is refused as a whole for a future day, for one before the first day, and with a successor who may not drive', async () => {
  expect(await faults({ lastDay: addDays(world.today, 1) })).toMatchObject({ lastDay: { code: 'choose-earlier-day' } });
  await admin.call('save-driver', { id: ana, name: 'Ana', hiredOn: world.today });
  const yesterday = addDays(world.today, -1);
  expect(await faults({ lastDay: yesterday })).toMatchObject({ lastDay: { code: 'not-before-start' } });
  expect(await faults({ successorId: ana })).toMatchObject({ successorId: { code: 'driver-unavailable' } });
  await admin.call('save-driver', { id: bob, name: 'Bob', leftOn: yesterday });
  expect(await faults({})).toMatchObject({ successorId: { code: 'driver-left' } });
  expect(await usual()).toBe(ana);
});

test('without a successor the vehicle has no usual driver and the run none', async () => {
  const { id: outletId } = await world.outlet('A', 0.01);
  await world.plan(await world.route(), [outletId], { driverId: ana });
  await dismiss({ successorId: null });
  expect(await usual()).toBeNull();
  expect((await world.runs()).every((run) => run.driver === null)).toBe(true);
});

/** A manager of an organisation below, and a driver there with an account. */
async function branch(priority: number) {
  const { database } = fixture;
  const organisationId = await addOrganisation(database, `Branch ${count}`);
  const grants: Parameters<typeof addUser>[1]['grants'] = {
    drivers: ['view', 'create', 'edit'],
    tasks: ['view', 'create', 'edit'],
    users: ['view', 'edit'],
    reports: ['view'],
  };
  const username = `chief-${count}`;
  await addUser(database, { username, password: 'pass-word', organisationId, grants, priority: 50 });
  const theirs = {
    username: `eve-${count}`,
    password: 'pass-word',
    organisationId,
    grants: { tasks: ['view' as const] },
  };
  const userId = await addUser(database, { ...theirs, priority });
  const chief = await fixture.signedIn(username, 'pass-word');
  const driverId = (await chief.call('save-driver', { name: 'Eve' })).driver?.id ?? 0;
  await database.query('UPDATE drivers SET user_id = $2 WHERE id = $1', [driverId, userId]);
  const taskIn = async (of: number) =>
    (
      await database.query<{ id: number }>(
        `INSERT INTO tasks (organisation_id, title, assignee_id) VALUES ($1, 'Wash', $2) RETURNING id`,
        [of, userId],
      )
    ).rows[0]?.id ?? 0;
  const { schedule } = await admin.call('save-report-schedule', {
    kind: 'trips',
    params: {},
    every: 'week',
    time: '07:00',
    timeZone: 'UTC',
    formats: ['csv'],
    addresses: ['boss@example.org'],
  });
  const scheduleIn = (of: number) =>
    database.query('UPDATE report_schedules SET user_id = $2, organisation_id = $3 WHERE id = $1', [
      schedule?.id,
      userId,
      of,
    ]);
  const holders = async () =>
    (
      await database.query<{ id: number }>(
        `SELECT assignee_id AS id FROM tasks WHERE organisation_id = 1 AND assignee_id = $1
         UNION ALL SELECT user_id FROM report_schedules WHERE id = $2`,
        [userId, schedule?.id],
      )
    ).rows.map(({ id }) => id);
  const leave = () =>
    chief.call('dismiss-driver', { id: driverId, lastDay: world.today, successorId: null, disableAccount: true });
  return { organisationId, chief, userId, driverId, taskIn, scheduleIn, holders, leave };
}

test('changes nothing of an account that was moved to an organisation above, nor what it has there', async () => {
  const { chief, userId, driverId, taskIn, scheduleIn, holders, leave } = await branch(100);
  await taskIn(1);
  await scheduleIn(1);
  await fixture.database.query('UPDATE users SET organisation_id = 1 WHERE id = $1', [userId]);
  const { duties } = await chief.call('get-driver-duties', { id: driverId });
  expect(duties).toMatchObject({ tasks: 0, schedules: 0, account: null });
  expect((await leave()).driver).toMatchObject({ leftOn: world.today });
  expect(await holders()).toEqual([userId, userId]);
  const { rowCount } = await fixture.database.query('SELECT FROM users WHERE id = $1 AND disabled_at IS NULL', [
    userId,
  ]);
  expect(rowCount).toBe(1);
});

test('leaves the tasks and reports that an account has in an organisation above', async () => {
  const { userId, taskIn, scheduleIn, holders, leave } = await branch(100);
  await taskIn(1);
  await scheduleIn(1);
  expect((await leave()).driver).toMatchObject({ leftOn: world.today });
  expect(await holders()).toEqual([userId, userId]);
});

test('takes no scheduled reports from a person whom the caller does not manage', async () => {
  const { organisationId, chief, userId, driverId, scheduleIn, holders } = await branch(10);
  await scheduleIn(organisationId);
  expect((await chief.call('get-driver-duties', { id: driverId })).duties).toMatchObject({ schedules: 0 });
  const input = { id: driverId, lastDay: world.today, successorId: null };
  expect((await chief.call('dismiss-driver', input)).driver).toMatchObject({ leftOn: world.today });
  expect(await holders()).toEqual([userId]);
});
