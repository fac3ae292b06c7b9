import { z } from 'zod';
import { OverrideReason } from './availability-operations.ts';
import { Fault, faultCode } from './fault.ts';
import { Id, Instant, listOutput } from './common.ts';
import { MAX_OUTLET_CODE_LENGTH } from './outlet-kinds.ts';
import { MAX_STOPS } from './route-kinds.ts';
import { ClockMin, Ref, RouteOutlet } from './route-stop.ts';
import { grant, operation } from './operation.ts';
import { LoadCapacity } from './run-load.ts';
import { LEFT_REASONS, LOAD_UNITS, MAX_SPREAD_VEHICLES, SHIFT_SOURCES } from './spread-kinds.ts';

const MAX_LOAD = 1_000_000;

const Day = z.iso.date(faultCode('choose-day')).refine((day) => day >= '1900' && day < '3000', faultCode('choose-day'));

const when = {
  /** A day in the time zone of the depot's organisation. */
  day: Day,
  /** The depot of vehicles without a shift of their own; vehicles and outlets belong to its organisation. */
  depotId: Id,
  /** Minutes of the local day: when vehicles leave, and when they have to be back; from 1440 on it is the next day. */
  startMin: ClockMin,
  backMin: z.number(faultCode('enter-clock-time')).int().min(1).max(2879),
};
const isOnce = (ids: readonly number[]) => new Set(ids).size === ids.length;
interface When {
  startMin: number;
  backMin: number;
}
const isInADay = ({ startMin, backMin }: When) => backMin > startMin && backMin - startMin <= 1440;
const inADay = { error: faultCode('end-after-begin'), path: ['backMin'] };

/** The start and end depots of a vehicle, and the times. */
const Shift = z
  .object({
    vehicleId: Id,
    beginDepotId: Id,
    endDepotId: Id,
    startMin: when.startMin,
    backMin: when.backMin,
  })
  .refine(isInADay, inADay);
export type SpreadShift = z.infer<typeof Shift>;
/** The shifts of vehicles that differ from the others. */
const shifts = z
  .array(Shift)
  .max(MAX_SPREAD_VEHICLES, faultCode('spread-most-vehicles'))
  .refine((all) => isOnce(all.map(({ vehicleId }) => vehicleId)), faultCode('spread-vehicle-twice'))
  .default([]);

const Amount = z.number(faultCode('enter-number')).min(0, faultCode('at-least')).max(MAX_LOAD, faultCode('at-most'));
/** The outlets to serve, each with the vehicle's load for it. */
const Stops = z
  .array(z.object({ outletId: Id, load: Amount.default(0) }))
  .min(1, faultCode('spread-no-stops'))
  .max(MAX_STOPS, faultCode('spread-most-stops'))
  .refine((stops) => new Set(stops.map(({ outletId }) => outletId)).size === stops.length, faultCode('order-twice'));

const spread = { ...when, shifts, unit: z.enum(LOAD_UNITS), stops: Stops };

const VehicleIds = z
  .array(Id)
  .min(1, faultCode('spread-no-vehicles'))
  .max(MAX_SPREAD_VEHICLES, faultCode('spread-most-vehicles'))
  .refine(isOnce, faultCode('spread-vehicle-twice'));

/** A vehicle with its stops in order. */
const tour = { vehicleId: Id, outletIds: z.array(Id).max(MAX_STOPS) };
const tours = <Tour extends z.ZodType<{ vehicleId: number; outletIds: number[] }>>(one: Tour) =>
  z
    .array(one)
    .min(1, faultCode('spread-no-vehicles'))
    .max(MAX_SPREAD_VEHICLES, faultCode('spread-most-vehicles'))
    .refine((all) => isOnce(all.map(({ vehicleId }) => vehicleId)), faultCode('spread-vehicle-twice'))
    .refine((all) => isOnce(all.flatMap(({ outletIds }) => outletIds)), faultCode('order-twice'));

/** The tour of one vehicle. Times are seconds, distances metres, loads in the chosen unit. */
const Tour = z.object({
  vehicleId: Id,
  stops: z.array(
    z.object({
      outletId: Id,
      arrivesAt: Instant,
      /** After waiting for the outlet to open. */
      beginsAt: Instant,
      leavesAt: Instant,
      /** The opening period in which it is served, otherwise the last one; null: at any time, or closed that day. */
      window: z.object({ from: Instant, to: Instant }).nullable(),
      /** How late it is served after its last opening period; 0: in time. */
      lateS: z.number().int(),
      closed: z.boolean(),
    }),
  ),
  startsAt: Instant,
  endsAt: Instant,
  drivingM: z.number().int(),
  drivingS: z.number().int(),
  waitS: z.number().int(),
  /** How late the vehicle returns. */
  backLateS: z.number().int(),
  load: z.number(),
  /** According to the vehicle's papers; null: unknown, and treated as unlimited. */
  capacity: z.number().nullable(),
});
export type SpreadTour = z.infer<typeof Tour>;

const Spread = z.object({
  /** The source of distances and times: a router, or straight lines and the fleet's own trips. */
  driving: z.enum(['router', 'own', 'own-router-away']),
  /** In the order of the given vehicles, including those without a stop. */
  tours: z.array(Tour),
  left: z.array(z.object({ outletId: Id, reason: z.enum(LEFT_REASONS) })),
});
export type Spread = z.infer<typeof Spread>;

/** The obstacles to using a vehicle or a driver in that time, and the run to which it is already assigned. */
const usable = {
  obstacle: Fault.nullable(),
  busy: z.object({ route: z.string(), from: Instant, to: Instant }).nullable(),
};
const routes = grant('routes');

export const spreadOperations = {
  'get-spread-choices': operation({
    summary: "Returns the vehicles and drivers of the depot's organisation with their other work in a time span.",
    access: routes('view'),
    limited: 'allowed',
    errors: [404],
    example: { depotId: 999_999, day: '2026-03-02', startMin: 480, backMin: 1020 },
    bounds: { 'weekdays[]': 'the days of a week', 'vehicles[]': 10000, 'drivers[]': 10000 },
    input: z.object({ ...when, shifts }).refine(isInADay, inADay),
    output: z.object({
      /**
       * The working days of the organisation, 1 Monday to 7 Sunday: those of its plans, otherwise of its runs; null:
       * unknown.
       */
      weekdays: z.array(z.number().int()).nullable(),
      vehicles: z.array(
        Ref.extend({
          capacity: LoadCapacity,
          /** The driver who is assigned to it then, or its usual driver. */
          driverId: Id.nullable(),
          /**
           * The shift of its plan, otherwise of its group's plans, otherwise of the depot at which it stands; null:
           * unknown.
           */
          shift: z
            .object({
              from: z.enum(SHIFT_SOURCES),
              beginDepotId: Id.nullable(),
              endDepotId: Id.nullable(),
              /** When it leaves; null: unknown. */
              startMin: ClockMin.nullable(),
            })
            .nullable(),
          ...usable,
        }),
      ),
      vehiclesTotal: z.number().int(),
      drivers: z.array(Ref.extend(usable)),
      driversTotal: z.number().int(),
    }),
  }),
  'get-spread-stops': operation({
    summary:
      "Returns outlets of the depot's organisation that can be stops of a day: those with the given ids or codes, else those that want more visits in that week than are planned.",
    access: routes('view'),
    limited: 'allowed',
    bodyBytes: 65_536,
    errors: [404],
    example: { depotId: 999_999, day: '2026-03-02' },
    bounds: { 'rows[]': 'MAX_STOPS of the contract' },
    input: z.object({
      day: Day,
      depotId: Id,
      outletIds: z.array(Id).min(1).max(MAX_STOPS).optional(),
      /** Ignoring case. */
      codes: z.array(z.string().trim().max(MAX_OUTLET_CODE_LENGTH)).min(1).max(MAX_STOPS).optional(),
    }),
    output: listOutput(
      RouteOutlet.extend({
        /** The route of a run on this day of which it is already a stop. */
        onRoute: z.string().nullable(),
      }),
    ),
  }),
  'propose-spread': operation({
    summary:
      'Spreads stops over vehicles within some 8 s: as many as fit in time and load, with little driving. Nothing is saved. `get-route-order-progress` returns the progress.',
    access: routes('create'),
    limited: 'allowed',
    queue: 'proposals',
    errors: [404, 409],
    unversioned: 'proposes and changes nothing',
    example: {
      day: '2026-03-02',
      depotId: 999_999,
      startMin: 480,
      backMin: 1020,
      unit: 'kg',
      stops: [{ outletId: 999_999 }],
      vehicleIds: [999_999],
    },
    bounds: {
      'tours[]': 'one for each id that the call names',
      'tours[].stops[]': 'one for each id that the call names',
      'left[]': 'one for each id that the call names',
    },
    input: z.object({ ...spread, vehicleIds: VehicleIds }).refine(isInADay, inADay),
    output: Spread,
  }),
  'time-spread': operation({
    summary: 'Computes the times of tours that a person has changed. Nothing is saved.',
    access: routes('create'),
    limited: 'allowed',
    queue: 'proposals',
    bodyBytes: 294_912,
    errors: [404, 409],
    unversioned: 'proposes and changes nothing',
    example: {
      day: '2026-03-02',
      depotId: 999_999,
      startMin: 480,
      backMin: 1020,
      unit: 'kg',
      stops: [{ outletId: 999_999 }],
      tours: [{ vehicleId: 999_999, outletIds: [999_999] }],
    },
    bounds: {
      'tours[]': 'one for each id that the call names',
      'tours[].stops[]': 'one for each id that the call names',
      'left[]': 'one for each id that the call names',
    },
    input: z
      .object({
        ...spread,
        tours: tours(z.object(tour)),
        /**
         * First moves a stop to this vehicle, at the position where it adds the least cost, or removes it from all
         * vehicles.
         */
        move: z.object({ outletId: Id, vehicleId: Id.nullable() }).optional(),
      })
      .refine(isInADay, inADay),
    output: Spread,
  }),
  'accept-spread': operation({
    summary:
      'Creates a run for each tour with stops, all or none. A repeated call with the same key creates them once.',
    access: routes('create'),
    limited: 'allowed',
    bodyBytes: 294_912,
    audit: ['route-run', 'route'],
    errors: [404, 409],
    unversioned: 'creates a new record',
    example: {
      day: '2026-03-02',
      depotId: 999_999,
      startMin: 480,
      backMin: 1020,
      unit: 'kg',
      stops: [{ outletId: 999_999 }],
      key: '00000000-0000-4000-8000-000000000004',
      tours: [{ vehicleId: 999_999, driverId: null, outletIds: [999_999] }],
    },
    input: z
      .object({
        ...spread,
        key: z.uuid().max(36),
        tours: tours(z.object({ ...tour, driverId: Id.nullable() })),
        overrideReason: OverrideReason,
      })
      .refine(isInADay, inADay),
    output: z.object({ id: Id, runs: z.number().int() }),
  }),
  'undo-spread': operation({
    summary: 'Deletes the runs of an accepted spread that have not started.',
    access: routes('create'),
    limited: 'allowed',
    audit: 'route-run',
    errors: [404],
    unversioned: 'leaves what was changed since',
    example: { spreadId: 999_999 },
    input: z.object({ spreadId: Id }),
    output: z.object({ removed: z.number().int(), kept: z.number().int() }),
  }),
  'get-spread-list': operation({
    summary: 'Lists the accepted spreads of a day that are not undone, the newest first.',
    access: routes('view'),
    limited: 'allowed',
    errors: [404],
    example: { depotId: 999_999, day: '2026-03-02' },
    bounds: { 'rows[]': 10000 },
    input: z.object({ day: Day, depotId: Id }),
    output: listOutput(
      z.object({
        id: Id,
        at: Instant,
        by: z.string().nullable(),
        runs: z.number().int(),
        /** The number of its runs that can still be removed. */
        undoable: z.number().int(),
      }),
    ),
  }),
};
