import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addFile } from '../../testing/add-file.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

const ALL = ['view', 'create', 'edit', 'delete'] as const;
const ITEMS = ['Tyres', 'Brakes', 'Lights'];

let fixture: HttpFixture;
let boss: TestBrowser;
let limited: TestBrowser;
let outsider: TestBrowser;
let organisationId: number;
let bossId: number;
let vehicleId: number;
let checklistId: number;
beforeAll(async () => {
  fixture = await httpFixture();
  const { database } = fixture;
  organisationId = await addOrganisation(database, 'Company');
  const elsewhere = await addOrganisation(database, 'Elsewhere');
  const grants = { vehicles: ALL, maintenance: ALL } as const;
  const person = { password: 'pass-word', organisationId, grants };
  bossId = await addUser(database, { ...person, username: 'boss' });
  await addUser(database, { ...person, username: 'stranger', organisationId: elsewhere });
  boss = await fixture.signedIn('boss', 'pass-word');
  outsider = await fixture.signedIn('stranger', 'pass-word');
  vehicleId = (await boss.call('save-vehicle', { registration: 'SBA 1234', type: 'truck' })).vehicle?.id ?? 0;
  const otherId = (await boss.call('save-vehicle', { registration: 'OTHER 1', type: 'car' })).vehicle?.id ?? 0;
  const limitedId = await addUser(database, { ...person, username: 'limited' });
  await database.query('UPDATE users SET limited = true, limit_vehicle_ids = $2 WHERE id = $1', [limitedId, [otherId]]);
  limited = await fixture.signedIn('limited', 'pass-word');
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await emptyTables(fixture.database, 'inspections', 'checklists', 'work_orders');
  checklistId = (await boss.call('save-checklist', { name: 'Daily check', items: ITEMS })).checklist?.id ?? 0;
});

const SIGNATURE = [
  [100, 150, 300, 60, 500, 200],
  [520, 200, 600, 120],
];
const ok = (item: string) => ({ item, result: 'ok' });
const defect = (item: string, severity: string, more: Record<string, unknown> = {}) => ({
  item,
  result: 'defect',
  severity,
  ...more,
});
const inspect = (more: Record<string, unknown> = {}, who = boss) =>
  who.call('add-inspection', {
    vehicleId,
    checklistId,
    answers: ITEMS.map((item) => ok(item)),
    signedBy: 'Ana Silva',
    signature: SIGNATURE,
    ...more,
  });
const orders = async () => (await boss.call('get-work-order-list', {})).rows ?? [];

describe('a checklist', () => {
  test('is offered for vehicles of its types, and for all when it has none', async () => {
    await boss.call('save-checklist', { name: 'Truck', types: ['truck'], items: ['Air brakes'] });
    await boss.call('save-checklist', { name: 'Bus', types: ['bus'], items: ['Doors'] });
    const { checklists, signedBy } = await boss.call('get-inspection-choices', { vehicleId });
    expect(checklists?.map(({ name, items }) => [name, items])).toEqual([
      ['Truck', ['Air brakes']],
      ['Daily check', ITEMS],
    ]);
    expect(signedBy).toBe('boss');
    expect((await outsider.call('get-inspection-choices', { vehicleId })).checklists).toEqual([]);
  });

  test('needs items and a unique name, and is not overwritten', async () => {
    expect((await boss.call('save-checklist', { name: 'Empty', items: [] })).fields).toEqual({
      items: 'Enter at least one item.',
    });
    expect((await boss.call('save-checklist', { name: 'daily CHECK', items: ['Oil'] })).fields).toEqual({
      name: 'Another checklist has this name.',
    });
    const own = { id: checklistId, name: 'Daily check', items: ['Oil'], version: 1 };
    expect((await boss.call('save-checklist', own)).checklist?.items).toEqual(['Oil']);
    expect((await boss.call('save-checklist', own)).status).toBe(409);
    expect((await outsider.call('save-checklist', own)).status).toBe(404);
  });

  test('that is deleted is not offered, and can be restored', async () => {
    await boss.call('delete-checklist', { id: checklistId });
    expect((await boss.call('get-inspection-choices', { vehicleId })).checklists).toEqual([]);
    expect((await inspect()).fields).toEqual({ checklistId: 'There is no such checklist.' });
    await boss.call('restore-checklist', { id: checklistId });
    expect((await inspect()).status).toBe(200);
  });
});

describe('an inspection', () => {
  test('preserves its findings, with its photo and signature, whatever happens to the checklist', async () => {
    const fileId = await addFile(fixture, { organisationId, userId: bossId }, 'tyre.txt');
    const answers = [
      defect('Tyres', 'major', { note: 'Front left worn', fileIds: [fileId] }),
      { item: 'Brakes', result: 'absent', severity: 'minor' },
      ok('Lights'),
    ];
    const { inspection } = await inspect({ answers, odometerM: 84_120_000, note: 'In the rain' });
    expect(inspection).toEqual({
      id: expect.any(Number),
      organisationId,
      vehicleId,
      registration: 'SBA 1234',
      name: 'Daily check',
      at: expect.any(String),
      defects: 1,
      severity: 'major',
      odometerM: 84_120_000,
      signedBy: 'Ana Silva',
      madeBy: 'boss',
      workOrderId: null,
      workOrderNumber: null,
      answers: [
        { item: 'Tyres', result: 'defect', severity: 'major', note: 'Front left worn', fileIds: [fileId] },
        // Only a defect has a severity.
        { item: 'Brakes', result: 'absent', severity: null, note: null, fileIds: [] },
        { item: 'Lights', result: 'ok', severity: null, note: null, fileIds: [] },
      ],
      note: 'In the rain',
      signature: SIGNATURE,
    });
    const id = inspection?.id ?? 0;
    const files = await boss.call('get-file-list', { recordKind: 'inspection', recordId: id });
    expect(files.rows?.map((file) => file.id)).toEqual([fileId]);
    await boss.call('save-checklist', { id: checklistId, name: 'Weekly', items: ['Oil'] });
    expect((await boss.call('get-inspection-by-id', { id })).inspection).toEqual(inspection);
    for (const search of ['sba1234', 'worn', 'daily', 'silva'])
      expect((await boss.call('get-inspection-list', { search })).total, search).toBe(1);
    expect((await boss.call('get-inspection-list', { search: 'lights' })).total).toBe(0);
    expect((await boss.call('get-inspection-list', { severity: 'major' })).total).toBe(1);
    expect((await boss.call('get-inspection-list', { severity: 'minor' })).total).toBe(0);
  });

  test('opens a work order for a dangerous defect, and takes the vehicle out of service on request', async () => {
    const answers = [defect('Brakes', 'dangerous', { note: 'No pressure' }), defect('Lights', 'minor'), ok('Tyres')];
    const { inspection } = await inspect({ answers, outOfService: true });
    expect(inspection).toMatchObject({ severity: 'dangerous', defects: 2, workOrderNumber: 1 });
    const [order] = await orders();
    expect(order).toMatchObject({
      id: inspection?.workOrderId,
      title: 'Daily check',
      state: 'open',
      vehicleId,
      outTo: null,
      tasks: [
        { text: 'Brakes: No pressure', planId: null, done: false },
        { text: 'Lights', planId: null, done: false },
      ],
    });
    expect(Date.now() - Date.parse(order?.outFrom ?? '')).toBeLessThan(60_000);
  });

  test('opens one for a lesser defect on request, and never without a defect', async () => {
    await inspect({ answers: [defect('Lights', 'minor')] });
    await inspect({ openOrder: true, outOfService: true });
    expect(await orders()).toEqual([]);
    await inspect({ answers: [defect('Lights', 'minor')], openOrder: true });
    expect(await orders()).toMatchObject([{ outFrom: null, tasks: [{ text: 'Lights' }] }]);
  });

  test.each([
    ['is of no vehicle', { vehicleId: null }, { vehicleId: 'Choose a vehicle.' }],
    ['follows no checklist', { checklistId: null }, { checklistId: 'Choose a checklist.' }],
    ['is not signed', { signature: [] }, { signature: 'Sign here.' }],
    ['names nobody', { signedBy: ' ' }, { signedBy: 'Enter a value.' }],
    [
      'does not say how severe a defect is',
      { answers: [{ item: 'Tyres', result: 'defect' }] },
      { 'answers.0.severity': 'Choose how severe the defect is.' },
    ],
  ])('that %s is refused', async (_what, more, fields) => {
    const answer = await inspect(more);
    expect(answer.status).toBe(422);
    expect(answer.fields).toMatchObject(fields);
  });

  test('is neither seen nor created from another organisation, nor by a person who sees other vehicles', async () => {
    const { inspection } = await inspect();
    const id = inspection?.id ?? 0;
    for (const who of [outsider, limited]) {
      expect((await who.call('get-inspection-by-id', { id })).status).toBe(404);
      expect((await who.call('get-inspection-list', {})).total).toBe(0);
      expect((await who.call('delete-inspection', { id })).status).toBe(404);
      expect((await inspect({}, who)).fields).toEqual({ vehicleId: 'There is no such vehicle.' });
    }
  });

  test('is deleted and restored', async () => {
    const id = (await inspect()).inspection?.id ?? 0;
    await boss.call('delete-inspection', { id });
    expect((await boss.call('get-inspection-list', {})).total).toBe(0);
    expect((await boss.call('restore-inspection', { id })).inspection?.id).toBe(id);
    expect((await boss.call('get-inspection-list', { vehicleId })).total).toBe(1);
  });
});
