import { refresh } from '../../../api/refresh.ts';

export const refreshRecurring = () =>
  refresh('get-recurring-expense-list', 'get-recurring-expense-by-id', 'get-calendar');
