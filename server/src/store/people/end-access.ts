import type { Actor } from '../audit/audit.ts';
import { endFeedOf } from '../calendar/calendar-feeds.ts';
import type { Queryable } from '../database.ts';
import { endPushBrowsersOf } from '../push/push-browsers.ts';
import { endRunLinksOf } from '../run-links/run-links.ts';
import { endSharesOf } from '../shares/shares.ts';
import { deleteTokensOf } from './api-tokens.ts';

/**
 * Ends whatever a user made that reads on without the password: API tokens, the link to the calendar, links to vehicles and runs, and
 * notifications of browsers. Whoever had the account for an hour may have made them to stay.
 * @param exceptEndpoint the browser whose notifications stay, by its address
 */
export async function endAccess(
  db: Queryable,
  actor: Actor,
  { userId, organisationId }: { userId: number; organisationId: number },
  exceptEndpoint: string | null = null,
): Promise<void> {
  await deleteTokensOf(db, actor, userId);
  await endFeedOf(db, actor, { userId, organisationId });
  await endSharesOf(db, actor, userId);
  await endRunLinksOf(db, actor, userId);
  await endPushBrowsersOf(db, actor, { userId, organisationId }, exceptEndpoint);
}
