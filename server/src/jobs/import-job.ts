import { z } from 'zod';
import { runBatch } from '../imports/run-import.ts';
import { undoBatch } from '../imports/undo-import.ts';
import { markFailed } from '../store/imports/change-imports.ts';
import { tidyImports } from '../store/imports/imports.ts';
import { defineJob } from './define-job.ts';

const importId = z.object({ importId: z.int() });
type ImportId = z.infer<typeof importId>;

/** After this another job continues, so that imports of others get their turn. */
const WORK_MS = 45_000;

/**
 * Runs or undoes an import, a batch of lines at a time. Concurrent jobs are harmless, since a batch locks the import.
 */
export const workOnImportJob = defineJob<ImportId>({
  name: 'work-on-import',
  input: importId,
  retry: { times: 3, afterS: 5, mostS: 60 },
  withinS: 90,
  run: async ({ database, bus, queue }, { importId: id }, { last, signal }) => {
    const until = Date.now() + WORK_MS;
    try {
      for (const batch of [runBatch, undoBatch]) {
        for (;;) {
          signal.throwIfAborted();
          const organisationId = await batch(database, id);
          if (organisationId === null) break;
          bus.publish('fleet-changed', { organisationId });
          if (Date.now() > until) {
            await queue.add(workOnImportJob, { importId: id });
            return;
          }
        }
      }
    } catch (error) {
      // When the server stops it is retried after the next start.
      if (last && !signal.aborted) await markFailed(database, id);
      throw error;
    }
  },
});

/** Deletes files that were uploaded and never imported, and lines that are not needed any more. */
export const tidyImportsJob = defineJob({
  name: 'tidy-imports',
  input: z.null(),
  schedule: { cron: '40 4 * * *', timeZone: 'UTC' },
  run: ({ database }) => tidyImports(database),
});
