import { saveExpense, setExpenseDeleted } from '../../store/expenses/change-expenses.ts';
import { decideExpenses } from '../../store/expenses/decide-expenses.ts';
import { nameVendor, readExpenseChoices } from '../../store/expenses/expense-choices.ts';
import { readExpenseTotals } from '../../store/expenses/expense-totals.ts';
import { findDuplicate, getExpense, listExpenses } from '../../store/expenses/expenses.ts';
import { readVehicleFuel } from '../../store/expenses/vehicle-fuel.ts';
import { viewerOf } from '../../store/files/records.ts';
import type { Handlers } from '../handler.ts';

export const expenseHandlers = {
  'get-expense-list': (input, { services, caller }) =>
    listExpenses(services.database, caller.scope, caller.userId, input),

  'get-expense-by-id': async ({ id }, { services, caller }) => ({
    expense: await getExpense(services.database, caller.scope, caller.userId, id),
  }),

  'save-expense': async (input, { services, caller, actor }) => {
    const id = await saveExpense(services.database, viewerOf(caller), actor, input);
    return { expense: await getExpense(services.database, caller.scope, caller.userId, id) };
  },

  'delete-expense': async ({ id }, { services, caller, actor }) => {
    await setExpenseDeleted(services.database, caller.scope, actor, id, true);
    return {};
  },

  'restore-expense': async ({ id }, { services, caller, actor }) => {
    await setExpenseDeleted(services.database, caller.scope, actor, id, false);
    return { expense: await getExpense(services.database, caller.scope, caller.userId, id) };
  },

  'get-expense-choices': (input, { services, caller }) =>
    readExpenseChoices(services.database, caller.scope, caller.userId, input),

  'name-vendor': async ({ name }, { services, caller, actor }) => ({
    vendor: await nameVendor(services.database, caller.scope, actor, name),
  }),

  'get-expense-duplicate': async (input, { services, caller }) => ({
    duplicate: await findDuplicate(services.database, caller.scope, input),
  }),

  'get-expense-totals': (input, { services, caller }) => readExpenseTotals(services.database, caller.scope, input),

  'get-vehicle-fuel': (input, { services, caller }) => readVehicleFuel(services.database, caller.scope, input),

  'get-expense-queue': (input, { services, caller }) =>
    listExpenses(services.database, caller.scope, caller.userId, { ...input, state: 'submitted' }),

  'decide-expenses': async (input, { services, caller, actor }) => {
    await decideExpenses(services.database, caller.scope, actor, input);
    return {};
  },
} satisfies Partial<Handlers>;
