import { z } from 'zod';
import { bookRecurringExpenses } from '../store/expenses/book-recurring.ts';
import { checkDueExpenses } from '../store/expenses/check-expenses.ts';
import { defineJob } from './define-job.ts';

/** Often, because positions, photos and places arrive after the bill. */
export const checkExpensesJob = defineJob({
  name: 'check-expenses',
  input: z.null(),
  schedule: { cron: '*/2 * * * *', timeZone: 'UTC' },
  run: async ({ database }, _input, { signal }) => void (await checkDueExpenses(database, signal)),
});

/** Often, because the day begins at a different moment in each time zone. */
export const bookRecurringExpensesJob = defineJob({
  name: 'book-recurring-expenses',
  input: z.null(),
  schedule: { cron: '*/10 * * * *', timeZone: 'UTC' },
  run: async ({ database, logger }, _input, { signal }) => {
    const { booked, failed } = await bookRecurringExpenses(database, signal);
    if (booked > 0) logger.info({ booked }, 'Recurring expenses were booked');
    for (const { id, error } of failed) logger.error({ id, error }, 'A recurring expense could not be booked');
  },
});
