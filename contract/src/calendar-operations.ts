import { z } from 'zod';
import { CALENDAR_KINDS } from './calendar-kinds.ts';
import { Empty, Id, Instant } from './common.ts';
import { faultCode } from './fault.ts';
import { grant, operation } from './operation.ts';

const Kind = z.enum(CALENDAR_KINDS);

/** An entry of a day of the calendar. */
export const CalendarEntry = z.object({
  kind: Kind,
  /**
   * The id of the task, document, assignment, service, work order or recurring expense; a recurring expense appears on
   * each day on which it is due.
   */
  id: Id,
  /** A day of the caller's organisation if the entry has a time; otherwise a day of the organisation that owns it. */
  day: z.iso.date(),
  /**
   * The time range of an assignment or of a work order out of service. Null `from`: the whole day; null `to`: no end.
   */
  from: Instant.nullable(),
  to: Instant.nullable(),
  /**
   * The title of a task or work order, the code of the kind of a document or expense, the name of the driver, or the
   * service task.
   */
  about: z.string(),
  /** The assignee, the holder of the document or expense, or the registration; empty if there is none. */
  of: z.string(),
  vehicleId: Id.nullable(),
  /** A task or work order is done. */
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

export const calendarOperations = {
  'get-calendar': operation({
    summary:
      'Returns the calendar entries of some days, of the kinds whose menu the caller may view: the first of each day.',
    access: calendar('view'),
    limited: 'allowed',
    example: { from: '2026-01-01', days: 31 },
    bounds: {
      'rows[]': 'MAX_ENTRIES_PER_DAY of the contract for each day of the input',
      'days[]': 'the days of the input',
      'kinds[]': 'kinds that the code knows',
    },
    input: z.object({
      from: FirstDay,
      days: z.number().int().min(1).max(62),
      /** Left out: all kinds. */
      kinds: kinds.optional(),
    }),
    output: z.object({
      rows: z.array(CalendarEntry),
      /** The number of entries of each day that has any. */
      days: z.array(z.object({ day: z.iso.date(), total: z.number().int() })),
      /** The kinds that the caller can view. */
      kinds: z.array(Kind),
      timeZone: z.string(),
    }),
  }),
  'get-calendar-feed': operation({
    summary:
      "Returns the caller's calendar link; null where there is none. The address itself is shown only once, when it is created.",
    access: { ...calendar('view'), person: true },
    limited: 'allowed',
    input: Empty,
    output: z.object({ feed: CalendarFeed.nullable() }),
  }),
  'make-calendar-feed': operation({
    summary: 'Creates a calendar link for `GET /calendar/<token>.ics` and replaces the former one.',
    access: { ...calendar('view'), person: true },
    limited: 'allowed',
    audit: 'user',
    errors: [409],
    unversioned: "belongs to the caller's own account, which one person changes",
    example: { kinds: ['task'] },
    input: z.object({ kinds: kinds.min(1, faultCode('choose-one')) }),
    output: z.object({ feed: CalendarFeed, token: z.string() }),
  }),
  'end-calendar-feed': operation({
    summary: "Revokes the caller's calendar link.",
    access: { ...calendar('view'), person: true },
    limited: 'allowed',
    audit: 'user',
    unversioned: 'ends the whole record',
    input: Empty,
    output: Empty,
  }),
};
