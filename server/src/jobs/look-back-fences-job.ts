import { z } from 'zod';
import {
  countCovered,
  type DueFence,
  forgetFinished,
  listDueFences,
  searchNextInstallation,
} from '../store/geofences/fence-pasts.ts';
import { defineJob, type JobAttempt, type JobContext } from './define-job.ts';

/** The next job continues. */
const WORK_MS = 50_000;
/** After this time it is the turn of the next organisation. */
const SLICE_MS = 500;

type Late = { installationId: number; lateAt: number };

/** Searches installations for one geofence until its organisation's time slice is over. */
async function runSlice(database: JobContext['database'], due: DueFence, marks: Late[]): Promise<void> {
  const until = Date.now() + SLICE_MS;
  await countCovered(database, due);
  for (
    let next = await searchNextInstallation(database, due);
    next !== null;
    next = await searchNextInstallation(database, due)
  ) {
    if (next.late) marks.push(next.late);
    if (Date.now() >= until) return;
  }
}

/**
 * Gives new geofences their past: searches the stored positions for vehicles that were inside, one after the other in
 * the database, and has their facts recomputed in parallel with ingest. Organisations are served round-robin, so that
 * an import of fifty thousand geofences does not delay a single one of another organisation.
 */
export async function lookBack(
  { database, bus, logger }: Pick<JobContext, 'database' | 'bus' | 'logger'>,
  { signal }: Pick<JobAttempt, 'signal'>,
): Promise<void> {
  const until = Date.now() + WORK_MS;
  const organisations = new Set<number>();
  const marks: Late[] = [];
  const failed = new Set<number>();
  while (Date.now() < until) {
    const dueFences = (await listDueFences(database)).filter(({ organisationId }) => !failed.has(organisationId));
    if (dueFences.length === 0) break;
    for (const due of dueFences) {
      signal.throwIfAborted();
      if (Date.now() >= until) break;
      organisations.add(due.organisationId);
      try {
        await runSlice(database, due, marks);
      } catch (error) {
        // For example a search that exceeds the statement time-out: the others continue.
        failed.add(due.organisationId);
        logger.warn({ err: error, fenceId: due.fenceId }, 'Past visits of a geofence could not be found; retrying');
      }
    }
  }
  for (const organisationId of organisations) bus.publish('tracking-changed', { organisationId });
  if (marks.length > 0) bus.publish('past-changed', { marks });
  if (organisations.size > 0)
    logger.info({ organisations: organisations.size }, 'Past visits of new geofences were found');
  await forgetFinished(database);
}

export const lookBackFencesJob = defineJob({
  name: 'look-back-fences',
  input: z.null(),
  schedule: { cron: '* * * * *', timeZone: 'UTC' },
  run: (context, _input, attempt) => lookBack(context, attempt),
});
