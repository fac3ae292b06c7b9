import { z } from 'zod';
import { countCovered, forgetFinished, listDueFences, lookThrough } from '../store/geofences/fence-pasts.ts';
import { defineJob, type JobAttempt, type JobContext } from './define-job.ts';

/** The next run goes on. */
const WORK_MS = 50_000;

/**
 * Gives new geofences their past: looks in the stored positions for vehicles that were there, one after the other in the
 * database, and has their facts recomputed beside ingest.
 */
export async function lookBack(
  { database, bus, logger }: Pick<JobContext, 'database' | 'bus' | 'logger'>,
  { signal }: Pick<JobAttempt, 'signal'>,
): Promise<void> {
  const until = Date.now() + WORK_MS;
  const organisations = new Set<number>();
  const marks: { installationId: number; lateAt: number }[] = [];
  for (const due of await listDueFences(database)) {
    organisations.add(due.organisationId);
    await countCovered(database, due);
    for (let next = await lookThrough(database, due); next !== null; next = await lookThrough(database, due)) {
      signal.throwIfAborted();
      if (next.late) marks.push(next.late);
      if (Date.now() >= until) break;
    }
    if (Date.now() >= until) break;
  }
  for (const organisationId of organisations) bus.publish('tracking-changed', { organisationId });
  if (marks.length > 0) bus.publish('past-changed', { marks });
  if (organisations.size > 0)
    logger.info({ organisations: organisations.size }, 'Looked for new geofences in the past');
  await forgetFinished(database);
}

export const lookBackFencesJob = defineJob({
  name: 'look-back-fences',
  input: z.null(),
  schedule: { cron: '* * * * *', timeZone: 'UTC' },
  run: (context, _input, attempt) => lookBack(context, attempt),
});
