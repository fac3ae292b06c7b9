import { refresh } from '../../api/refresh.ts';

export const refreshExpenses = () =>
  refresh(
    'get-expense-list',
    'get-expense-by-id',
    'get-expense-queue',
    'get-expense-totals',
    'get-budget-list',
    'get-expense-choices',
    'get-vehicle-fuel',
    'get-contact-list',
  );
