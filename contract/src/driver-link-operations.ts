import { z } from 'zod';
import { Money } from './amount.ts';
import { Id, Instant, optionalLines, optionalText, Coordinates } from './common.ts';
import { faultCode } from './fault.ts';
import { LANGUAGES } from './languages.ts';
import { MAX_STOPS, RUN_STATES } from './route-kinds.ts';
import { LinkEndReason, LinkToken } from './public-link.ts';
import { BODY_LIMIT, operation } from './operation.ts';
import { DRIVER_SKIPS, MAX_NOTE_LENGTH, MAX_PHOTO_BASE64_LENGTH, MAX_UNITS, ENTRY_KINDS } from './run-word-kinds.ts';
import { Signature } from './signature.ts';

const Depot = z.object({ name: z.string(), place: Coordinates }).nullable();

/** The state of a stop, merged from the entries of all phones. */
export const StopEntry = z.object({
  arrivedAt: Instant.nullable(),
  doneAt: Instant.nullable(),
  skippedAt: Instant.nullable(),
  skip: z.enum(DRIVER_SKIPS).nullable(),
  note: z.string().nullable(),
  delivered: z.number().nullable(),
  returned: z.number().nullable(),
  collected: z.number().nullable(),
  signedBy: z.string().nullable(),
  photos: z.number().int(),
});
export type StopEntry = z.infer<typeof StopEntry>;

const DriverStop = z.object({
  outletId: Id,
  name: z.string(),
  address: z.string().nullable(),
  contactName: z.string().nullable(),
  phone: z.string().nullable(),
  place: Coordinates.nullable(),
  plannedArrival: Instant.nullable(),
  windowFrom: Instant.nullable(),
  windowTo: Instant.nullable(),
  /** The planner removed the stop for the day: a text, or one of `SKIP_CODES`. */
  skipReason: z.string().nullable(),
  /** An earlier vehicle of the run already stopped there, so the one that took over can skip it. */
  servedBefore: z.boolean(),
  said: StopEntry,
});
export type DriverStop = z.infer<typeof DriverStop>;

/** The content of a driver's link. */
export const DriverRun = z.object({
  id: Id,
  organisation: z.string(),
  route: z.string(),
  day: z.iso.date(),
  startsAt: Instant,
  state: z.enum(RUN_STATES),
  vehicle: z.string().nullable(),
  driver: z.string().nullable(),
  beginDepot: Depot,
  endDepot: Depot,
  stops: z.array(DriverStop).max(MAX_STOPS),
  timeZone: z.string(),
  currency: z.string(),
  expiresAt: Instant,
  /** The server's clock. */
  at: Instant,
});
export type DriverRun = z.infer<typeof DriverRun>;

/** The state of the delivery on a customer's link; `not-served`: it will not arrive on this day. */
export const DELIVERY_STATES = ['planned', 'next', 'arrived', 'delivered', 'not-served'] as const;

/** The content of a customer's link. */
export const Delivery = z.object({
  organisation: z.string(),
  /** The path of the organisation's logo, below the address of the application; null if it has none. */
  logo: z.string().nullable(),
  outlet: z.string(),
  place: Coordinates.nullable(),
  day: z.iso.date(),
  state: z.enum(DELIVERY_STATES),
  /** When it was delivered. */
  deliveredAt: Instant.nullable(),
  /** The expected time range; null if it cannot be predicted, and after arrival. */
  expected: z
    .object({
      from: Instant,
      to: Instant,
      /** The most likely time; null if only a plan exists. */
      about: Instant.nullable(),
    })
    .nullable(),
  /** How many stops come before; null if the run has not begun. */
  stopsBefore: z.number().int().nullable(),
  /** The vehicle's position, only while it is near and on its way to this stop. */
  position: Coordinates.extend({
    fixTime: Instant,
    /** A street and town; null if no known place is near. */
    address: z.string().nullable(),
  }).nullable(),
  timeZone: z.string(),
  expiresAt: Instant,
  at: Instant,
  mapStyleLight: z.string(),
  mapStyleDark: z.string(),
});
export type Delivery = z.infer<typeof Delivery>;

const Key = z.uuid().max(36);
/** The bytes FF D8 FF in base64, the signature of a JPEG. */
const JPEG = /^\/9j\//;
const Quantity = z
  .number(faultCode('enter-number'))
  .min(0, faultCode('at-least'))
  .max(MAX_UNITS, faultCode('at-most'))
  .nullish()
  .transform((value) => value ?? null);

/** A driver's entry for a stop, as queued on the phone. */
export const DriverWord = z
  .object({
    /** Generated on the phone: two entries with the same key are one entry. */
    key: Key,
    outletId: Id,
    said: z.enum(ENTRY_KINDS, faultCode('choose-offered')),
    /** By the phone's clock. */
    phoneAt: Instant,
    skip: z
      .enum(DRIVER_SKIPS, faultCode('choose-offered'))
      .nullish()
      .transform((value) => value ?? null),
    note: optionalLines(MAX_NOTE_LENGTH),
    delivered: Quantity,
    returned: Quantity,
    collected: Money.nullish().transform((value) => value ?? null),
    signedBy: optionalText(100),
    signature: Signature.nullish().transform((value) => value ?? null),
  })
  .refine(({ said, skip }) => said !== 'skipped' || skip !== null, { error: faultCode('enter-reason'), path: ['skip'] })
  .refine(({ skip, note }) => skip !== 'other' || note !== null, { error: faultCode('enter-reason'), path: ['note'] });
export type DriverWord = z.infer<typeof DriverWord>;

/**
 * Calls by the holder of a link, without an account. The token is the only credential, so the fixed header is enough:
 * another site cannot know the token.
 */
export const driverLinkOperations = {
  'get-driver-run': operation({
    summary: 'Returns the run that a driver link is for, to its holder without an account.',
    access: 'anyone',
    csrf: 'fixed',
    example: { token: 'none' },
    bounds: { 'run.stops[]': 'MAX_STOPS of the contract' },
    input: z.object({ token: LinkToken }),
    output: z.object({ run: DriverRun.nullable(), ended: LinkEndReason.nullable() }),
  }),
  'say-stop-word': operation({
    summary: 'Records an entry of the driver at a stop. The same entry sent repeatedly is recorded once.',
    access: 'anyone',
    csrf: 'fixed',
    bodyBytes: BODY_LIMIT,
    errors: [404, 409],
    unversioned: 'creates a new record',
    example: {
      token: 'none',
      phone: '00000000-0000-4000-8000-000000000001',
      sentAt: '2026-11-23T10:00:05Z',
      word: {
        key: '00000000-0000-4000-8000-000000000002',
        outletId: 999_999,
        said: 'arrived',
        phoneAt: '2026-11-23T10:00:00Z',
      },
    },
    input: z.object({
      token: LinkToken,
      /** Identifies the phone, so that the entries of one phone stay in order. */
      phone: Key,
      /** The phone's present time, to determine its clock offset. */
      sentAt: Instant,
      word: DriverWord,
    }),
    output: z.object({ saidAt: Instant }),
  }),
  'add-stop-photo': operation({
    summary: 'Adds a photo to an entry of the driver. The same photo sent repeatedly is stored once.',
    access: 'anyone',
    csrf: 'fixed',
    queue: 'photos',
    bodyBytes: BODY_LIMIT,
    errors: [404, 409],
    unversioned: 'creates a new record',
    boundByBody: true,
    example: {
      token: 'none',
      wordKey: '00000000-0000-4000-8000-000000000002',
      key: '00000000-0000-4000-8000-000000000003',
      photo: '/9j/',
    },
    input: z.object({
      token: LinkToken,
      wordKey: Key,
      key: Key,
      /** A JPEG of at most some 700 kB as base64; the phone converts any photo of its camera. */
      photo: z.base64().max(MAX_PHOTO_BASE64_LENGTH).regex(JPEG, faultCode('not-a-photo')),
    }),
    output: z.object({ photos: z.number().int() }),
  }),
  'get-delivery': operation({
    summary: 'Returns the delivery that a customer link is for, to its holder without an account.',
    access: 'anyone',
    csrf: 'fixed',
    example: { token: 'none' },
    input: z.object({
      token: LinkToken,
      /** The language of place names. */
      language: z.enum(LANGUAGES).default('en'),
    }),
    output: z.object({ delivery: Delivery.nullable(), ended: LinkEndReason.nullable() }),
  }),
};
