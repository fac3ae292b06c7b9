import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDrivenDay, addInstallation } from '../../testing/driven-days.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

const ALL = ['view', 'create', 'edit', 'delete'] as const;
const KM = 1000;

let fixture: HttpFixture;
let boss: TestBrowser;
let limited: TestBrowser;
let outsider: TestBrowser;
let vehicleId: number;
let otherId: number;
let groupId: number;
let installation: number;
beforeAll(async () => {
  fixture = await httpFixture();
  const { database } = fixture;
  const organisationId = await addOrganisation(database, 'Company');
  const elsewhere = await addOrganisation(database, 'Elsewhere');
  const grants = { vehicles: ALL, maintenance: ALL, 'audit-log': ['view'] } as const;
  const person = { password: 'pass-word', organisationId, grants };
  await addUser(database, { ...person, username: 'boss' });
  await addUser(database, { ...person, username: 'stranger', organisationId: elsewhere });
  boss = await fixture.signedIn('boss', 'pass-word');
  outsider = await fixture.signedIn('stranger', 'pass-word');
  groupId = (await boss.call('save-group', { name: 'North' })).group?.id ?? 0;
  vehicleId = (await boss.call('save-vehicle', { registration: 'SBA 1234', type: 'truck', groupId })).vehicle?.id ?? 0;
  otherId = (await boss.call('save-vehicle', { registration: 'OTHER 1', type: 'van' })).vehicle?.id ?? 0;
  installation = await addInstallation(database, organisationId, vehicleId);
  const limitedId = await addUser(database, { ...person, username: 'limited' });
  await database.query('UPDATE users SET limited = true, limit_vehicle_ids = $2 WHERE id = $1', [limitedId, [otherId]]);
  limited = await fixture.signedIn('limited', 'pass-word');
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await emptyTables(fixture.database, 'service_plans', 'day_totals');
});

/** The date `days` days from today in the organisation's zone, which is UTC. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const PLAN = { task: 'Oil and filters', everyM: 10_000 * KM, leadDays: 14 };
const save = (more: Record<string, unknown> = {}, who = boss) =>
  who.call('save-service-plan', { ...PLAN, vehicleIds: [vehicleId], countedFrom: day(-60), ...more });
const made = async (more: Record<string, unknown> = {}) => {
  const { plan, ...rest } = await save(more);
  if (!plan) throw new Error(JSON.stringify(rest));
  return plan;
};
const dues = async (input: Record<string, unknown> = {}, who = boss) =>
  (await who.call('get-service-due-list', input)).rows ?? [];
/** The vehicle drives this far on each of these days, counted from today. */
async function drives(from: number, to: number, distanceM: number, engineS = 0): Promise<void> {
  for (let days = from; days <= to; days += 1)
    await addDrivenDay(fixture.database, installation, day(days), { distanceM, engineS });
}
const done = (planId: number, more: Record<string, unknown> = {}, who = boss) =>
  who.call('add-service-record', { planId, vehicleId, day: day(0), ...more });

describe('a plan', () => {
  test('stores every field, and applies to its vehicles', async () => {
    const plan = await made({
      everyEngineS: 3_600_000,
      everyMonths: 6,
      leadM: 500 * KM,
      vehicleIds: [otherId],
      groupIds: [groupId],
      types: ['bus'],
      note: '10W-40',
    });
    expect(plan).toEqual({
      ...PLAN,
      id: expect.any(Number),
      organisationId: expect.any(Number),
      everyEngineS: 3_600_000,
      everyMonths: 6,
      leadM: 500 * KM,
      leadEngineS: null,
      allVehicles: false,
      vehicles: [{ id: otherId, name: 'OTHER 1' }],
      groups: [{ id: groupId, name: 'North' }],
      types: ['bus'],
      countedFrom: day(-60),
      note: '10W-40',
      vehicleCount: 2,
      overdue: 0,
      version: 1,
    });
    expect((await dues()).map(({ registration }) => registration).toSorted()).toEqual(['OTHER 1', 'SBA 1234']);
    await save({ id: plan.id, version: 1, types: ['truck'], vehicleIds: [] });
    expect((await dues()).map(({ registration }) => registration)).toEqual(['SBA 1234']);
    await save({ id: plan.id, version: 2, allVehicles: true });
    expect(await dues()).toHaveLength(2);
  });

  test.each([
    ['has no interval', { everyM: null }, { everyM: 'Enter a distance, engine hours or months.' }],
    ['is for nothing', { vehicleIds: [] }, { vehicleIds: 'Choose vehicles, groups or types.' }],
    ['comes after nothing', { everyM: 0 }, { everyM: 'Enter more than 0.' }],
    ['is for a vehicle that there is not', { vehicleIds: [999_999] }, { vehicleIds: 'There is no such vehicle.' }],
  ])('that %s is refused', async (_what, more, fields) => {
    const answer = await save(more);
    expect(answer.status).toBe(422);
    expect(answer.fields).toMatchObject(fields);
  });

  test('that somebody else saved meanwhile is not overwritten', async () => {
    const { id } = await made();
    await save({ id, version: 1, task: 'Oil' });
    expect((await save({ id, version: 1, task: 'Filters' })).status).toBe(409);
    expect((await boss.call('get-service-plan-by-id', { id })).plan?.task).toBe('Oil');
  });

  test('that is deleted is due nowhere until it is restored, and both are in the log', async () => {
    const { id } = await made();
    await boss.call('delete-service-plan', { id });
    expect(await dues()).toEqual([]);
    await boss.call('restore-service-plan', { id });
    expect(await dues()).toHaveLength(1);
    const log = (await boss.call('get-audit-list', { subject: 'service-plan' })).rows ?? [];
    const actions = log.filter(({ subjectId }) => subjectId === String(id)).map(({ action }) => action);
    expect(actions.toSorted()).toEqual(['create', 'delete', 'restore']);
  });

  test('is neither seen nor changed from another organisation, nor by a person who sees only some vehicles', async () => {
    const { id } = await made();
    expect((await outsider.call('get-service-plan-by-id', { id })).status).toBe(404);
    expect((await save({ id }, outsider)).status).toBe(404);
    expect(await dues({}, outsider)).toEqual([]);
    expect((await limited.call('get-service-plan-by-id', { id })).status).toBe(403);
    expect(await dues({}, limited)).toEqual([]);
    expect((await done(id, {}, limited)).fields).toEqual({ vehicleId: 'There is no such vehicle.' });
  });
});

describe('a service', () => {
  test('is forecast by the use of the last 30 days', async () => {
    // Data exists for 20 days, so the average is theirs: 400 km a day. 10,000 km less 8,000 km are 2,000 km: 5 days.
    await drives(-20, -1, 400 * KM);
    await made();
    const [due] = await dues();
    expect(due).toMatchObject({ usedM: 8_000 * KM, leftM: 2_000 * KM, perDayM: 400 * KM, dueBy: 'distance' });
    expect(due).toMatchObject({ leadM: null, leadEngineS: null, leadDays: 14 });
    expect(due).toMatchObject({ dueOn: day(5), daysLeft: 5, state: 'soon', lastDay: null });
  });

  test('of a vehicle that is used occasionally is forecast from all of the 30 days', async () => {
    await drives(-50, -50, 100 * KM);
    await drives(-3, -1, 1_000 * KM);
    await made();
    // 3,000 km in 30 days are 100 km a day; 10,000 km less 3,100 km last 69 days.
    expect(await dues()).toMatchObject([{ perDayM: 100 * KM, leftM: 6_900 * KM, daysLeft: 69, state: 'later' }]);
  });

  test('is due at the limit that comes first', async () => {
    await drives(-10, -1, 100 * KM, 8 * 3600);
    // By distance in 90 days; by engine hours, 100 h less 80 h, in 2 days; by months in about a month.
    await made({ everyEngineS: 360_000, everyMonths: 3 });
    expect(await dues()).toMatchObject([{ dueBy: 'hours', daysLeft: 2, leftEngineS: 72_000 }]);
  });

  test('whose limit was reached is overdue from the day after', async () => {
    await drives(-40, -1, 500 * KM);
    await made();
    // The 20th day after the start of counting, which is at the earliest 40 days ago: day -40 + 19 = -21.
    expect(await dues()).toMatchObject([
      { state: 'overdue', dueOn: day(-21), daysLeft: -21, leftM: -10_000 * KM, dueBy: 'distance' },
    ]);
    expect((await dues({ state: 'overdue' })).length).toBe(1);
    expect(await dues({ state: 'soon' })).toEqual([]);
    expect(await dues({ state: 'later' })).toEqual([]);
  });

  test('by months is due on the same day of a later month', async () => {
    await made({ everyM: null, everyMonths: 6, countedFrom: '2026-08-31' });
    // February has no 31st.
    expect(await dues()).toMatchObject([{ dueOn: '2027-02-28', dueBy: 'months', leftM: null }]);
  });

  test('of a standing vehicle, by distance alone, has no day, and warns by the remaining distance', async () => {
    await drives(-50, -50, 9_600 * KM);
    await made({ leadM: 500 * KM });
    expect(await dues()).toMatchObject([{ dueOn: null, daysLeft: null, dueBy: null, leftM: 400 * KM, state: 'soon' }]);
    expect(await dues({ state: 'later' })).toEqual([]);
    expect(await dues({ state: 'soon' })).toHaveLength(1);
  });

  test('that is done counts anew, until that is reverted', async () => {
    await drives(-40, -1, 500 * KM);
    const { id } = await made();
    const { record } = await done(id, { day: day(-3), odometerM: 84_120 * KM, note: 'Done at Rambla' });
    expect(record).toMatchObject({ task: 'Oil and filters', registration: 'SBA 1234', day: day(-3), madeBy: 'boss' });
    // On the two days after the service, 1,000 km were driven.
    expect(await dues()).toMatchObject([{ usedM: 1_000 * KM, lastDay: day(-3), daysLeft: 18, state: 'later' }]);
    expect((await boss.call('get-service-record-list', { vehicleId })).rows).toEqual([record]);
    await boss.call('delete-service-record', { id: record?.id });
    expect(await dues()).toMatchObject([{ state: 'overdue', lastDay: null }]);
    await boss.call('restore-service-record', { id: record?.id });
    expect(await dues()).toMatchObject([{ lastDay: day(-3) }]);
  });

  test('cannot be done in the future, nor for a vehicle outside of the plan', async () => {
    const { id } = await made();
    expect((await done(id, { day: day(2) })).fields).toEqual({ day: 'This day is in the future.' });
    expect((await done(id, { vehicleId: otherId })).fields).toEqual({ planId: 'There is no such service plan.' });
  });

  test('is in the list of due items, for people who may see maintenance', async () => {
    await drives(-40, -1, 500 * KM);
    await made();
    const due = await boss.call('get-due-list', { vehicleId });
    expect(due).toMatchObject({ total: 1, overdue: 1 });
    expect(due.rows).toMatchObject([
      { kind: 'service', task: 'Oil and filters', holderName: 'SBA 1234', vehicleId, dueBy: 'distance', daysLeft: -21 },
    ]);
    expect((await limited.call('get-due-list', {})).total).toBe(0);
  });
});
