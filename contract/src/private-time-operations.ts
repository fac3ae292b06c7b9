import { z } from 'zod';
import { ChosenInstant, Empty, Id, Instant, listOutput, text, Version } from './common.ts';
import { faultCode } from './fault.ts';
import { grant, operation } from './operation.ts';
import { ID_INPUT } from './record-calls.ts';
import { WeeklyHours } from './weekly-hours.ts';

const access = grant('private-trips');

const ButtonValue = z.union([z.boolean(), z.number(), text(60)]);

/** When vehicles are used privately: outside of working hours, or while a button of the device reports a value. */
export const PrivateRule = z.object({
  id: Id,
  organisationId: Id,
  organisationName: z.string(),
  /** Null: for all vehicles of the organisation without a rule of their own. */
  vehicleId: Id.nullable(),
  registration: z.string().nullable(),
  /** Time outside of these hours is private; null: no hours. */
  workingHours: WeeklyHours.nullable(),
  /** The zone of the hours: that of the organisation when the rule was saved last. */
  timeZone: z.string(),
  /** An attribute that the device reports, and its value in private time; null: no button. */
  button: z.object({ attribute: z.string(), value: ButtonValue }).nullable(),
  /** Whether drivers may mark their own trips as private. */
  driversMark: z.boolean(),
  version: Version,
});
export type PrivateRule = z.infer<typeof PrivateRule>;

export const PrivateRuleInput = z
  .object({
    id: Id.optional(),
    /** The organisation that owns it; left out: the caller's own, or that of the vehicle. It cannot be changed later. */
    organisationId: Id.optional(),
    /** Left out: all vehicles of the organisation without a rule of their own. It cannot be changed later. */
    vehicleId: Id.nullish().transform((id) => id ?? null),
    workingHours: WeeklyHours.nullish().transform((hours) => hours ?? null),
    button: z
      .object({ attribute: text(60), value: ButtonValue })
      .nullish()
      .transform((button) => button ?? null),
    /** Whether drivers may mark their own trips as private. */
    driversMark: z.boolean().default(false),
    version: Version.optional(),
  })
  .refine(({ workingHours, button, driversMark }) => workingHours !== null || button !== null || driversMark, {
    error: faultCode('private-rule-empty'),
    path: ['workingHours'],
  });

/** A time of a vehicle that a person marked as private, or as work. */
export const PrivateMark = z.object({
  id: Id,
  vehicleId: Id,
  registration: z.string(),
  from: Instant,
  /** Exclusive; null until the driver, the office or the next trip ends it. */
  to: Instant.nullable(),
  isPrivate: z.boolean(),
  markedAt: Instant,
  /** The user name; null if the account was deleted. */
  markedBy: z.string().nullable(),
  /** The driver who marked an own trip or the present time; null if the office did. */
  driverName: z.string().nullable(),
});
export type PrivateMark = z.infer<typeof PrivateMark>;

/** The longest time that one mark covers, and one track of private time. */
export const MAX_PRIVATE_DAYS = 31;
const DAY_MS = 86_400_000;

const fitsIn = ({ from, to }: { from: string; to: string }) =>
  Date.parse(to) - Date.parse(from) <= MAX_PRIVATE_DAYS * DAY_MS;
const isAfter = ({ from, to }: { from: string; to: string }) => Date.parse(to) > Date.parse(from);
const OFFICE = [{ fromMin: 480, toMin: 1020 }];
const RANGE = { vehicleId: 999_999, from: '2026-01-02T18:00:00Z', to: '2026-01-02T20:00:00Z' };

export const privateTimeOperations = {
  'get-private-rule-list': operation({
    summary: 'Lists the rules about when vehicles are used privately.',
    access: access('view'),
    limited: 'denied',
    bounds: { 'rows[]': 10000 },
    input: Empty,
    output: listOutput(PrivateRule),
  }),
  'save-private-rule': operation({
    summary:
      'Adds or changes a rule about private time, for one vehicle or for all of an organisation. It applies to reports that arrive from now on.',
    access: access('save'),
    limited: 'denied',
    subject: 'privateRule',
    audit: 'private-rule',
    errors: [404, 409],
    example: { workingHours: [OFFICE, OFFICE, OFFICE, OFFICE, OFFICE, [], []] },
    input: PrivateRuleInput,
    output: z.object({ rule: PrivateRule }),
  }),
  'delete-private-rule': operation({
    summary: 'Deletes a rule about private time. What was private by it remains so.',
    access: access('delete'),
    limited: 'denied',
    subject: 'privateRule',
    audit: 'private-rule',
    errors: [404],
    unversioned: 'deletes the whole record, whoever changed it last',
    ...ID_INPUT,
    output: Empty,
  }),
  'get-private-mark-list': operation({
    summary: 'Lists the times of vehicles that people marked as private or as work, newest first.',
    access: access('view'),
    limited: 'denied',
    bounds: { 'rows[]': 10000 },
    input: Empty,
    output: listOutput(PrivateMark),
  }),
  'mark-private-time': operation({
    summary:
      'Marks a past time of a vehicle as private or as work, whatever its rule says: its positions are sealed or opened, and its trips are computed anew.',
    access: access('create'),
    limited: 'denied',
    audit: 'private-mark',
    errors: [404, 409],
    unversioned: 'creates a record of its own',
    example: { ...RANGE, isPrivate: true },
    input: z
      .object({ vehicleId: Id, from: ChosenInstant, to: ChosenInstant, isPrivate: z.boolean() })
      .refine(isAfter, { error: faultCode('end-after-begin'), path: ['to'] })
      .refine(fitsIn, { error: faultCode('private-mark-long'), path: ['to'] }),
    output: z.object({ mark: PrivateMark }),
  }),
  'end-private-mark': operation({
    summary: 'Ends private time that a driver has begun and not ended. What was reported until now remains private.',
    access: access('create'),
    limited: 'denied',
    subject: 'privateMark',
    audit: 'private-mark',
    errors: [404, 409],
    unversioned: 'ends the private time as it is',
    ...ID_INPUT,
    output: z.object({ mark: PrivateMark }),
  }),
  'get-private-track': operation({
    summary: 'Returns where a vehicle was in private time. Each call is in the audit log.',
    access: access('view'),
    limited: 'denied',
    audit: 'vehicle',
    errors: [404],
    example: RANGE,
    bounds: { 'rows[]': 10000 },
    input: z
      .object({ vehicleId: Id, from: Instant, to: Instant })
      .refine(isAfter, { error: faultCode('end-after-begin'), path: ['to'] })
      .refine(fitsIn, { error: faultCode('private-mark-long'), path: ['to'] }),
    output: listOutput(z.object({ time: Instant, lat: z.number(), lon: z.number() })),
  }),
};
