import type { OperationName } from '@milepost/contract/operations';
import type { TestBrowser } from './test-browser.ts';

type Values = Record<string, unknown>;

/** A kind of record with bulk changes, for tests that cover all kinds. */
export interface BulkCase {
  preview: OperationName & `preview-${string}-change`;
  change: `change-${'expenses' | 'documents' | 'contacts' | 'tasks' | 'service-plans' | 'alarm-rules' | 'fences' | 'subscriptions'}`;
  undo: OperationName & `undo-${string}-change`;
  /** The subject in the audit log. */
  subject: string;
  /** Creates one with these values, for a vehicle when the kind belongs to one. */
  make: (browser: TestBrowser, vehicleId: number, values: Values) => Promise<number>;
  read: (browser: TestBrowser, id: number) => Promise<Values>;
  /** The operation that saves one. */
  save: OperationName;
  field: string;
  /** Its value before and after, and the field of the record that contains it. */
  before: unknown;
  value: string | number | boolean;
  at: string;
  /** The values that another person changes meanwhile. */
  other: Values;
  /** A value that every record refuses, and the code of the fault. */
  wrong: { field: string; value: unknown; code: string };
  /**
   * The records that limited people may change. `own`: those of their vehicles. `nothing`: none, since these records
   * concern no vehicle. `none`: none, since the operation is closed to them.
   */
  limited: 'own' | 'nothing' | 'none';
}

const recordOf = (value: unknown): Values => (typeof value === 'object' && value !== null ? { ...value } : {});
const idOf = (answer: { status: number; message?: string | undefined }, key: string): number => {
  const { id } = recordOf(recordOf(answer)[key]);
  if (typeof id !== 'number') throw new Error(`${key}: ${JSON.stringify(answer)}`);
  return id;
};

export const BULK_CASES: Readonly<Record<string, BulkCase>> = {
  expenses: {
    preview: 'preview-expense-change',
    change: 'change-expenses',
    undo: 'undo-expense-change',
    subject: 'expense',
    make: async (browser, vehicleId, values) =>
      idOf(
        await browser.call('save-expense', { kind: 'toll', vehicleId, amount: 500, day: '2026-01-05', ...values }),
        'expense',
      ),
    read: async (browser, id) => recordOf((await browser.call('get-expense-by-id', { id })).expense),
    save: 'save-expense',
    field: 'kind',
    before: 'toll',
    value: 'parking',
    at: 'kind',
    other: { note: 'Bridge' },
    wrong: { field: 'vendorId', value: 999_999, code: 'no-contact' },
    limited: 'own',
  },
  documents: {
    preview: 'preview-document-change',
    change: 'change-documents',
    undo: 'undo-document-change',
    subject: 'document',
    make: async (browser, vehicleId, values) =>
      idOf(
        await browser.call('save-document', {
          kind: 'insurance',
          holder: 'vehicle',
          vehicleId,
          validFrom: '2026-01-01',
          ...values,
        }),
        'document',
      ),
    read: async (browser, id) => recordOf((await browser.call('get-document-by-id', { id })).document),
    save: 'save-document',
    field: 'validUntil',
    before: null,
    value: '2027-12-31',
    at: 'validUntil',
    other: { issuer: 'Acme' },
    wrong: { field: 'validUntil', value: '2025-12-31', code: 'not-before-start' },
    limited: 'own',
  },
  contacts: {
    preview: 'preview-contact-change',
    change: 'change-contacts',
    undo: 'undo-contact-change',
    subject: 'contact',
    make: async (browser, _vehicleId, values) =>
      idOf(
        await browser.call('save-contact', { kind: 'vendor', name: `C ${crypto.randomUUID()}`, ...values }),
        'contact',
      ),
    read: async (browser, id) => recordOf((await browser.call('get-contact-by-id', { id })).contact),
    save: 'save-contact',
    field: 'kind',
    before: 'vendor',
    value: 'workshop',
    at: 'kind',
    other: { note: 'Closed on Sundays' },
    wrong: { field: 'kind', value: 'friend', code: 'choose-one-of' },
    limited: 'nothing',
  },
  tasks: {
    preview: 'preview-task-change',
    change: 'change-tasks',
    undo: 'undo-task-change',
    subject: 'task',
    make: async (browser, recordId, values) =>
      idOf(await browser.call('save-task', { title: 'Wash', recordKind: 'vehicle', recordId, ...values }), 'task'),
    read: async (browser, id) => recordOf((await browser.call('get-task-by-id', { id })).task),
    save: 'save-task',
    field: 'dueOn',
    before: null,
    value: '2026-12-01',
    at: 'dueOn',
    other: { note: 'Inside too' },
    wrong: { field: 'assigneeId', value: 999_999, code: 'task-assignee' },
    limited: 'own',
  },
  'service plans': {
    preview: 'preview-service-plan-change',
    change: 'change-service-plans',
    undo: 'undo-service-plan-change',
    subject: 'service-plan',
    make: async (browser, vehicleId, values) =>
      idOf(
        await browser.call('save-service-plan', {
          task: 'Oil',
          everyMonths: 6,
          leadDays: 7,
          vehicleIds: [vehicleId],
          countedFrom: '2026-01-01',
          ...values,
        }),
        'plan',
      ),
    read: async (browser, id) => {
      const { plan } = await browser.call('get-service-plan-by-id', { id });
      return { ...plan, vehicleIds: plan?.vehicles.map((vehicle) => vehicle.id) };
    },
    save: 'save-service-plan',
    field: 'leadDays',
    before: 7,
    value: 14,
    at: 'leadDays',
    other: { note: 'Synthetic' },
    wrong: { field: 'everyMonths', value: null, code: 'choose-interval' },
    limited: 'none',
  },
  'alarm rules': {
    preview: 'preview-alarm-rule-change',
    change: 'change-alarm-rules',
    undo: 'undo-alarm-rule-change',
    subject: 'alarm-rule',
    make: async (browser, vehicleId, values) =>
      idOf(
        await browser.call('save-alarm-rule', {
          name: 'Fast',
          condition: { kind: 'overspeed', limitKph: 90 },
          severity: 'major',
          vehicleIds: [vehicleId],
          ...values,
        }),
        'rule',
      ),
    read: async (browser, id) => {
      const { rule } = await browser.call('get-alarm-rule-by-id', { id });
      return { ...rule, vehicleIds: rule?.vehicles.map((vehicle) => vehicle.id) };
    },
    save: 'save-alarm-rule',
    field: 'severity',
    before: 'major',
    value: 'critical',
    at: 'severity',
    other: { name: 'Too fast' },
    wrong: { field: 'addPerson', value: 999_999, code: 'person-not-told' },
    limited: 'own',
  },
  geofences: {
    preview: 'preview-fence-change',
    change: 'change-fences',
    undo: 'undo-fence-change',
    subject: 'fence',
    make: async (browser, vehicleId, values) =>
      idOf(
        await browser.call('save-fence', {
          name: 'Yard',
          shape: { kind: 'circle', centre: { lat: 0, lon: 0 }, radiusM: 100 },
          vehicleIds: [vehicleId],
          ...values,
        }),
        'fence',
      ),
    read: async (browser, id) => recordOf((await browser.call('get-fence-by-id', { id })).fence),
    save: 'save-fence',
    field: 'alarmEnter',
    before: false,
    value: true,
    at: 'alarmEnter',
    other: { description: 'Gate on the north side' },
    wrong: { field: 'speedLimitKph', value: 1, code: 'at-least' },
    limited: 'none',
  },
  subscriptions: {
    preview: 'preview-subscription-change',
    change: 'change-subscriptions',
    undo: 'undo-subscription-change',
    subject: 'subscription',
    async make(browser, vehicleId, values) {
      const plan = await browser.call('save-plan', { name: `P ${crypto.randomUUID()}`, price: 100, months: 1 });
      const of = { organisationId: 1, planId: plan.plan?.id, allVehicles: false, vehicleIds: [vehicleId] };
      const answer = await browser.call('save-subscription', { ...of, fromDay: '2026-01-01', ...values });
      return idOf(answer, 'subscription');
    },
    async read(browser, id) {
      const { subscription, named = [] } = await browser.call('get-subscription-by-id', { id });
      return { ...subscription, vehicleIds: named.map((vehicle) => vehicle.id) };
    },
    save: 'save-subscription',
    field: 'untilDay',
    before: null,
    value: '2027-12-31',
    at: 'untilDay',
    other: { note: 'Yearly' },
    wrong: { field: 'untilDay', value: '2025-12-31', code: 'not-before-start' },
    limited: 'none',
  },
};
