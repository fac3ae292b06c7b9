import { getBudget, listBudgets, readBudgetChoices } from '../../store/budgets/budgets.ts';
import { saveBudget, setBudgetDeleted } from '../../store/budgets/change-budgets.ts';
import {
  pauseRecurringExpense,
  saveRecurringExpense,
  setRecurringExpenseDeleted,
} from '../../store/expenses/change-recurring-expenses.ts';
import { getRecurringExpense, listRecurringExpenses } from '../../store/expenses/recurring-expenses.ts';
import type { Handlers } from '../handler.ts';

/** Planned spending: budgets and recurring expenses. */
export const budgetHandlers = {
  'get-budget-list': (input, { services, caller }) => listBudgets(services.database, caller.scope, input),

  'get-budget-by-id': async ({ id }, { services, caller }) => ({
    budget: await getBudget(services.database, caller.scope, id),
  }),

  'save-budget': async (input, { services, caller, actor }) => {
    const id = await saveBudget(services.database, caller.scope, actor, input);
    return { budget: await getBudget(services.database, caller.scope, id) };
  },

  'delete-budget': async ({ id }, { services, caller, actor }) => {
    await setBudgetDeleted(services.database, caller.scope, actor, id, true);
    return {};
  },

  'restore-budget': async ({ id }, { services, caller, actor }) => {
    await setBudgetDeleted(services.database, caller.scope, actor, id, false);
    return { budget: await getBudget(services.database, caller.scope, id) };
  },

  'get-budget-choices': (input, { services, caller }) => readBudgetChoices(services.database, caller.scope, input),

  'get-recurring-expense-list': (input, { services, caller }) =>
    listRecurringExpenses(services.database, caller.scope, input),

  'get-recurring-expense-by-id': async ({ id }, { services, caller }) => ({
    recurring: await getRecurringExpense(services.database, caller.scope, id),
  }),

  'save-recurring-expense': async (input, { services, caller, actor }) => {
    const id = await saveRecurringExpense(services.database, caller.scope, actor, input);
    return { recurring: await getRecurringExpense(services.database, caller.scope, id) };
  },

  'pause-recurring-expense': async (input, { services, caller, actor }) => {
    await pauseRecurringExpense(services.database, caller.scope, actor, input);
    return { recurring: await getRecurringExpense(services.database, caller.scope, input.id) };
  },

  'delete-recurring-expense': async ({ id }, { services, caller, actor }) => {
    await setRecurringExpenseDeleted(services.database, caller.scope, actor, id, true);
    return {};
  },

  'restore-recurring-expense': async ({ id }, { services, caller, actor }) => {
    await setRecurringExpenseDeleted(services.database, caller.scope, actor, id, false);
    return { recurring: await getRecurringExpense(services.database, caller.scope, id) };
  },
} satisfies Partial<Handlers>;
