import { z } from 'zod';
import {
  ChosenInstant,
  Empty,
  Id,
  Instant,
  listInput,
  listOutput,
  optionalDay,
  optionalText,
  text,
  Version,
} from './common.ts';
import { DOWNLOAD_BOUNDS, DownloadAnswer } from './download-operations.ts';
import { OwnFilter, OwnValue, OwnValues } from './own-field-operations.ts';
import { TripRow } from './timeline-operations.ts';
import { ID_INPUT, recordCalls } from './record-calls.ts';
import { grant, operation } from './operation.ts';
import { DriverSource } from './who-drove.ts';

export const TAG_KINDS = ['ibutton', 'rfid', 'bluetooth'] as const;
export const TagKind = z.enum(TAG_KINDS);
export type TagKind = z.infer<typeof TagKind>;

const Day = z.iso.date();

export const DriverTag = z.object({
  kind: TagKind,
  /** In capitals, without separators and leading zeros, which is how it is compared with reported tags. */
  tag: z.string(),
  /** Null: no start, or no end. */
  from: Instant.nullable(),
  to: Instant.nullable(),
});
export type DriverTag = z.infer<typeof DriverTag>;

const GroupRef = z.object({ id: Id, name: z.string() });

export const Driver = z.object({
  id: Id,
  name: z.string(),
  number: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  licenceNumber: z.string().nullable(),
  licenceClasses: z.array(z.string()),
  licenceExpiresOn: Day.nullable(),
  /** The document that provides the number and last day of the licence; null if the driver's own fields do. */
  licenceDocumentId: Id.nullable(),
  groups: z.array(GroupRef),
  hiredOn: Day.nullable(),
  leftOn: Day.nullable(),
  emergencyName: z.string().nullable(),
  emergencyPhone: z.string().nullable(),
  note: z.string().nullable(),
  /** The driver's user account. */
  userId: Id.nullable(),
  userName: z.string().nullable(),
  tags: z.array(DriverTag),
  /** The vehicle that the driver drives now, if the caller can see it. */
  vehicle: z.object({ id: Id, registration: z.string(), source: DriverSource }).nullable(),
  version: Version,
  /** The values of the organisation's custom fields. */
  own: z.array(OwnValue),
});
export type Driver = z.infer<typeof Driver>;

const optionalId = Id.nullish().transform((id) => id ?? null);
const optionalInstant = ChosenInstant.nullish().transform((at) => at ?? null);

export const DriverInput = z.object({
  id: Id.optional(),
  name: text(80),
  number: optionalText(30),
  phone: optionalText(30),
  email: z
    .union([z.literal(''), z.email('enter-email').max(200)])
    .nullish()
    .transform((email) => (email ? email : null)),
  licenceNumber: optionalText(40),
  licenceClasses: z.array(text(10)).max(20).default([]),
  licenceExpiresOn: optionalDay,
  groupIds: z.array(Id).max(50).default([]),
  hiredOn: optionalDay,
  leftOn: optionalDay,
  emergencyName: optionalText(80),
  emergencyPhone: optionalText(30),
  note: optionalText(500),
  userId: optionalId,
  /**
   * Left out: unchanged. A removed tag counts as never having been the driver's; a tag that was handed over needs an
   * end.
   */
  tags: z
    .array(z.object({ kind: TagKind, tag: text(64), from: optionalInstant, to: optionalInstant }))
    .max(20)
    .optional(),
  version: Version.optional(),
  own: OwnValues,
});

export const LICENCE_STATES = ['expired', 'soon', 'missing'] as const;
export const DRIVER_STATES = ['present', 'left', 'all'] as const;

/**
 * A day of a driver, in the time zone of the caller's organisation; a trip counts on the day on which it began, by the
 * driver's share.
 */
export const DriverDay = z.object({
  day: Day,
  trips: z.number().int(),
  distanceM: z.number(),
  durationS: z.number(),
  idleS: z.number(),
  maxKph: z.number(),
  overspeeds: z.number().int(),
  vehicles: z.array(z.string()),
});
export type DriverDay = z.infer<typeof DriverDay>;

const drivers = grant('drivers');

const Count = z.number().int();
/** The duties of a driver that are handed over at dismissal. */
export const DriverDuties = z.object({
  /** Vehicles whose usual driver this is. */
  vehicles: Count,
  /** Manual assignments from now on. */
  assignments: Count,
  plans: Count,
  /** Runs that have not begun. */
  runs: Count,
  /** Open tasks of the account. */
  tasks: Count,
  /** Scheduled reports of the account. */
  schedules: Count,
  /** The driver's account; null if the driver has none that can sign in. */
  account: z.string().nullable(),
});
export type DriverDuties = z.infer<typeof DriverDuties>;

/** What an erasure removes, and what stays without the name. */
export const DriverErasure = z.object({
  tags: Count,
  assignments: Count,
  documents: Count,
  files: Count,
  /** Messages to the driver with their answers. */
  messages: Count,
  /** These stay without the name. */
  expenses: Count,
  runs: Count,
  inspections: Count,
  /** The user name of the driver's account, which stays; null if there is none. */
  account: z.string().nullable(),
  /** False: the driver has to be dismissed first. */
  dismissed: z.boolean(),
  /** True: a legal hold covers a vehicle that the driver drove, so nothing can be erased. */
  held: z.boolean(),
});
export type DriverErasure = z.infer<typeof DriverErasure>;

const driverCalls = recordCalls({
  view: drivers('view'),
  remove: drivers('delete'),
  limited: { view: 'allowed', remove: 'denied' },
  subject: 'driver',
  audit: 'driver',
  bounds: { 'driver.own[]': 'MAX_OWN_FIELDS of the contract' },
  output: z.object({ driver: Driver }),
});

export const driverOperations = {
  'get-driver-list': operation({
    summary: 'Lists drivers, a page at a time.',
    access: drivers('view'),
    limited: 'allowed',
    bounds: { 'rows[].own[]': 'MAX_OWN_FIELDS of the contract' },
    input: listInput(['name', 'number', 'licenceExpiresOn', 'hiredOn']).extend({
      groupId: Id.optional(),
      state: z.enum(DRIVER_STATES).default('present'),
      /**
       * `soon`: within `LICENCE_SOON_DAYS`; `missing`: no date is known. Days are those of the driver's organisation.
       */
      licence: z.enum(LICENCE_STATES).optional(),
      own: OwnFilter,
    }),
    output: listOutput(Driver),
  }),
  'get-driver-by-id': driverCalls.byId('Returns one driver.'),
  'save-driver': operation({
    summary: 'Creates or changes a driver.',
    access: drivers('save'),
    limited: 'denied',
    subject: 'driver',
    audit: 'driver',
    errors: [404, 409],
    example: { name: 'Ana' },
    bounds: { 'driver.own[]': 'MAX_OWN_FIELDS of the contract' },
    input: DriverInput,
    output: z.object({ driver: Driver }),
  }),
  'get-driver-duties': operation({
    summary:
      "Returns what a dismissal hands over and which parts of it the caller's role allows; the rest stays as it is.",
    access: drivers('view'),
    limited: 'denied',
    subject: 'driver',
    errors: [404],
    ...ID_INPUT,
    output: z.object({
      duties: DriverDuties,
      may: z.object({
        vehicles: z.boolean(),
        routes: z.boolean(),
        tasks: z.boolean(),
        schedules: z.boolean(),
        account: z.boolean(),
      }),
    }),
  }),
  'dismiss-driver': operation({
    summary:
      'Ends the employment of a driver in one act: sets the last day, ends tags, and hands vehicles, assignments, plans, runs and tasks over to a successor or to nobody. Scheduled reports, and tasks whose successor has no account, go to the caller.',
    access: drivers('edit'),
    limited: 'denied',
    subject: 'driver',
    audit: ['driver', 'task', 'report-schedule', 'route-plan', 'route-run', 'vehicle', 'assignment', 'user'],
    errors: [404, 409],
    unversioned: 'hands over what there is at that moment',
    example: { id: 999_999, lastDay: '2026-01-31' },
    bounds: { 'driver.own[]': 'MAX_OWN_FIELDS of the contract' },
    input: z.object({
      id: Id,
      /** Today or earlier. */
      lastDay: Day,
      successorId: Id.nullish().transform((id) => id ?? null),
      disableAccount: z.boolean().default(false),
    }),
    output: z.object({ driver: Driver }),
  }),
  'delete-driver': driverCalls.deleted(
    'Deletes a driver and ends tags and assignments; past trips keep their driver. `restore-driver` undoes it.',
  ),
  'restore-driver': operation({
    summary: 'Restores a deleted driver, without tags and vehicles that somebody else has meanwhile.',
    access: drivers('delete'),
    limited: 'denied',
    subject: 'driver',
    audit: 'driver',
    errors: [404, 409],
    unversioned: 'restores the record as it was deleted',
    ...ID_INPUT,
    output: Empty,
  }),
  'get-driver-erasure': operation({
    summary: 'Returns what an erasure of a driver would remove and what would stay without the name.',
    access: drivers('view'),
    limited: 'denied',
    subject: 'driver',
    errors: [404],
    ...ID_INPUT,
    output: DriverErasure,
  }),
  'export-driver-data': operation({
    summary:
      'Exports everything that is held on a driver as one ZIP with an index, tables as JSON and CSV, and files. A longer one is written as a job in the list of downloads.',
    access: { ...drivers('delete'), person: true },
    limited: 'denied',
    subject: 'driver',
    audit: 'driver',
    weight: 'heavyToEnd',
    queue: 'reports',
    errors: [404, 409],
    unversioned: 'creates a new record',
    bounds: DOWNLOAD_BOUNDS,
    ...ID_INPUT,
    output: DownloadAnswer,
  }),
  'erase-driver': operation({
    summary:
      'Erases the personal data of a driver who was dismissed or deleted: name, contact, licence, pictures, papers, tags, assignments and messages, and with them the score. Bills, runs and inspections stay without the name. It cannot be undone.',
    access: drivers('delete'),
    limited: 'denied',
    subject: 'driver',
    audit: 'driver',
    errors: [404, 409],
    unversioned: 'erases the whole record, whoever changed it last',
    ...ID_INPUT,
    output: Empty,
  }),
  'get-driver-days': operation({
    summary: 'Returns the last days on which a driver drove, the newest first.',
    access: drivers('view'),
    limited: 'allowed',
    errors: [404],
    example: { driverId: 999_999 },
    bounds: { 'days[]': 'the days of the input', 'days[].vehicles[]': 'those that one person drove on a day' },
    input: z.object({ driverId: Id, days: z.number().int().min(1).max(92).default(31) }),
    output: z.object({ days: z.array(DriverDay), timeZone: z.string(), today: Day }),
  }),
  'get-driver-trips': operation({
    summary:
      'Lists trips that started in a range of at most 92 days and of which a driver drove a part, the newest first.',
    access: { menu: 'history', action: 'view' },
    limited: 'allowed',
    weight: 'heavy',
    errors: [404],
    example: { driverId: 999_999, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    input: z.object({
      driverId: Id,
      from: Instant,
      to: Instant,
      page: z.number().int().min(1).max(1_000_000).default(1),
      pageSize: z.number().int().min(1).max(500).default(50),
    }),
    output: listOutput(TripRow),
  }),
  'get-unknown-tags': operation({
    summary:
      'Lists tags that devices reported in the last 30 days and no driver has, the newest first, with the vehicle that reported each last.',
    access: drivers('view'),
    limited: 'allowed',
    bounds: { 'rows[]': 100 },
    input: Empty,
    output: listOutput(
      z.object({ tag: z.string(), vehicleId: Id, registration: z.string(), firstAt: Instant, lastAt: Instant }),
    ),
  }),
  'get-driver-form-choices': operation({
    summary: 'Returns the groups and users for the form of a driver.',
    access: drivers('view'),
    limited: 'denied',
    subject: 'driver',
    errors: [404],
    bounds: { 'groups[]': 10000, 'users[]': 10000 },
    input: z.object({ id: Id.optional() }),
    output: z.object({
      groups: z.array(GroupRef),
      groupsTotal: z.number().int(),
      users: z.array(GroupRef),
      usersTotal: z.number().int(),
    }),
  }),
};
