import type { RouteName } from '@milepost/contract/routes';
import type { TestBrowser } from './test-browser.ts';

type Values = Record<string, unknown>;

/** A kind of record of which many are changed at once, for tests that walk all of them. */
export interface BulkCase {
  preview: RouteName & `preview-${string}-change`;
  change: 'change-expenses' | 'change-documents';
  undo: RouteName & `undo-${string}-change`;
  /** As the audit log calls it. */
  subject: string;
  /** Makes one with such values, of a vehicle where the kind belongs to one. */
  make: (browser: TestBrowser, vehicleId: number, values: Values) => Promise<number>;
  read: (browser: TestBrowser, id: number) => Promise<Values>;
  /** Saves one by its form. */
  save: RouteName;
  field: string;
  /** What it is before and after, and where a record says so. */
  before: unknown;
  value: string | number | boolean;
  at: string;
  /** What somebody else changes meanwhile. */
  other: Values;
  /** What no record takes, and why. */
  wrong: { field: string; value: unknown; code: string };
  /** What people who are limited to some vehicles may change: of those, all or none. */
  limited: 'own' | 'all' | 'none';
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
};
