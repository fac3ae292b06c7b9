import { z } from 'zod';
import { checkDueExpenses } from '../store/expenses/check-expenses.ts';
import { defineJob } from './define-job.ts';

/** Often, because positions, photos and places arrive after the bill. */
export const checkExpensesJob = defineJob({
  name: 'check-expenses',
  input: z.null(),
  schedule: { cron: '*/2 * * * *', timeZone: 'UTC' },
  run: async ({ database }, _input, { signal }) => void (await checkDueExpenses(database, signal)),
});
