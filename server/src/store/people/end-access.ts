import type { Actor } from '../audit/audit.ts';
import { endFeedOf } from '../calendar/calendar-feeds.ts';
import type { Queryable } from '../database.ts';
import { endPushBrowsersOf } from '../push/push-browsers.ts';
import { endRunLinksOf } from '../run-links/run-links.ts';
import { endSharesOf } from '../shares/shares.ts';
import { deleteTokensOf } from './api-tokens.ts';

/**
 * Revokes everything that a user created and that works without the password: API tokens, the calendar link, links to
 * vehicles and runs, and browser notifications. An intruder who had the account for an hour may have created them.
 * @param exceptEndpoint the push endpoint of the browser whose notifications stay
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
