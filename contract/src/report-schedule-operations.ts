import { z } from 'zod';
import { Empty, Id, Instant, listInput, listOutput, searchText, Version } from './common.ts';
import { DOWNLOAD_FORMATS } from './download-operations.ts';
import { Fault, faultCode } from './fault.ts';
import { LANGUAGES } from './languages.ts';
import { TimeZone } from './profile-operations.ts';
import { REPORT_RANGES } from './report-kinds.ts';
import { ReportKind, ReportParams } from './report-operations.ts';
import { ID_INPUT } from './record-calls.ts';
import { grant, operation } from './operation.ts';
import {
  MAIL_STATES,
  MAX_ADDRESSES,
  MAX_SCHEDULE_PEOPLE,
  MAX_SCHEDULE_WEBHOOKS,
  RUN_STATES,
  SCHEDULE_EVERY,
} from './report-schedules.ts';

const Ref = z.object({ id: Id, name: z.string() });
/** A colleague; `self` is the caller. */
const Person = Ref.extend({ mail: z.enum(MAIL_STATES), self: z.boolean() });
export type SchedulePerson = z.infer<typeof Person>;
const Format = z.enum(DOWNLOAD_FORMATS);
const Clock = z
  .string()
  .max(5)
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, faultCode('not-valid'));

/** When it is sent. Weekdays count from Monday, 1; the 31st is the last day of a shorter month. */
const When = z.object({
  every: z.enum(SCHEDULE_EVERY),
  /** For `days`, counted from the day on which it was first saved. */
  everyDays: z.number().int().min(1).max(366).default(2),
  weekday: z.number().int().min(1).max(7).default(1),
  monthDay: z.number().int().min(1).max(31).default(1),
  time: Clock,
  timeZone: TimeZone,
});

/** A report that is sent by schedule, as one sentence. */
const Sentence = When.extend({
  kind: ReportKind,
  /** The parameters other than the days. */
  params: ReportParams.omit({ range: true, from: true, to: true, only: true, language: true }),
  /** The days, relative to the day on which it is due; null: the report's default range. */
  range: z.enum(REPORT_RANGES).nullable().default(null),
  /** The same days one year earlier. */
  yearBefore: z.boolean().default(false),
  /** The language of files and mails; null: that of each reader, and the owner's for external addresses. */
  language: z.enum(LANGUAGES).nullable().default(null),
  formats: z.array(Format).min(1, faultCode('choose-one')).max(DOWNLOAD_FORMATS.length),
  skipEmpty: z.boolean().default(false),
});

export const ReportSchedule = Sentence.extend({
  id: Id,
  /** The name of the report, in the caller's language. */
  title: z.string(),
  people: z.array(Person),
  addresses: z.array(z.string()),
  /** The webhooks that are notified. */
  webhooks: z.array(Ref),
  paused: z.boolean(),
  /** Why it stopped, until it is saved again. */
  stopped: Fault.nullable(),
  /**
   * Somebody else changed the shared report that it sends: it keeps sending the earlier version until the owner saves
   * the schedule.
   */
  held: z.object({ by: z.string().nullable(), at: Instant }).nullable(),
  nextAt: Instant.nullable(),
  /** The person whose rights determine the content. */
  owner: z.string(),
  /** True if the caller is the owner: nobody else can change the content. */
  own: z.boolean(),
  last: z.object({ at: Instant, state: z.enum(RUN_STATES) }).nullable(),
  version: Version,
});
export type ReportSchedule = z.infer<typeof ReportSchedule>;

const ScheduleRun = z.object({
  id: Id,
  dueAt: Instant,
  /** Null while it is in progress. */
  endedAt: Instant.nullable(),
  /** Requested by its owner, the only recipient. */
  toOwner: z.boolean(),
  state: z.enum(RUN_STATES),
  fault: Fault.nullable(),
  /** The recipients, and the state of each mail. */
  mails: z.array(
    z.object({
      id: Id,
      to: z.string(),
      state: z.enum(['held', 'waiting', 'sent', 'failed']),
      fault: Fault.nullable(),
    }),
  ),
  /** The notified webhooks, and the state of each delivery. */
  deliveries: z.array(
    z.object({
      id: Id,
      to: z.string(),
      state: z.enum(['waiting', 'delivered', 'failed']),
      fault: Fault.nullable(),
    }),
  ),
  /** The recipients that did not receive it, and the files that were not created. */
  leftOut: z.array(z.object({ to: z.string(), fault: Fault })),
});
export type ScheduleRun = z.infer<typeof ScheduleRun>;

const reports = grant('reports');
/** This sends mails: a read-only script must not do so. */
const own = { ...reports('view'), person: true } as const;
const one = z.object({ id: Id });
const answer = z.object({ schedule: ReportSchedule });

/** Everybody has schedules of their own; people who manage users can also see, pause and delete those of others. */
export const reportScheduleOperations = {
  'get-report-schedule-list': operation({
    summary: 'Lists scheduled reports, a page at a time.',
    access: reports('view'),
    limited: 'allowed',
    input: listInput(['nextAt', 'owner']),
    output: listOutput(ReportSchedule),
  }),
  'get-report-schedule': operation({
    summary: 'Returns one scheduled report.',
    access: reports('view'),
    limited: 'allowed',
    subject: 'schedule',
    errors: [404],
    ...ID_INPUT,
    output: answer,
  }),
  'get-report-schedule-runs': operation({
    summary: 'Lists the newest runs of a scheduled report.',
    access: reports('view'),
    limited: 'allowed',
    subject: 'schedule',
    errors: [404],
    ...ID_INPUT,
    output: listOutput(ScheduleRun),
  }),
  'save-report-schedule': operation({
    summary: "Creates a scheduled report or changes one of the caller's own, and resumes it where it had stopped.",
    access: own,
    limited: 'allowed',
    bodyBytes: 98_304,
    subject: 'schedule',
    audit: 'report-schedule',
    errors: [404, 409],
    oneRight: 'everybody has scheduled reports of their own',
    example: {
      kind: 'trips',
      params: {},
      formats: ['csv'],
      every: 'week',
      time: '07:00',
      timeZone: 'UTC',
      addresses: ['boss@example.org'],
    },
    input: Sentence.extend({
      id: Id.optional(),
      peopleIds: z.array(Id).max(MAX_SCHEDULE_PEOPLE, faultCode('choose-at-most')).default([]),
      addresses: z
        .array(z.email(faultCode('enter-email')).max(200, faultCode('at-most-characters')))
        .max(MAX_ADDRESSES, faultCode('at-most-entries'))
        .default([]),
      webhookIds: z.array(Id).max(MAX_SCHEDULE_WEBHOOKS, faultCode('at-most-entries')).default([]),
      version: Version.optional(),
    }),
    output: answer,
  }),
  'pause-report-schedule': operation({
    summary: 'Pauses or resumes a scheduled report.',
    access: own,
    limited: 'allowed',
    subject: 'schedule',
    audit: 'report-schedule',
    errors: [404],
    unversioned: 'sets one field to the value that the person chose',
    example: { id: 999_999, paused: true },
    input: one.extend({ paused: z.boolean() }),
    output: answer,
  }),
  'delete-report-schedule': operation({
    summary: 'Deletes a scheduled report; `restore-report-schedule` undoes it.',
    access: own,
    limited: 'allowed',
    subject: 'schedule',
    audit: 'report-schedule',
    errors: [404],
    unversioned: 'deletes the whole record, whoever changed it last',
    ...ID_INPUT,
    output: Empty,
  }),
  'restore-report-schedule': operation({
    summary: 'Restores a deleted scheduled report. It continues with the next run; missed runs are not sent later.',
    access: own,
    limited: 'allowed',
    subject: 'schedule',
    audit: 'report-schedule',
    errors: [404, 409],
    unversioned: 'restores the record as it was deleted',
    ...ID_INPUT,
    output: answer,
  }),
  'send-report-schedule': operation({
    summary: 'Sends a scheduled report to its owner alone, who is the caller, as of now.',
    access: own,
    limited: 'allowed',
    subject: 'schedule',
    errors: [404, 409],
    unversioned: 'acts once and overwrites nothing',
    ...ID_INPUT,
    output: Empty,
  }),
  'get-report-schedule-people': operation({
    summary: 'Returns colleagues to whom reports can be sent, the first by name.',
    access: own,
    limited: 'allowed',
    input: z.object({ search: searchText(100) }),
    output: listOutput(Person),
  }),
};
