import { z } from 'zod';
import { Id, Instant, listInput, listOutput, Coordinates, searchText, text } from './common.ts';
import { faultCode } from './fault.ts';
import { MAX_DEPOTS, MAX_STOPS } from './route-kinds.ts';
import { WholeRun } from './route-run-operations.ts';
import { Ref } from './route-stop.ts';
import { ID_INPUT } from './record-calls.ts';
import { grant, operation } from './operation.ts';
import {
  RUN_FINDINGS,
  MAX_UNPLANNED_VISITS,
  MAX_COMPARED_TERRITORIES,
  MAX_FACT_CHANGES,
  RUN_DAY_STATES,
  STOP_FIGURES,
  STOP_STATES,
} from './run-day-kinds.ts';

const Day = z.iso.date(faultCode('choose-day')).refine((day) => day >= '1900' && day < '3000', faultCode('choose-day'));
const Count = z.number().int();

/** Sums of runs, from which the figures are computed. Seconds and metres. */
export const RunSums = z.object({
  runs: Count,
  planned: Count,
  visited: Count,
  missed: Count,
  /** Stops of vehicles without any contact on that day. */
  unknown: Count,
  skipped: Count,
  unplanned: Count,
  /** The total length of the longest sequences of served stops in planned order. */
  inSequence: Count,
  /** Served stops with a window, and those reached within it. */
  windows: Count,
  onTime: Count,
  late: Count,
  stoodS: z.number(),
  lastedS: z.number(),
  drivenM: z.number(),
  /** Drops of the runs with a known driven distance, and their planned distance. */
  dropsDriven: Count,
  plannedM: z.number(),
  doubts: Count,
  /** The sum of the load factors at departure, each 0 to 1 or more, and the number of runs with a known one. */
  fill: z.number(),
  filled: Count,
  /** Units according to the drivers' entries. */
  delivered: z.number(),
  returned: z.number(),
  /** Visited stops with a sale, and the visited stops of runs with driver entries. */
  sold: Count,
  soldOf: Count,
  /** Temperature readings within the range of the load, and all of them. */
  cold: Count,
  coldOf: Count,
});
export type RunSums = z.infer<typeof RunSums>;

/** A stop in the row of its run. */
export const DayStop = z.object({
  outletId: Id,
  name: z.string(),
  state: z.enum(STOP_STATES),
  /** Null if skipped or unplanned. */
  plannedAt: Instant.nullable(),
  arrivedAt: Instant.nullable(),
  departedAt: Instant.nullable(),
  /** Reached, or expected, after its window or well after its planned time. */
  late: z.boolean(),
  /** The expected arrival, and its error in four of five cases, seconds; null if it cannot be forecast. */
  expectedAt: Instant.nullable(),
  errorS: z.number().nullable(),
  doubt: z.enum(RUN_FINDINGS).nullable(),
  place: Coordinates.nullable(),
});
export type DayStop = z.infer<typeof DayStop>;

export const DayRun = z.object({
  id: Id,
  route: Ref.extend({ colour: z.string() }),
  day: z.iso.date(),
  state: z.enum(RUN_DAY_STATES),
  vehicle: Ref.nullable(),
  driver: Ref.nullable(),
  beginDepot: Ref.extend({ place: Coordinates }).nullable(),
  startsAt: Instant,
  endsAt: Instant,
  begunAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  planned: Count,
  visited: Count,
  missed: Count,
  unplanned: Count,
  unknown: Count,
  skipped: Count,
  /** The number of stops that are or will be late, and the largest expected delay, seconds. */
  late: Count,
  lateStops: Count,
  lateS: z.number(),
  changedAfterClose: Instant.nullable(),
  /** The last position of the vehicle, for a run of today. */
  whereabouts: Coordinates.extend({ at: Instant }).nullable(),
  /** In planned order, followed by the unplanned ones. */
  stops: z.array(DayStop).max(MAX_STOPS + MAX_UNPLANNED_VISITS),
});
export type DayRun = z.infer<typeof DayRun>;

const filter = {
  /** Left out: today in the organisation. */
  day: Day.optional(),
  territoryId: Id.optional(),
  depotId: Id.optional(),
};

const TerritoryDay = z.object({
  /** Null: stops in no territory. */
  territory: Ref.extend({ colour: z.string() }).nullable(),
  runs: Count,
  planned: Count,
  visited: Count,
  missed: Count,
  unknown: Count,
  late: Count,
  windows: Count,
  onTime: Count,
  stoodS: z.number(),
});
export type TerritoryDay = z.infer<typeof TerritoryDay>;

/** One of the stops of a figure. */
export const BehindStop = DayStop.omit({ place: true }).extend({
  code: z.string(),
  runId: Id,
  route: Ref.extend({ colour: z.string() }),
  vehicle: Ref.nullable(),
  windowFrom: Instant.nullable(),
  windowTo: Instant.nullable(),
});
export type BehindStop = z.infer<typeof BehindStop>;

const FactOfStop = z.object({
  outletId: Id,
  code: z.string(),
  name: z.string(),
  place: Coordinates.nullable(),
  /**
   * The vehicle that stopped there, null if the person does not see it; for a stop that was not served, the last
   * vehicle of the run.
   */
  vehicleId: Id.nullable(),
  /** Null: unplanned. */
  stopId: Id.nullable(),
  state: z.enum(STOP_STATES),
  order: Count.nullable(),
  arrivedAt: Instant.nullable(),
  departedAt: Instant.nullable(),
  stoodS: z.number(),
  legS: z.number().nullable(),
  late: z.boolean(),
  doubt: z.enum(RUN_FINDINGS).nullable(),
  expectedAt: Instant.nullable(),
  errorS: z.number().nullable(),
  changedAfterClose: Instant.nullable(),
});
export type FactOfStop = z.infer<typeof FactOfStop>;

const FactChange = z.object({
  at: Instant,
  /** Null: the run itself. */
  outlet: Ref.nullable(),
  before: z.object({ state: z.enum(STOP_STATES).nullable(), at: Instant.nullable() }).nullable(),
  after: z.object({ state: z.enum(STOP_STATES).nullable(), at: Instant.nullable() }).nullable(),
});
export type FactChange = z.infer<typeof FactChange>;

/** A planned or actual stop at an outlet. */
export const OutletVisit = z.object({
  runId: Id,
  day: z.iso.date(),
  route: Ref.extend({ colour: z.string() }),
  vehicle: Ref.nullable(),
  driver: Ref.nullable(),
  state: z.enum(STOP_STATES),
  plannedAt: Instant.nullable(),
  arrivedAt: Instant.nullable(),
  departedAt: Instant.nullable(),
  stoodS: z.number(),
  late: z.boolean(),
  doubt: z.enum(RUN_FINDINGS).nullable(),
  /** When the driver reported it as done. */
  saidAt: Instant.nullable(),
});
export type OutletVisit = z.infer<typeof OutletVisit>;

/** The plan of a run and its execution. */
export const RunFact = z.object({
  run: WholeRun,
  state: z.enum(RUN_DAY_STATES),
  sums: RunSums,
  begunAt: Instant.nullable(),
  begunBy: z.enum(['depot', 'stop']).nullable(),
  endedAt: Instant.nullable(),
  endedBy: z.enum(['depot', 'day']).nullable(),
  drivenM: z.number().nullable(),
  firstDropAt: Instant.nullable(),
  lastDropAt: Instant.nullable(),
  closedAt: Instant.nullable(),
  changedAfterClose: Instant.nullable(),
  /** The time range in which fixes of the vehicle belong to the run. */
  from: Instant,
  until: Instant,
  stops: z.array(FactOfStop).max(MAX_STOPS + MAX_UNPLANNED_VISITS),
  /** Changes after the day was closed, newest first. */
  changes: z.array(FactChange).max(MAX_FACT_CHANGES),
  changesTotal: Count,
});
export type RunFact = z.infer<typeof RunFact>;

const distribution = grant('distribution')('view');

export const runDayOperations = {
  'get-run-day': operation({
    summary: 'Lists runs of a day with their stops, late ones first.',
    access: distribution,
    limited: 'allowed',
    weight: 'heavy',
    bounds: {
      'rows[].stops[]': 'MAX_STOPS of the contract, and MAX_UNPLANNED_VISITS of the contract',
      'counts{}': 'kinds that the code knows',
    },
    input: z.object({
      ...filter,
      states: z.array(z.enum(RUN_DAY_STATES)).max(RUN_DAY_STATES.length).default([]),
      /** A part of the route's name, the registration or the driver's name. */
      search: searchText(100),
      page: z.number().int().min(1).max(100_000).default(1),
      pageSize: z.number().int().min(1).max(100).default(25),
    }),
    output: listOutput(DayRun).extend({
      day: z.iso.date(),
      today: z.iso.date(),
      /** The number of runs in each state, regardless of the filter by state. */
      counts: z.record(z.enum(RUN_DAY_STATES), Count),
    }),
  }),
  'get-run-day-figures': operation({
    summary:
      'Returns the totals of a day and of its territories, with those of the day before and of the same weekday a week before.',
    access: distribution,
    limited: 'allowed',
    weight: 'heavy',
    bounds: { 'territories[]': 'MAX_COMPARED of the contract', 'depots[]': 'MAX_DEPOTS of the contract' },
    input: z.object(filter),
    output: z.object({
      day: z.iso.date(),
      /** With the number of outlets that were due, and of those that were visited. */
      sums: RunSums.extend({ due: Count, covered: Count }),
      before: RunSums,
      weekBefore: RunSums,
      territories: z.array(TerritoryDay).max(MAX_COMPARED_TERRITORIES),
      territoriesTotal: Count,
      depots: z.array(Ref).max(MAX_DEPOTS),
      depotsTotal: Count,
    }),
  }),
  'get-run-day-stops': operation({
    summary: 'Lists the stops of which a figure of the day is made.',
    access: distribution,
    limited: 'allowed',
    weight: 'heavy',
    example: { figure: 'missed' },
    input: listInput(['planned'])
      .omit({ search: true })
      .extend({ ...filter, figure: z.enum(STOP_FIGURES) }),
    output: listOutput(BehindStop),
  }),
  'get-run-facts': operation({
    summary: 'Returns what was planned for a run beside what happened.',
    access: { menu: 'routes', or: ['distribution'], action: 'view' },
    limited: 'allowed',
    subject: 'routeRun',
    errors: [404],
    bounds: {
      'fact.run.stops[]': 'MAX_STOPS of the contract',
      'fact.run.vehicles[]': 'MAX_RUN_VEHICLES of the contract',
      'fact.run.load.products[]': 'MAX_PRODUCTS of the contract',
      'fact.run.history[]': 'MAX_SHOWN of the store',
      'fact.run.history[].changes[]': 'MAX_STOPS of the contract, each with what may change about it',
      'fact.stops[]': 'MAX_STOPS of the contract, and MAX_UNPLANNED_VISITS of the contract',
      'fact.changes[]': 'MAX_SHOWN of the store',
    },
    ...ID_INPUT,
    output: z.object({ fact: RunFact }),
  }),
  'get-outlet-visits': operation({
    summary: 'Lists visits to an outlet and missed stops there, the latest day first.',
    access: { menu: 'routes', or: ['distribution'], action: 'view' },
    limited: 'allowed',
    weight: 'heavy',
    example: { outletId: 999_999 },
    input: z.object({
      outletId: Id,
      page: z.number().int().min(1).max(100_000).default(1),
      pageSize: z.number().int().min(1).max(100).default(25),
    }),
    output: listOutput(OutletVisit),
  }),
  'add-run': operation({
    summary: "Creates a run on a day without one of the route's plans, from the plan that would apply.",
    access: grant('routes')('create'),
    limited: 'allowed',
    audit: 'route-run',
    errors: [404, 409],
    unversioned: 'creates a new record',
    example: { routeId: 999_999, day: '2026-01-01', why: 'A holiday before' },
    bounds: {
      'run.stops[]': 'MAX_STOPS of the contract',
      'run.vehicles[]': 'MAX_RUN_VEHICLES of the contract',
      'run.load.products[]': 'MAX_PRODUCTS of the contract',
      'run.history[]': 'MAX_SHOWN of the store',
      'run.history[].changes[]': 'MAX_STOPS of the contract, each with what may change about it',
    },
    input: z.object({ routeId: Id, day: Day, why: text(300) }),
    output: z.object({ run: WholeRun }),
  }),
};
