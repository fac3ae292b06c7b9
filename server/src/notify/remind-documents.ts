import { type Language, traitsOf } from '@milepost/contract/languages';
import { listReminded, type RemindedDocument, takeReminders } from '../store/documents/reminders.ts';
import { listRemindedOrganisations } from '../store/reminders.ts';
import { DOCUMENT_KIND_WORDS } from '../texts/names.ts';
import { inLanguage, textFor } from '../texts/text.ts';
import { type ReminderWords, type RemindServices, sendReminders } from './send-reminders.ts';

/** Reminds people of the documents that are due for a reminder today, each once. */
export async function remindDocuments(services: RemindServices, now: Date): Promise<void> {
  for (const organisationId of await listRemindedOrganisations(services.database, now)) {
    await sendReminders(services, WORDS, async (db) => {
      const ids = await takeReminders(db, organisationId, now);
      return ids.length === 0 ? [] : listReminded(db, ids, now);
    });
  }
}

const WORDS: ReminderWords<RemindedDocument> = {
  line: lineOf,
  advice: textFor('document-renew'),
  path: ({ id }) => `media/documents?open=${id}`,
  many: (count) => textFor('documents-run-out', { count }),
  more: (count) => textFor('and-more', { count }),
  allPath: 'media/documents',
  why: textFor('why-reminded'),
};

/** "Insurance of SBA 1234 runs out in 7 days". */
function lineOf({ kind, holderName, daysLeft }: RemindedDocument, language: Language): string {
  const when = new Intl.RelativeTimeFormat(traitsOf(language).locale, { numeric: 'auto' }).format(daysLeft, 'day');
  const params = { document: DOCUMENT_KIND_WORDS[language][kind], holder: holderName, when };
  return inLanguage(language, textFor(daysLeft < 0 ? 'document-ran-out' : 'document-runs-out', params));
}
