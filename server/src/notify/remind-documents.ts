import { listReminded, listRemindedOrganisations, type Reminded, takeReminders } from '../store/documents/reminders.ts';
import { DOCUMENT_KIND_WORDS } from '../texts/document-kinds.ts';
import { inLanguage, type Language, LOCALES, said } from '../texts/text.ts';
import { remind, type Reminder, type ReminderWords, type RemindServices } from './remind.ts';

const WORDS: ReminderWords = {
  act: said('document-renew'),
  many: (count) => said('documents-run-out', { count }),
  why: said('why-reminded'),
  path: 'media/documents',
};

/** Reminds people of the documents whose day it is. */
export async function remindDocuments(services: RemindServices, now: Date): Promise<void> {
  for (const organisationId of await listRemindedOrganisations(services.database, now)) {
    await remind(
      services,
      async (db) => {
        const ids = await takeReminders(db, organisationId, now);
        return ids.length === 0 ? [] : (await listReminded(db, ids, now)).map(reminderOf);
      },
      WORDS,
    );
  }
}

const reminderOf = (document: Reminded): Reminder => ({
  userId: document.userId,
  bell: document.bell,
  mail: document.mail,
  line: (language) => lineOf(document, language),
  path: `media/documents?open=${document.id}`,
});

/** "Insurance of SBA 1234 runs out in 7 days". */
function lineOf({ kind, holderName, daysLeft }: Reminded, language: Language): string {
  const when = new Intl.RelativeTimeFormat(LOCALES[language], { numeric: 'auto' }).format(daysLeft, 'day');
  const params = { document: DOCUMENT_KIND_WORDS[language][kind], holder: holderName, when };
  return inLanguage(language, said(daysLeft < 0 ? 'document-ran-out' : 'document-runs-out', params));
}
