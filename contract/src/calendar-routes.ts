import { z } from 'zod';
import { CALENDAR_KINDS } from './calendar-kinds.ts';
import { Empty, Id, Instant } from './common.ts';
import { faultCode } from './fault.ts';
import { grant, route } from './route.ts';

const Kind = z.enum(CALENDAR_KINDS);

/** What stands at a day of the calendar. */
export const CalendarEntry = z.object({
  kind: Kind,
  /** Of the task, document, assignment, service, work order or recurring expense; the last at each day that it is due. */
  id: Id,
  /** Of the caller's organisation where the entry has a time; else of the organisation that it belongs to. */
  day: z.iso.date(),
  /** From when to when, of an assignment or a work order out of service; null: the whole day, and without an end. */
  from: Instant.nullable(),
  to: Instant.nullable(),
  /** Title of a task or work order, code of the kind of document or expense, name of the driver, what is serviced. */
  about: z.string(),
  /** Whom it is given to, what the document or expense is of, the registration; empty where there is none. */
  of: z.string(),
  vehicleId: Id.nullable(),
  /** A task or work order that is done. */
  done: z.boolean(),
});
export type CalendarEntry = z.infer<typeof CalendarEntry>;

const CalendarFeed = z.object({ kinds: z.array(Kind), createdAt: Instant, lastUsedAt: Instant.nullable() });
export type CalendarFeed = z.infer<typeof CalendarFeed>;

const FirstDay = z.iso
  .date(faultCode('choose-day'))
  .refine((day) => day >= '1900-01-01', faultCode('choose-later-day'))
  .refine((day) => day <= '2999-12-31', faultCode('choose-earlier-day'));
const kinds = z.array(Kind).max(CALENDAR_KINDS.length);

const calendar = grant('calendar');

export const calendarRoutes = {
  /** What stands at the days from one on, of the kinds whose menu the caller may view: the first of each day. */
  'get-calendar': route({
    access: calendar('view'),
    limited: 'allowed',
    example: { from: '2026-01-01', days: 31 },
    bounds: {
      'rows[]': 'MOST_OF_DAY of the contract for each day of the input',
      'days[]': 'the days of the input',
      'kinds[]': 'kinds that the code knows',
    },
    input: z.object({
      from: FirstDay,
      days: z.number().int().min(1).max(62),
      /** Left out: all. */
      kinds: kinds.optional(),
    }),
    output: z.object({
      rows: z.array(CalendarEntry),
      /** How many there are at each day that has any. */
      days: z.array(z.object({ day: z.iso.date(), total: z.number().int() })),
      /** Kinds that the caller may view. */
      kinds: z.array(Kind),
      timeZone: z.string(),
    }),
  }),
  /** The caller's link for other calendars; null: there is none. The link itself is shown only when it is made. */
  'get-calendar-feed': route({
    access: { ...calendar('view'), person: true },
    limited: 'allowed',
    input: Empty,
    output: z.object({ feed: CalendarFeed.nullable() }),
  }),
  /** Makes it, in place of the one before: `GET /calendar/<token>.ics`. */
  'make-calendar-feed': route({
    access: { ...calendar('view'), person: true },
    limited: 'allowed',
    example: { kinds: ['task'] },
    input: z.object({ kinds: kinds.min(1, faultCode('choose-one')) }),
    output: z.object({ feed: CalendarFeed, token: z.string() }),
  }),
  'end-calendar-feed': route({
    access: { ...calendar('view'), person: true },
    limited: 'allowed',
    input: Empty,
    output: Empty,
  }),
};
