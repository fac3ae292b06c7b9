import type { FastifyInstance } from 'fastify';
import { may } from '../auth/caller.ts';
import { tokenHash } from '../auth/tokens.ts';
import { toEvent } from '../calendar/calendar-events.ts';
import { writeIcal } from '../calendar/ical.ts';
import { AppError } from '../errors.ts';
import { CallBudgets, nobodyAt } from '../rpc/call-budgets.ts';
import { failureOf, toFailure } from '../rpc/failure.ts';
import { useFeed } from '../store/calendar/calendar-feeds.ts';
import { listCalendar, seenKinds, zoneOf } from '../store/calendar/calendar.ts';
import { languageOf } from '../store/people/accounts.ts';
import { findCalendarFeed } from '../store/people/callers.ts';
import { inLanguage, textFor } from '../texts/text.ts';
import { HourlyCount } from './hourly-count.ts';
import type { HttpServices } from './services.ts';

/** The days before and after today in a feed. */
const BACK_DAYS = 31;
const AHEAD_DAYS = 366;
const DAY_MS = 86_400_000;
/** Calendars fetch a few times an hour. */
const MAX_AN_HOUR = 60;

/**
 * `GET /calendar/<token>.ics`: what the owner of a link may see now, as iCalendar. Calendars can send no header, so the
 * secret is in the path. The feed contains only dates, and ends when its owner revokes it.
 */
export async function calendarFeed(app: FastifyInstance, services: HttpServices): Promise<void> {
  const { database, config, logger } = services;
  const budgets = new CallBudgets(() => Date.now(), services.proved);
  const hours = new HourlyCount(MAX_AN_HOUR);
  app.setErrorHandler((error, _request, reply) => {
    // Logged without the URL, which contains the secret.
    const failure = toFailure(error, logger, '/calendar');
    if (error instanceof AppError && error.retryAfterS !== undefined) {
      reply.header('retry-after', String(error.retryAfterS));
    }
    return reply.code(failure.status).header('cache-control', 'no-store').send(failure);
  });

  app.get<{ Params: { token: string } }>('/calendar/:token([\\w-]{20,100}).ics', async (request, reply) => {
    const { token } = request.params;
    const find = async () => (await findCalendarFeed(database, tokenHash(token)))?.caller ?? null;
    const caller = await budgets.take(nobodyAt(request.ip, null), token, find);
    if (!caller?.token || !may(caller, 'calendar', 'view')) {
      return reply
        .code(404)
        .header('cache-control', 'no-store')
        .send(failureOf(new AppError('not-found', 'no-link')));
    }
    hours.take(caller.token.id);
    const chosen = await useFeed(database, caller.token.id);
    const kinds = seenKinds((menu) => may(caller, menu, 'view')).filter((kind) => chosen.includes(kind));
    const now = new Date();
    const from = new Date(now.getTime() - BACK_DAYS * DAY_MS).toISOString().slice(0, 10);
    const { rows } = await listCalendar(database, caller.scope, { from, days: BACK_DAYS + AHEAD_DAYS, kinds });
    const language = await languageOf(database, caller.userId);
    const eventOptions = { language, host: request.hostname, publicUrl: config.publicUrl };
    const text = writeIcal({
      name: inLanguage(language, textFor('calendar-name', { organisation: caller.organisation })),
      timeZone: await zoneOf(database, caller.scope),
      now,
      events: rows.map((row) => toEvent(row, eventOptions)),
    });
    return reply
      .headers({ 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'no-store' })
      .header('content-disposition', 'inline; filename="milepost.ics"')
      .header('x-robots-tag', 'noindex')
      .send(text);
  });
}
