import { z } from 'zod';
import { Empty, Id, Instant } from './common.ts';
import { grant, operation } from './operation.ts';
import { ID_INPUT } from './record-calls.ts';

/** A driver sees the own trips of this many days. */
export const OWN_TRIP_DAYS = 31;
/** The most trips, newest first, and the most vehicles. */
export const MAX_OWN_TRIPS = 100;

/**
 * What the driver can do with an own trip. `work`: mark it as private. `private`: marked by the driver, who can take it
 * back. Otherwise nothing: `shared` with another driver, `running`, `held` by a legal hold, or decided by the `office`.
 */
export const OWN_TRIP_STATES = ['work', 'private', 'shared', 'running', 'held', 'office'] as const;

/** A trip that the driver who is signed in drove, at least in part. */
const OwnTrip = z.object({
  id: Id,
  registration: z.string(),
  start: Instant,
  /** Null while it lasts. */
  end: Instant.nullable(),
  distanceM: z.number(),
  startAddress: z.string().nullable(),
  endAddress: z.string().nullable(),
  state: z.enum(OWN_TRIP_STATES),
  /** The mark of the driver, also if its private time goes on; null without one. */
  markId: Id.nullable(),
});
export type OwnTrip = z.infer<typeof OwnTrip>;

/** A vehicle that the driver drives now, with the private time that the driver has begun and not ended. */
const OwnVehicle = z.object({
  id: Id,
  registration: z.string(),
  private: z.object({ markId: Id, since: Instant }).nullable(),
});
export type OwnVehicle = z.infer<typeof OwnVehicle>;

const myDay = grant('my-day');
const own = { ...myDay('create'), person: true } as const;

/**
 * Private time that drivers mark themselves, where a rule about private time lets them. None of these calls takes the id of
 * a driver: the account determines the driver.
 */
export const ownTripOperations = {
  'get-own-trip-list': operation({
    summary:
      'Lists the trips of the last 31 days of the driver who is signed in, and the present vehicles, where drivers may mark private time.',
    access: { ...myDay('view'), person: true },
    limited: 'allowed',
    bounds: { 'rows[]': MAX_OWN_TRIPS, 'vehicles[]': 'MAX_OWN_ROWS of the contract' },
    input: Empty,
    output: z.object({
      rows: z.array(OwnTrip),
      total: z.number().int(),
      vehicles: z.array(OwnVehicle),
    }),
  }),
  'mark-own-trip': operation({
    summary: 'Marks a trip that the driver drove alone as private, with the stop after it.',
    access: own,
    limited: 'allowed',
    audit: 'private-mark',
    errors: [404, 409],
    unversioned: 'creates a record of its own',
    example: { tripId: 999_999 },
    input: z.object({ tripId: Id }),
    output: Empty,
  }),
  'start-own-private-time': operation({
    summary: 'Begins private time of a vehicle that the driver drives, until the driver or the office ends it.',
    access: own,
    limited: 'allowed',
    audit: 'private-mark',
    errors: [404, 409],
    unversioned: 'creates a record of its own',
    example: { vehicleId: 999_999 },
    input: z.object({ vehicleId: Id }),
    output: Empty,
  }),
  'end-own-private-time': operation({
    summary: 'Ends private time that the driver began. What was reported until now remains private.',
    access: own,
    limited: 'allowed',
    subject: 'privateMark',
    audit: 'private-mark',
    errors: [404, 409],
    unversioned: 'ends the private time as it is',
    ...ID_INPUT,
    output: Empty,
  }),
  'take-back-own-mark': operation({
    summary: 'Marks private time as work that the driver had marked as private, as long as nobody marked it since.',
    access: own,
    limited: 'allowed',
    subject: 'privateMark',
    audit: 'private-mark',
    errors: [404, 409],
    unversioned: 'creates a record of its own',
    ...ID_INPUT,
    output: Empty,
  }),
};
