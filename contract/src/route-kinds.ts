// This file does not import zod, because lists and forms of the browser use these limits.

/** The stops of one route or run; the solver accepts as many. */
export const MAX_STOPS = 300;
/** The routes of one organisation. */
export const MAX_ROUTES = 2000;
export const MAX_DEPOTS = 500;
/** The plans of one route. */
export const MAX_PLANS = 50;

/** The products of one load. */
export const MAX_PRODUCTS = 50;

/** The number of days ahead for which runs are created. */
export const AHEAD_DAYS = 14;
/** The longest interval of a plan in weeks. */
export const MAX_WEEKS = 8;

/** The shortest time at an outlet that counts as served, seconds. */
export const DWELL_S = { min: 10, max: 3600, usual: 120 } as const;
/** The duration of a stop if neither the plan nor the outlet has one, seconds. */
export const USUAL_SERVICE_S = 300;
export const MAX_SERVICE_S = 86_400;
/** The radius of a depot in metres. */
export const DEPOT_M = { min: 10, max: 5000, usual: 100 } as const;

export const RUN_STATES = ['planned', 'cancelled'] as const;
export type RunState = (typeof RUN_STATES)[number];

/**
 * Why a stop is skipped without a decision by a person: since the plan was made, the outlet was closed, deleted or lost
 * its coordinates.
 */
export const SKIP_CODES = ['outlet-closed', 'outlet-deleted', 'outlet-unplaced'] as const;
export type SkipCode = (typeof SKIP_CODES)[number];

/** When another vehicle takes over a run, if no time is given. */
export const VEHICLE_FROM = ['now', 'start'] as const;

/** The entries of a run's history. */
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
/** Replaces a vehicle in the history of a run that the person does not see. */
export const HIDDEN_VEHICLE = 'hidden-vehicle';
export type RunChangeKind = (typeof RUN_CHANGES)[number];
