import { may } from '../../auth/caller.ts';
import { newToken, tokenHash } from '../../auth/tokens.ts';
import { endFeed, makeFeed, readFeed } from '../../store/calendar/calendar-feeds.ts';
import { listCalendar, seenKinds, zoneOf } from '../../store/calendar/calendar.ts';
import type { Handlers } from '../handler.ts';
import { requireLinkBase } from '../mail-settings.ts';

export const calendarHandlers = {
  'get-calendar': async ({ from, days, kinds: wanted }, { services: { database }, caller }) => {
    const kinds = seenKinds((menu) => may(caller, menu, 'view'));
    const shown = kinds.filter((kind) => wanted?.includes(kind) ?? true);
    const found = await listCalendar(database, caller.scope, { from, days, kinds: shown });
    return { ...found, kinds, timeZone: await zoneOf(database, caller.scope) };
  },

  'get-calendar-feed': async (_input, { services, caller }) => ({
    feed: await readFeed(services.database, caller.userId),
  }),

  'make-calendar-feed': async ({ kinds }, context) => {
    const { caller, actor } = context;
    const { database } = context.services;
    requireLinkBase(context);
    const token = newToken();
    await makeFeed(database, caller, actor, { tokenHash: tokenHash(token), kinds });
    const feed = await readFeed(database, caller.userId);
    if (feed === null) throw new Error('The link was revoked as soon as it was created');
    return { feed, token };
  },

  'end-calendar-feed': async (_input, { services, caller, actor }) => {
    await endFeed(services.database, caller, actor);
    return {};
  },
} satisfies Partial<Handlers>;
