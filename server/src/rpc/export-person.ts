import type { Download, PersonalDataKind } from '@milepost/contract/download-operations';
import { queueExport } from '../jobs/export-job.ts';
import { requirePerson } from '../personal-data/personal-request.ts';
import { partsFor, personalParts, PRIVATE_PLACES } from '../reports/allowed.ts';
import { runExport } from '../reports/export/run-export.ts';
import { record } from '../store/audit/audit.ts';
import { inTransaction } from '../store/database.ts';
import { insertDownload } from '../store/downloads/change-downloads.ts';
import { getDownload, toDownload } from '../store/downloads/downloads.ts';
import { inLanguage, textFor } from '../texts/text.ts';
import type { CallContext } from './handler.ts';

/** The time limit for a file that is written before the reply. */
const AT_ONCE_MS = 1000;

/** Exports everything that is held on a person: before the reply if that is quick, else as a job. */
export async function exportPerson(
  { services, caller, actor }: CallContext,
  kind: PersonalDataKind,
  personId: number,
): Promise<{ download: Download }> {
  const { database, queue } = services;
  const { name, organisationId } = await requirePerson(database, caller, kind, personId);
  const title = inLanguage(caller.language, textFor(kind, { name }));
  const subject = kind === 'driver-data' ? 'driver' : 'user';
  const kinds = personalParts(caller, kind);
  const begun = await inTransaction(database, async (db) => {
    const file = { kind, title, format: 'zip', params: { personId }, kinds, private: true } as const;
    const made = await insertDownload(db, caller, file, null);
    const entry = { organisationId, subject, subjectId: personId, name, action: 'export-data' } as const;
    await record(db, actor, { ...entry, before: null, after: null });
    if (kinds.includes(PRIVATE_PLACES)) {
      await record(db, actor, { ...entry, action: 'view-private', before: null, after: null });
    }
    return made;
  });
  const atOnce = { signal: AbortSignal.timeout(AT_ONCE_MS), last: false, mostRows: 0, bell: false };
  const isLeft = (await runExport(services, begun.id, atOnce).catch(() => 'later')) === 'later';
  if (isLeft) await queueExport(queue, begun);
  return { download: toDownload(await getDownload(database, caller, partsFor(caller), begun.id), caller) };
}
