import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { onlyRow } from '../../store/rows.ts';
import { importFixture, type ImportFixture } from '../../testing/import-fixture.ts';
import { addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

let fixture: ImportFixture;
let admin: TestBrowser;

beforeAll(async () => {
  fixture = await importFixture();
  ({ admin } = fixture);
});
afterAll(() => fixture.close());
beforeEach(() => emptyTables(fixture.database, 'vehicles', 'vehicle_groups', 'service_plans', 'tasks', 'imports'));

const faultsOf = async (id: number) =>
  (await admin.call('get-import-lines', { id, states: ['fault'] })).rows?.map(({ line, faults }) => [
    line,
    ...faults.map(({ field, fault }) => [field, fault.code]),
  ]);
const byState = (a: readonly unknown[], b: readonly unknown[]) => String(a).localeCompare(String(b));
const plain = (rows: readonly { version: number }[]) => rows.map(({ version: _version, ...row }) => row);

const plans = async () => (await admin.call('get-service-plan-list')).rows ?? [];

const tasks = async () => (await admin.call('get-task-list', { sort: 'title' })).rows ?? [];

describe('service plans', () => {
  const kind = 'service-plan' as const;

  const SHEET = [
    'Service;Interval (km);Interval (hours);Interval (months);Reminder km;Reminder days;Vehicles;Vehicle type;Branch;All vehicles;Start date;Remarks',
    'Engine oil;10,000 km;;6;500;;VAN 1, van-2;;;;31/01/2026;5W-30',
    'Crane;;250 h;;;30;;Lorry, Tractor;;;;',
    'Tyres;40000;;;;;;;North;;;',
    'Wash;;;1 month;;;;;;yes;;',
    'Filters;;;;;;VAN 1;;;;;',
    'Brakes;20000;;;;;VAN 9;;South;;;',
    'Belts;-5;;;;;VAN 1;;;;;',
    'Clutch;60000;;;;;;;;;;',
    'Lights;;;12;;400;VAN 1;Spaceship;;;;',
    'engine oil;5000;;;;;VAN 1, van-2;;;;;',
  ].join('\n');

  test('are imported with their intervals, warnings and vehicles, and are due immediately', async () => {
    await admin.call('save-group', { name: 'North' });
    for (const registration of ['VAN 1', 'VAN 2']) await admin.call('save-vehicle', { registration });
    const tried = await fixture.check(SHEET, { kind });
    expect(tried.columns.map(({ field }) => field)).toEqual([
      'task',
      'everyDistance',
      'everyHours',
      'everyMonths',
      'leadDistance',
      'leadDays',
      'vehicles',
      'types',
      'groups',
      'allVehicles',
      'countedFrom',
      'note',
    ]);
    expect(await faultsOf(tried.id)).toEqual([
      [6, ['everyDistance', 'choose-interval']],
      [7, ['vehicles', 'no-vehicle-called'], ['groups', 'no-group-called']],
      [8, ['everyDistance', 'more-than-nothing'], ['everyDistance', 'choose-interval']],
      [9, ['vehicles', 'choose-plan-vehicles']],
      [10, ['leadDays', 'at-most'], ['types', 'word-unknown']],
      [11, ['task', 'line-twice']],
    ]);
    await fixture.run(tried.id);
    const today = new Date().toISOString().slice(0, 10);
    expect(await plans()).toMatchObject([
      { task: 'Crane', everyEngineS: 900_000, leadDays: 30, types: ['truck', 'tractor'], allVehicles: false },
      {
        task: 'Engine oil',
        everyM: 10_000_000,
        everyEngineS: null,
        everyMonths: 6,
        leadM: 500_000,
        leadDays: 14,
        vehicles: [{ name: 'VAN 1' }, { name: 'VAN 2' }],
        countedFrom: '2026-01-31',
        note: '5W-30',
        vehicleCount: 2,
      },
      { task: 'Tyres', everyM: 40_000_000, groups: [{ name: 'North' }], vehicleCount: 0 },
      { task: 'Wash', everyMonths: 1, allVehicles: true, vehicleCount: 2 },
    ]);
    expect((await plans()).map(({ countedFrom }) => countedFrom).slice(2)).toEqual([today, today]);
    expect((await admin.call('get-service-due-list')).total).toBe(4);
    // A plan is in use once its service was done on a vehicle.
    const [, oil] = await plans();
    const { rows: vans } = await admin.call('get-vehicle-list', { search: 'VAN 1' });
    await admin.call('add-service-record', { planId: oil?.id, vehicleId: vans?.[0]?.id, day: '2026-02-01' });
    expect((await fixture.undo(tried.id)).import?.counts).toEqual({ undone: 3, kept: 1, fault: 6 });
    expect((await plans()).map(({ task }) => task)).toEqual(['Engine oil']);
    expect((await admin.call('get-service-due-list')).total).toBe(2);
  });

  test('of one name are distinguished by their vehicles, and changed as in their line', async () => {
    for (const registration of ['VAN 1', 'VAN 2']) await admin.call('save-vehicle', { registration });
    const head = 'Task,Every (km),Vehicles,All vehicles\n';
    await fixture.run(
      (await fixture.check(`${head}Oil,10000,VAN 1,\nOil,20000,VAN 2,\nBelt,50000,,yes\n`, { kind })).id,
    );
    const before = await plans();
    const update = { kind, mode: 'update' } as const;
    expect(await faultsOf((await fixture.check('Task,Every (km)\nOil,15000\n', update)).id)).toEqual([
      [2, ['task', 'several-plans']],
    ]);
    const tried = await fixture.check(`${head}oil,25000,van-2,\nBelt,60000,,yes\nOil,1000,"VAN 1, VAN 2",no\n`, update);
    expect(tried.counts).toEqual({ update: 2, create: 1 });
    await fixture.run(tried.id);
    expect((await plans()).map(({ task, everyM, vehicles }) => [task, everyM, vehicles.length])).toEqual([
      ['Belt', 60_000_000, 0],
      ['Oil', 10_000_000, 1],
      ['oil', 25_000_000, 1],
      ['Oil', 1_000_000, 2],
    ]);
    await fixture.undo(tried.id);
    expect(plain(await plans())).toEqual(plain(before));
  });
});

describe('tasks', () => {
  const kind = 'task' as const;

  const SHEET = [
    'Summary;Deadline;Status;Responsible;Plate;Description',
    'Wash;31/01/2026;Pending;ada;van-1;two\\nlines',
    'Call the garage;Feb 1, 2026;In progress;Ada Admin;;',
    ';;;;;',
    'Sell;30/02/2026;sold;Nobody;VAN 9;',
    'Report;;done;;;',
    'Look;;;Guest;;',
  ].join('\n');

  test('are imported with their day, state, person and vehicle; a person who could not see a task is not assigned', async () => {
    const { vehicle } = await admin.call('save-vehicle', { registration: 'VAN 1' });
    const organisationId = onlyRow(
      await fixture.database.query<{ id: number }>('SELECT id FROM organisations WHERE parent_id IS NULL'),
    ).id;
    await fixture.database.query(`UPDATE users SET display_name = 'Ada Admin' WHERE username = 'admin'`);
    const person = { password: 'pass-word', organisationId };
    await addUser(fixture.database, { ...person, username: 'ada', grants: { tasks: ['view'] } });
    await addUser(fixture.database, { ...person, username: 'Guest', grants: { vehicles: ['view'] } });
    const tried = await fixture.check(SHEET, { kind });
    expect(tried.columns.map(({ field }) => field)).toEqual(['title', 'dueOn', 'state', 'assignee', 'vehicle', 'note']);
    expect(await faultsOf(tried.id)).toEqual([
      [
        5,
        ['dueOn', 'not-a-day'],
        ['state', 'word-unknown'],
        ['vehicle', 'no-vehicle-called'],
        ['assignee', 'task-assignee'],
      ],
      [7, ['assignee', 'task-assignee']],
    ]);
    await fixture.run(tried.id);
    expect(await tasks()).toMatchObject([
      { title: 'Call the garage', dueOn: '2026-02-01', state: 'doing', assigneeName: 'Ada Admin', recordKind: null },
      {
        title: 'Wash',
        dueOn: '2026-01-31',
        state: 'open',
        assigneeName: 'ada',
        recordKind: 'vehicle',
        recordId: vehicle?.id,
        createdByName: 'Ada Admin',
      },
    ]);
    const done = (await admin.call('get-task-list', { state: 'done' })).rows ?? [];
    expect(done).toMatchObject([{ title: 'Report' }]);
    expect(Date.parse(done[0]?.doneAt ?? '')).toBeGreaterThan(Date.now() - 600_000);
    expect((await fixture.undo(tried.id)).import?.counts).toEqual({ undone: 3, fault: 2 });
    expect(await tasks()).toEqual([]);
  });

  test('that are equal each match another one; a line changes the one found by title, vehicle and day', async () => {
    await admin.call('save-vehicle', { registration: 'VAN 1' });
    const head = 'Title,Due on,Vehicle,State,Note\n';
    const sheet = `${head}Wash,2026-01-05,VAN 1,,a\nWash,2026-02-05,VAN 1,,b\nCall,,,,\nCall,,,,\n`;
    await fixture.run((await fixture.check(sheet, { kind })).id);
    const before = await tasks();
    expect(before.map(({ title }) => title)).toEqual(['Call', 'Call', 'Wash', 'Wash']);
    const update = { kind, mode: 'update' } as const;
    expect((await fixture.check(sheet, update)).counts).toEqual({ same: 4 });
    const tried = await fixture.check(`${head}wash,2026-02-05,van 1,done,\nCall,,,doing,\nCall,,,,\n`, update);
    expect(tried.counts).toEqual({ update: 2, same: 1 });
    await fixture.run(tried.id);
    expect((await tasks()).map(({ title, state, note }) => [title, state, note]).toSorted(byState)).toEqual([
      ['Call', 'doing', null],
      ['Call', 'open', null],
      ['Wash', 'open', 'a'],
    ]);
    await fixture.undo(tried.id);
    const byId = (rows: typeof before) => plain(rows.toSorted((a, b) => a.id - b.id));
    expect(byId(await tasks())).toEqual(byId(before));
  });
});

test('for a moved vehicle no kind of file adds records after its move; earlier ones may arrive late', async () => {
  await admin.call('save-vehicle', { registration: 'VAN 1' });
  const { rows } = await fixture.database.query<{ before: string; after: string }>(
    `UPDATE vehicles SET moved_at = now() - interval '3 days'
     RETURNING (now() - interval '5 days')::date::text AS before, (now() - interval '1 day')::date::text AS after`,
  );
  const { before, after } = onlyRow({ rows });
  const moved = ['vehicle', 'vehicle-moved'];
  const refused = async (kind: 'expense' | 'document' | 'task' | 'service-plan', sheet: string) =>
    faultsOf((await fixture.check(sheet, { kind })).id);
  const bills = `Date,Kind,Vehicle,Amount\n${after},Toll,VAN 1,12\n${before},Toll,VAN 1,12\n`;
  expect(await refused('expense', bills)).toEqual([[2, moved]]);
  const papers = `Kind,Vehicle,Number,Issued\nInsurance,VAN 1,A,${after}\nInsurance,VAN 1,B,\nInsurance,VAN 1,C,${before}\n`;
  expect(await refused('document', papers)).toEqual([
    [2, moved],
    [3, moved],
  ]);
  expect(await refused('task', `Title,Vehicle\nWash,VAN 1\nWash,\n`)).toEqual([[2, moved]]);
  expect(await refused('service-plan', `Task,Every (km),Vehicles\nOil,10000,VAN 1\n`)).toEqual([
    [2, ['vehicles', 'vehicle-moved']],
  ]);
  // A vehicle that moved here does not accept records from before its arrival, either.
  await fixture.database.query(`UPDATE vehicles SET moved_at = NULL, came_at = now() - interval '3 days'`);
  const came = ['vehicle', 'vehicle-was-elsewhere'];
  expect(await refused('expense', bills)).toEqual([[3, came]]);
  const ended = `Kind,Vehicle,Number,Valid until\nInsurance,VAN 1,A,${after}\nInsurance,VAN 1,B,\nInsurance,VAN 1,C,${before}\n`;
  expect(await refused('document', ended)).toEqual([[4, came]]);
  await fixture.database.query(`UPDATE vehicles SET moved_at = now() - interval '3 days', came_at = NULL`);
  // Other ways of insertion are refused by the database itself.
  await expect(
    fixture.database.query(
      `INSERT INTO tasks (organisation_id, title, record_kind, record_id, vehicle_id)
       SELECT organisation_id, 'Wash', 'vehicle', id, id FROM vehicles`,
    ),
  ).rejects.toThrow('moved to another organisation');
});
