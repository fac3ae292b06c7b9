import { z } from 'zod';
import { Id, Version } from './common.ts';
import { faultCode } from './fault.ts';
import { ID_INPUT } from './record-calls.ts';
import { MAX_RETENTION_DAYS, MIN_RETENTION_DAYS, RETENTION_KINDS, type RetentionKind } from './retention-kinds.ts';
import { grant, operation } from './operation.ts';

const organisations = grant('organisations');

const Period = z.union([z.number().int(), z.literal('forever')]);

/** Null takes the period of the organisation above. */
const period = (kind: RetentionKind) =>
  z
    .union(
      [
        z
          .number(faultCode('enter-number'))
          .int(faultCode('enter-whole-number'))
          .min(MIN_RETENTION_DAYS[kind], faultCode('at-least'))
          .max(MAX_RETENTION_DAYS, faultCode('at-most')),
        z.literal('forever'),
      ],
      faultCode('enter-whole-number'),
    )
    .nullable();

/** The chosen period of each kind. */
export const RetentionPeriods = z.object({
  positions: period('positions'),
  facts: period('facts'),
  alarms: period('alarms'),
  pictures: period('pictures'),
  files: period('files'),
  messages: period('messages'),
  audit: period('audit'),
});
export type RetentionPeriods = z.infer<typeof RetentionPeriods>;

const Retention = z.object({
  rows: z.array(
    z.object({
      kind: z.enum(RETENTION_KINDS),
      /** The organisation's own choice; null: as above. */
      own: Period.nullable(),
      /** The choice of the nearest organisation above; null: nobody chose, so nothing is deleted. */
      above: Period.nullable(),
    }),
  ),
  /** The version of the organisation. */
  version: Version,
});
export type Retention = z.infer<typeof Retention>;

/** The number of records of one kind that retention would delete. */
export const RetentionCount = z.object({
  kind: z.enum(RETENTION_KINDS),
  /** The records that would be deleted. Null: for ever, or nobody chose. */
  count: z.number().int().nullable(),
  /** Records of the same age that a legal hold keeps. */
  held: z.number().int(),
  /** The days (UTC) of the oldest and the newest of those that would be deleted. */
  oldest: z.iso.date().nullable(),
  newest: z.iso.date().nullable(),
  /** False: counting took too long, so there are more. */
  complete: z.boolean(),
});
export type RetentionCount = z.infer<typeof RetentionCount>;

const retentionBounds = { 'rows[]': 'one for each kind of data' } as const;

/** How long an organisation keeps its data; those below it that chose nothing keep theirs as long. */
export const retentionOperations = {
  'get-retention': operation({
    summary:
      'Returns how long an organisation keeps its positions, facts, alarms, pictures, files, messages and audit log.',
    access: organisations('view'),
    limited: 'denied',
    subject: 'organisation',
    errors: [404],
    bounds: retentionBounds,
    ...ID_INPUT,
    output: Retention,
  }),
  'save-retention': operation({
    summary:
      'Sets how long an organisation, and those below it without a choice of their own, keep their data. What is older is deleted by the next daily run and cannot be restored.',
    access: organisations('delete'),
    limited: 'denied',
    subject: 'organisation',
    audit: 'organisation',
    errors: [404, 409],
    example: {
      id: 999_999,
      positions: 400,
      facts: 'forever',
      alarms: null,
      pictures: 90,
      files: null,
      messages: null,
      audit: null,
    },
    bounds: retentionBounds,
    input: RetentionPeriods.extend({ id: Id, version: Version.optional() }),
    output: Retention,
  }),
  'get-retention-preview': operation({
    summary:
      'Counts what would be deleted now in an organisation and those below it if it chose these periods: a dry run that changes nothing.',
    access: organisations('view'),
    limited: 'denied',
    weight: 'heavy',
    subject: 'organisation',
    errors: [404],
    example: {
      id: 999_999,
      positions: 400,
      facts: 'forever',
      alarms: null,
      pictures: 90,
      files: null,
      messages: null,
      audit: null,
    },
    bounds: retentionBounds,
    input: RetentionPeriods.extend({ id: Id }),
    output: z.object({
      rows: z.array(RetentionCount),
      /**
       * The day (UTC) as of which it is counted, if that is days behind the server's clock, as after the server was off: each
       * daily run advances by two days at most.
       */
      asOf: z.iso.date().optional(),
    }),
  }),
};
