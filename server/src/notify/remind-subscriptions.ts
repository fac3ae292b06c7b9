import { listRemindedOrganisations } from '../store/documents/reminders.ts';
import { listReminded, type Reminded, takeReminders } from '../store/subscriptions/reminders.ts';
import { inLanguage, type Language, LOCALES, said } from '../texts/text.ts';
import { remind, type Reminder, type ReminderWords, type RemindServices } from './remind.ts';

const WORDS: ReminderWords = {
  act: said('subscription-act'),
  many: (count) => said('subscriptions-run-out', { count }),
  why: said('why-reminded-subscription'),
  path: 'admin/subscriptions',
};

/** Reminds those who buy and those who sell of the subscriptions that run out. */
export async function remindSubscriptions(services: RemindServices, now: Date): Promise<void> {
  const customers = await listRemindedOrganisations(services.database, now);
  await remind(
    services,
    async (db) => {
      const ids = await takeReminders(db, customers, now);
      return ids.length === 0 ? [] : (await listReminded(db, ids, now)).map(reminderOf);
    },
    WORDS,
  );
}

const reminderOf = (subscription: Reminded): Reminder => ({
  userId: subscription.userId,
  bell: subscription.bell,
  mail: subscription.mail,
  line: (language) => lineOf(subscription, language),
  path: `admin/subscriptions?open=${subscription.id}`,
});

/** "Subscription Fleet of Rambla Buses runs out in 7 days". */
function lineOf({ planName, organisationName, daysLeft }: Reminded, language: Language): string {
  const when = new Intl.RelativeTimeFormat(LOCALES[language], { numeric: 'auto' }).format(daysLeft, 'day');
  const params = { plan: planName, holder: organisationName, when };
  return inLanguage(language, said(daysLeft < 0 ? 'subscription-ran-out' : 'subscription-runs-out', params));
}
