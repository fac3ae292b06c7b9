// Without zod: lists and forms of the browser take them from here.

/** Of one route or run; the solver takes as many. */
export const MOST_STOPS = 300;
/** Of one organisation. */
export const MOST_ROUTES = 2000;
export const MOST_DEPOTS = 500;
/** Of one route. */
export const MOST_PLANS = 50;

/** Of one load. */
export const MOST_PRODUCTS = 50;

/** Days ahead for which runs are made. */
export const AHEAD_DAYS = 14;
/** A plan may run every so many weeks at most. */
export const MOST_WEEKS = 8;

/** Seconds that a vehicle stands at an outlet at least, for it to count as served. */
export const DWELL_S = { min: 10, max: 3600, usual: 120 } as const;
/** Seconds that a stop takes where neither the plan nor the outlet says it. */
export const USUAL_SERVICE_S = 300;
export const MOST_SERVICE_S = 86_400;
/** Metres around a depot. */
export const DEPOT_M = { min: 10, max: 5000, usual: 100 } as const;

export const RUN_STATES = ['planned', 'cancelled'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** Why a stop is skipped where no person said it: since the plan was made, the outlet was closed, deleted or lost its place. */
export const SKIP_CODES = ['outlet-closed', 'outlet-deleted', 'outlet-unplaced'] as const;
export type SkipCode = (typeof SKIP_CODES)[number];

/** From when another vehicle counts on a run, where no moment is said. */
export const VEHICLE_FROM = ['now', 'start'] as const;

/** What the history of a run tells of. */
export const RUN_CHANGES = [
  'made',
  'added',
  'spread',
  'vehicle-busy',
  'vehicle-unavailable',
  'driver-unavailable',
  'used-anyway',
  'vehicle',
  'vehicle-from',
  'driver',
  'start',
  'stop-added',
  'stop-removed',
  'order',
  'skipped',
  'unskipped',
  'service',
  'window',
  'load',
  'cancelled',
  'resumed',
] as const;
/** Stands in the history of a run for a vehicle that the person does not see. */
export const HIDDEN_VEHICLE = 'hidden-vehicle';
export type RunChangeKind = (typeof RUN_CHANGES)[number];
