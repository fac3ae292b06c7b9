import type { ExpenseBulkField } from '@milepost/contract/bulk-kinds';
import { expenseOperations } from '@milepost/contract/expense-operations';
import { AppError } from '../../errors.ts';
import type { Actor } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import { lockExpense, saveExpenseIn } from '../expenses/change-expenses.ts';
import { getExpense } from '../expenses/expenses.ts';
import type { Viewer } from '../files/records.ts';
import type { BulkKind, Patch } from './bulk-kind.ts';
import { ownPatch, shownOf, splitOwn, typedOf } from './bulk-values.ts';
import { readInput } from './read-input.ts';

/** The fields that are shown instead of ids. */
const NAMES: Partial<Record<string, string>> = {
  vehicleId: 'registration',
  driverId: 'driverName',
  vendorId: 'vendorName',
};

/** Bulk changes of expenses: drafts and waiting ones, which keep their state. */
export const expenseBulk: BulkKind<ExpenseBulkField, null> = {
  kind: 'expense',

  async read(db, { scope, userId }, id) {
    await lockExpense(db, scope, id, false);
    const expense = await getExpense(db, scope, userId ?? 0, id);
    const { registration, vendorName, driverName, billNumber, day } = expense;
    const of = registration ?? vendorName ?? driverName ?? billNumber;
    return {
      name: of === null ? day : `${of} · ${day}`,
      version: expense.version,
      values: { ...expense, ...ownPatch(expense.own) },
    };
  },

  patchOf: (_values, field, value) => ({ [field]: typedOf(value) }),
  show: (values, field) => shownOf(values[NAMES[field] ?? field]),
  write: save,
  restore: save,
};

/** Saves an expense like its form, with the patch applied. */
async function save(db: Queryable, viewer: Viewer, actor: Actor, id: number, patch: Patch): Promise<null> {
  const { version: _version, own: _own, ...expense } = await getExpense(db, viewer.scope, viewer.userId ?? 0, id);
  // Submitting it again requires that a person has read the reason.
  if (expense.state === 'refused') throw new AppError('conflict', 'expense-refused');
  const { own, rest } = splitOwn(patch);
  const input = readInput(expenseOperations['save-expense'].input, {
    ...expense,
    ...rest,
    submit: expense.state !== 'draft',
    // The quantity was confirmed when the expense was entered.
    overTank: true,
    ...(own.length > 0 && { own }),
  });
  await saveExpenseIn(db, viewer, actor, input, 'given');
  return null;
}
