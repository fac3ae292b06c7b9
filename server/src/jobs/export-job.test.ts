import { expect, test } from 'vitest';
import { queueExport } from './export-job.ts';
import type { JobQueue } from './job-queue.ts';

/** The queue and the group in which exports of an organisation wait. */
async function placeOf(total: number | null) {
  const added: unknown[] = [];
  const queue: JobQueue = {
    add: async ({ name, atOnce }, _input, options) => {
      added.push({ name, atOnce, group: options?.group });
      return true;
    },
    retry: async () => false,
    discard: async () => false,
    close: async () => {},
  };
  await queueExport(queue, { id: 1, organisationId: 7, total, before: 0 });
  return added[0];
}

test('a short export waits behind no long one of its own organisation', async () => {
  const long = { name: 'export-report', atOnce: 2, group: '7' };
  expect(await placeOf(5_000_000)).toEqual(long);
  // Their number is unknown, so it may be long.
  expect(await placeOf(null)).toEqual(long);
  expect(await placeOf(50_000)).toEqual({ name: 'export-short-report', atOnce: 2, group: '7' });
});
