import { listReminded, type RemindedDocument, takeReminders } from '../store/documents/reminders.ts';
import { listRemindedOrganisations } from '../store/reminders.ts';
import { DOCUMENT_KIND_WORDS } from '../texts/document-kinds.ts';
import { inLanguage, type Language, LOCALES, said } from '../texts/text.ts';
import { type ReminderWords, type RemindServices, tellReminders } from './tell-reminders.ts';

/** Reminds people of the documents whose day it is, each once. */
export async function remindDocuments(services: RemindServices, now: Date): Promise<void> {
  for (const organisationId of await listRemindedOrganisations(services.database, now)) {
    await tellReminders(services, WORDS, async (db) => {
      const ids = await takeReminders(db, organisationId, now);
      return ids.length === 0 ? [] : listReminded(db, ids, now);
    });
  }
}

const WORDS: ReminderWords<RemindedDocument> = {
  line: lineOf,
  advice: said('document-renew'),
  path: ({ id }) => `media/documents?open=${id}`,
  many: (count) => said('documents-run-out', { count }),
  more: (count) => said('and-more', { count }),
  allPath: 'media/documents',
  why: said('why-reminded'),
};

/** "Insurance of SBA 1234 runs out in 7 days". */
function lineOf({ kind, holderName, daysLeft }: RemindedDocument, language: Language): string {
  const when = new Intl.RelativeTimeFormat(LOCALES[language], { numeric: 'auto' }).format(daysLeft, 'day');
  const params = { document: DOCUMENT_KIND_WORDS[language][kind], holder: holderName, when };
  return inLanguage(language, said(daysLeft < 0 ? 'document-ran-out' : 'document-runs-out', params));
}
