import { DOCUMENT_KIND_NAMES, DOCUMENT_KINDS } from '@milepost/contract/document-kinds';
import { EXPENSE_KINDS } from '@milepost/contract/expense-kinds';
import { type RoundTrip, totalOf } from './round-trip.ts';

/** The round trips of office records. */
export const OFFICE_TRIPS = {
  expense: {
    list: '/expenses',
    async add(caller, language) {
      const { driver } = await caller.ask('name-driver', { name: `Eva ${language}` });
      const { vendor } = await caller.ask('name-vendor', { name: `Pump, ${language}` });
      const { vehicle } = await caller.ask('save-vehicle', { registration: `EXP ${language}` });
      const field = { kind: 'expense', name: `Trip ${language}`, type: 'number' } as const;
      const own = (await caller.ask('save-own-field', field)).field.id;
      const day = '2026-01-05';
      const { expense: full } = await caller.ask('save-expense', {
        kind: 'fuel',
        vehicleId: vehicle.id,
        driverId: driver.id,
        vendorId: vendor.id,
        amount: 123_456,
        tax: 9,
        billNumber: `=B-${language}`,
        day,
        odometerM: 120_500_400,
        quantity: 50.25,
        fullTank: true,
        note: 'two\nlines',
        submit: true,
        own: [{ id: own, value: 7.5 }],
      });
      const decided = { ids: [full.id], versions: [full.version], decision: 'approve', reason: null } as const;
      await caller.ask('decide-expenses', { ...decided, ids: [full.id], versions: [full.version] });
      for (const kind of EXPENSE_KINDS.filter((one) => one !== 'fuel')) {
        await caller.ask('save-expense', { kind, vehicleId: vehicle.id, amount: 100_000, day });
      }
    },
    total: (caller) => totalOf(caller.ask('get-expense-list', {})),
    fields: [
      'day',
      'kind',
      'vehicle',
      'driver',
      'vendor',
      'billNumber',
      'amount',
      'tax',
      'currency',
      'quantity',
      'fullTank',
      'missedFill',
      'odometer',
      'note',
      'own',
    ],
  },
  document: {
    list: '/media/documents',
    async add(caller, language) {
      const { vehicle } = await caller.ask('save-vehicle', { registration: `DOC-${language} 1` });
      const { driver } = await caller.ask('name-driver', { name: `Dora, ${language}` });
      const holders = { vehicle: { vehicleId: vehicle.id }, driver: { driverId: driver.id }, organisation: {} };
      for (const kind of DOCUMENT_KIND_NAMES) {
        for (const holder of DOCUMENT_KINDS[kind]) {
          await caller.ask('save-document', {
            kind,
            holder,
            ...holders[holder],
            number: `=N-${language}`,
            issuer: 'RTO; Pune, "West"',
            issuedOn: '2026-01-02',
            validFrom: '2026-01-03',
            validUntil: '2027-12-31',
            cost: 123_450,
            note: `${'long '.repeat(390)}\nto the end`,
          });
        }
      }
      // Each of these entries is a different record.
      for (const note of ['a', 'b']) {
        await caller.ask('save-document', { kind: 'other', holder: 'vehicle', vehicleId: vehicle.id, note });
      }
    },
    total: (caller) => totalOf(caller.ask('get-document-list', {})),
    fields: [
      'kind',
      'vehicle',
      'driver',
      'organisation',
      'number',
      'issuer',
      'issuedOn',
      'validFrom',
      'validUntil',
      'cost',
      'currency',
      'note',
    ],
  },
  'service-plan': {
    list: '/vehicle-info/maintenance/plans',
    async add(caller, language) {
      const { group } = await caller.ask('save-group', { name: `Süd ${language}` });
      const vans = ['b', 'a'].map((name) =>
        caller.ask('save-vehicle', { registration: `PLAN-${language} ${name}`, type: 'van' }),
      );
      const vehicleIds = (await Promise.all(vans)).map(({ vehicle }) => vehicle.id);
      const task = `=Oil, ${language}`;
      const base = { task, leadDays: 0, countedFrom: '2026-01-31' };
      await caller.ask('save-service-plan', {
        ...base,
        everyM: 10_000_004,
        everyEngineS: 900_000,
        everyMonths: 6,
        leadM: 500_000,
        leadEngineS: 36_000,
        vehicleIds,
        groupIds: [group.id],
        types: ['tractor', 'bus'],
        note: 'two\nlines',
      });
      await caller.ask('save-service-plan', { ...base, everyEngineS: 1_000_000 / 3, vehicleIds: vehicleIds.slice(1) });
      await caller.ask('save-service-plan', { ...base, everyMonths: 12, allVehicles: true });
    },
    total: (caller) => totalOf(caller.ask('get-service-plan-list', {})),
    fields: [
      'task',
      'everyDistance',
      'everyHours',
      'everyMonths',
      'leadDistance',
      'leadHours',
      'leadDays',
      'allVehicles',
      'groups',
      'types',
      'vehicles',
      'countedFrom',
      'note',
    ],
  },
  task: {
    list: '/apps/tasks',
    async add(caller, language) {
      const { vehicle } = await caller.ask('save-vehicle', { registration: `TASK ${language}` });
      const { driver } = await caller.ask('name-driver', { name: `Tom ${language}` });
      const { rows } = await caller.ask('get-task-people', {});
      const assigneeId = rows[0]?.id;
      const about = { recordKind: 'vehicle', recordId: vehicle.id } as const;
      const title = `=Wash, "${language}"`;
      await caller.ask('save-task', { title, ...about, dueOn: '2026-01-31', assigneeId, note: 'two\nlines' });
      await caller.ask('save-task', { title, ...about, state: 'doing' });
      await caller.ask('save-task', { title, ...about, state: 'done' });
      await caller.ask('save-task', { title, recordKind: 'driver', recordId: driver.id });
      await caller.ask('save-task', { title });
    },
    total: (caller) => totalOf(caller.ask('get-task-list', { withDone: true })),
    fields: ['title', 'dueOn', 'state', 'assignee', 'vehicle', 'note'],
  },
} satisfies Record<string, RoundTrip>;
