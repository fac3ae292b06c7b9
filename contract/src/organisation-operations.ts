import { z } from 'zod';
import { faultCode } from './fault.ts';
import { Empty, Id, listOutput, text, Version } from './common.ts';
import { IpNetworks } from './ip-network.ts';
import { Currency } from './amount.ts';
import { TimeZone } from './profile-operations.ts';
import { ID_INPUT } from './record-calls.ts';
import { grant, operation } from './operation.ts';
import { RECOMPUTE_PACES } from './recompute-pace.ts';

const organisations = grant('organisations');

export const Organisation = z.object({
  id: Id,
  parentId: Id.nullable(),
  name: z.string(),
  users: z.number().int(),
  vehicles: z.number().int(),
  /** True for the caller's own organisation, whose parent the caller cannot change. */
  own: z.boolean(),
  /** The version of the organisation with its settings. */
  version: Version,
});
export type Organisation = z.infer<typeof Organisation>;

/** The tracking thresholds that an organisation can set, each with its unit and its range. */
export const THRESHOLDS = {
  movingKph: { unit: 'kph', min: 1, max: 30 },
  stopS: { unit: 's', min: 60, max: 3600 },
  tripMinM: { unit: 'm', min: 0, max: 5000 },
  tripMinS: { unit: 's', min: 0, max: 1800 },
  idleS: { unit: 's', min: 30, max: 3600 },
  idleEndsTripS: { unit: 's', min: 60, max: 7200 },
  towMinM: { unit: 'm', min: 100, max: 50_000 },
  holeS: { unit: 's', min: 60, max: 3600 },
  visitFixes: { unit: 'fixes', min: 1, max: 10 },
  visitS: { unit: 's', min: 0, max: 600 },
  speedLimitKph: { unit: 'kph', min: 10, max: 250 },
} as const;
export type Threshold = keyof typeof THRESHOLDS;

/** Null is the default. */
const within = (name: Threshold) => {
  const { min, max } = THRESHOLDS[name];
  return z
    .number(faultCode('enter-number'))
    .int(faultCode('enter-whole-number'))
    .min(min, faultCode('at-least'))
    .max(max, faultCode('at-most'))
    .nullish()
    .transform((value) => value ?? null);
};

const Thresholds = z.object({
  movingKph: within('movingKph'),
  stopS: within('stopS'),
  tripMinM: within('tripMinM'),
  tripMinS: within('tripMinS'),
  idleS: within('idleS'),
  idleEndsTripS: within('idleEndsTripS'),
  towMinM: within('towMinM'),
  holeS: within('holeS'),
  visitFixes: within('visitFixes'),
  visitS: within('visitS'),
  speedLimitKph: within('speedLimitKph'),
});

const isThreshold = (name: string): name is Threshold => Object.hasOwn(THRESHOLDS, name);
const Shown = z.record(z.enum(Object.keys(THRESHOLDS).filter(isThreshold)), z.number().nullable());

export const OrganisationSettings = z.object({
  timeZone: z.string(),
  /** The currency of amounts (ISO 4217). */
  currency: z.string(),
  /** The only networks from which devices without a list of their own can report; empty: any. */
  deviceNetworks: z.array(z.string()),
  /** Whether everybody in the organisation, and in those below it, needs a second factor. */
  requireSecondFactor: z.boolean(),
  /** Whether an organisation above already requires it. */
  secondFactorFromAbove: z.boolean(),
  /** The organisation's values; null: the default. */
  thresholds: Shown,
  /** The defaults; null: no limit. */
  defaults: Shown,
  /** The version of the organisation. */
  version: Version,
});
export type OrganisationSettings = z.infer<typeof OrganisationSettings>;

/** The tree of organisations, and the settings by which the days and facts of each are computed. */
/** What the operator chose for the past that an earlier version computed. */
const RecomputeChoice = { paused: z.boolean(), pace: z.enum(RECOMPUTE_PACES, faultCode('choose-offered')) };

export const organisationOperations = {
  'get-organisation-list': operation({
    summary: "Lists the caller's organisation and those below it.",
    access: organisations('view'),
    limited: 'allowed',
    bounds: { 'rows[]': 10000 },
    input: Empty,
    output: listOutput(Organisation),
  }),
  'save-organisation': operation({
    summary: 'Creates or changes an organisation, or moves it below another one.',
    access: organisations('save'),
    limited: 'denied',
    subject: 'organisation',
    audit: ['organisation', 'role'],
    errors: [404, 409],
    example: { name: 'West', parentId: 999_999 },
    input: z.object({ id: Id.optional(), name: text(100), parentId: Id.nullable(), version: Version.optional() }),
    output: z.object({ organisation: Organisation }),
  }),
  'delete-organisation': operation({
    summary: 'Deletes an organisation that has no users, vehicles, devices, roles of its own or organisations below.',
    access: organisations('delete'),
    limited: 'denied',
    subject: 'organisation',
    audit: 'organisation',
    errors: [404, 409],
    unversioned: 'deletes the whole record, whoever changed it last',
    ...ID_INPUT,
    output: Empty,
  }),
  'get-organisation-settings': operation({
    summary: 'Returns the settings of an organisation.',
    access: organisations('view'),
    limited: 'allowed',
    subject: 'organisation',
    errors: [404],
    bounds: { 'deviceNetworks[]': 'fifty, by the input' },
    ...ID_INPUT,
    output: OrganisationSettings,
  }),
  'save-organisation-settings': operation({
    summary: 'Changes the settings of an organisation from now on; stored facts of the past stay.',
    access: organisations('edit'),
    limited: 'denied',
    subject: 'organisation',
    audit: 'organisation',
    errors: [404, 409],
    example: { id: 999_999, timeZone: 'UTC' },
    bounds: { 'deviceNetworks[]': 'fifty, by the input' },
    input: z.object({
      id: Id,
      timeZone: TimeZone.refine((name) => name !== '', faultCode('time-zone')),
      /** Left out: unchanged. Existing amounts keep their currency. */
      currency: Currency.optional(),
      /** Left out: unchanged. */
      deviceNetworks: IpNetworks.optional(),
      /** Applies to each person from the next sign-in on. Left out: unchanged. */
      requireSecondFactor: z.boolean().optional(),
      ...Thresholds.shape,
      version: Version.optional(),
    }),
    output: OrganisationSettings,
  }),
  'get-facts-progress': operation({
    summary:
      "Returns how far facts have been recomputed by the newest rules, for each organisation of the caller's scope that has or had devices in vehicles.",
    access: organisations('view'),
    limited: 'denied',
    bounds: { 'rows[]': 10000 },
    input: Empty,
    output: z.object({
      /** The number of installations whose facts are of the present version, and the total. */
      done: z.number().int(),
      total: z.number().int(),
      rows: z.array(z.object({ id: Id, name: z.string(), done: z.number().int(), total: z.number().int() })),
      rowsTotal: z.number().int(),
      /**
       * For the root organisation: the past that an earlier version of the server computed, or that an operator wants to be
       * recomputed (`milepost facts recompute`); null: none is left.
       */
      upgrade: z
        .object({
          ...RecomputeChoice,
          vehicles: z.number().int(),
          /** Of these, the vehicles that only a request of an operator concerns. */
          requested: z.number().int(),
          positions: z.number().min(0),
          /** Seconds at the chosen pace; null before the first vehicle was measured. */
          remainingS: z.number().min(0).nullable(),
        })
        .nullable(),
    }),
  }),
  'save-recompute-choice': operation({
    summary:
      'Pauses or resumes the recomputation of past facts after an upgrade or on request of an operator, and sets its pace. Only the root organisation can do so.',
    access: organisations('edit'),
    limited: 'denied',
    audit: 'server',
    unversioned: 'sets two switches of the server to what the person chose',
    example: { paused: false, pace: 'normal' },
    input: z.object(RecomputeChoice),
    output: Empty,
  }),
};
