import { z } from 'zod';
import { DRIVER_OBSTACLES, VEHICLE_OBSTACLES } from './availability-kinds.ts';
import { Override, OverrideReason } from './availability-operations.ts';
import { Id, Instant, listOutput, optionalLines, optionalText, Coordinates, Version } from './common.ts';
import { faultCode } from './fault.ts';
import { MAX_STOPS, RUN_CHANGES, RUN_STATES, VEHICLE_FROM } from './route-kinds.ts';
import { LoadCapacity, RunLoad } from './run-load.ts';
import { ClockMin, Driving, Ref, RouteStop, StopInput, stopList } from './route-stop.ts';
import { ID_INPUT } from './record-calls.ts';
import { grant, operation } from './operation.ts';

/** One day of a route, as planned. */
export const RouteRun = z.object({
  id: Id,
  organisationId: Id,
  route: Ref.extend({ colour: z.string() }),
  /** A day in the organisation's time zone. */
  day: z.iso.date(),
  startsAt: Instant,
  endsAt: Instant,
  vehicle: Ref.nullable(),
  driver: Ref.nullable(),
  state: z.enum(RUN_STATES),
  /** A person has changed the run, so its plan no longer changes it. */
  touched: z.boolean(),
  /** The obstacles to using its vehicle and its driver during the run. */
  vehicleObstacle: z.enum(VEHICLE_OBSTACLES).nullable(),
  driverObstacle: z.enum(DRIVER_OBSTACLES).nullable(),
  stops: z.number().int(),
  skipped: z.number().int(),
});
export type RouteRun = z.infer<typeof RouteRun>;

const RunStop = RouteStop.extend({
  id: Id,
  /** Null if skipped. */
  plannedArrival: Instant.nullable(),
  plannedDeparture: Instant.nullable(),
  /** The opening period in which it is planned. */
  windowFrom: Instant.nullable(),
  windowTo: Instant.nullable(),
  /** A text by a person, or one of `SKIP_CODES`. */
  skipReason: z.string().nullable(),
});
export type RunStop = z.infer<typeof RunStop>;

const RunChange = z.object({
  at: Instant,
  /** Null: the server, from the plan. */
  by: z.string().nullable(),
  why: z.string().nullable(),
  /** `HIDDEN_VEHICLE` replaces a vehicle that the person does not see. */
  changes: z.array(z.object({ what: z.enum(RUN_CHANGES), from: z.string().nullable(), to: z.string().nullable() })),
});
export type RunChange = z.infer<typeof RunChange>;

/** The most vehicles of one run that are listed. */
export const MAX_RUN_VEHICLES = 20;
/** A present or former vehicle of a run; null: from its start, or until its end. */
const RunVehicle = z.object({
  /** Null, like its name, for a former vehicle that the person does not see. */
  id: Id.nullable(),
  name: z.string().nullable(),
  from: Instant.nullable(),
  until: Instant.nullable(),
});
export type RunVehicle = z.infer<typeof RunVehicle>;

const DepotPlace = Ref.extend({ place: Coordinates });

export const WholeRun = RouteRun.omit({ stops: true, skipped: true }).extend({
  version: Version,
  planId: Id.nullable(),
  /** Why its vehicle or driver is used in spite of an obstacle. */
  override: Override.nullable(),
  /** In order of time; only the newest changes if there were many. */
  vehicles: z.array(RunVehicle).max(MAX_RUN_VEHICLES),
  /** Minutes of the organisation's local day. */
  startMin: z.number().int(),
  beginDepot: DepotPlace.nullable(),
  endDepot: DepotPlace.nullable(),
  load: RunLoad.nullable(),
  /** The capacity of the vehicle that sets out; null without a vehicle. */
  capacity: LoadCapacity.nullable(),
  drivingM: z.number().int(),
  drivingS: z.number().int(),
  stops: z.array(RunStop).max(MAX_STOPS),
  /** Newest first. */
  history: z.array(RunChange),
  driving: Driving,
});
export type WholeRun = z.infer<typeof WholeRun>;

const RunInput = z
  .object({
    id: Id,
    version: Version,
    why: optionalText(300),
    overrideReason: OverrideReason,
    state: z.enum(RUN_STATES, faultCode('choose-offered')),
    vehicleId: Id.nullable(),
    /** When a different vehicle takes over the run; stops served by the former vehicle stay served. */
    vehicleFrom: z.union([z.enum(VEHICLE_FROM), Instant]).default('now'),
    driverId: Id.nullable(),
    startMin: ClockMin,
    /** Null: none; left out: unchanged. */
    load: RunLoad.nullable().optional(),
    stops: stopList(StopInput.extend({ skipReason: optionalLines(200) })),
  })
  .refine(({ state, why }) => state !== 'cancelled' || why !== null, {
    error: faultCode('enter-reason'),
    path: ['why'],
  });

const Day = z.iso.date(faultCode('choose-day')).refine((day) => day >= '1900' && day < '3000', faultCode('choose-day'));
const routes = grant('routes');
const one = z.object({ run: WholeRun });

/** The number of days that one call can request. */
export const MAX_RUN_DAYS = 62;

export const routeRunOperations = {
  'get-run-list': operation({
    summary: 'Lists runs of some days by their start, including cancelled ones.',
    access: routes('view'),
    limited: 'allowed',
    example: { from: '2026-01-01', to: '2026-01-07' },
    bounds: { 'rows[]': 10000 },
    input: z
      .object({ from: Day, to: Day, routeId: Id.optional(), vehicleId: Id.optional() })
      .refine(({ from, to }) => to >= from, { error: faultCode('end-after-begin'), path: ['to'] }),
    output: listOutput(RouteRun).extend({ today: z.iso.date() }),
  }),
  'get-run-by-id': operation({
    summary: 'Returns one run.',
    access: routes('view'),
    limited: 'allowed',
    subject: 'routeRun',
    errors: [404],
    bounds: {
      'run.stops[]': 'MAX_STOPS of the contract',
      'run.vehicles[]': 'MAX_RUN_VEHICLES of the contract',
      'run.load.products[]': 'MAX_PRODUCTS of the contract',
      'run.history[]': 'MAX_SHOWN of the store',
      'run.history[].changes[]': 'MAX_STOPS of the contract, each with what may change about it',
    },
    ...ID_INPUT,
    output: one,
  }),
  'change-run': operation({
    summary: 'Changes a run, and records who changed it and why in its history.',
    access: routes('edit'),
    limited: 'allowed',
    bodyBytes: 262_144,
    subject: 'routeRun',
    audit: 'route-run',
    errors: [404, 409],
    example: { id: 999_999, version: 1, state: 'planned', vehicleId: null, driverId: null, startMin: 480, stops: [] },
    bounds: {
      'run.stops[]': 'MAX_STOPS of the contract',
      'run.vehicles[]': 'MAX_RUN_VEHICLES of the contract',
      'run.load.products[]': 'MAX_PRODUCTS of the contract',
      'run.history[]': 'MAX_SHOWN of the store',
      'run.history[].changes[]': 'MAX_STOPS of the contract, each with what may change about it',
    },
    input: RunInput,
    output: one,
  }),
};
