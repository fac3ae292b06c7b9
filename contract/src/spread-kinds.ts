// Without zod: the screen takes them from here.

/** Vehicles over which the stops of a day are spread at once; the stops are bounded as those of one run. */
export const MOST_SPREAD_VEHICLES = 30;

/** In what the loads of stops are counted: a vehicle's papers give the capacity in the same unit. */
export const LOAD_UNITS = ['kg', 'crates', 'm3'] as const;
export type LoadUnit = (typeof LOAD_UNITS)[number];

/**
 * Why a stop is on no vehicle: it has no coordinates; it is closed that day; no road leads to it; it is heavier than any
 * vehicle takes; even an empty vehicle is there too late or back too late; no vehicle has room left; the time of the
 * vehicles is used up; a person took it out, and it would fit.
 */
export const LEFT_REASONS = [
  'unplaced',
  'closed',
  'unreachable',
  'too-heavy',
  'too-late',
  'no-room',
  'no-time',
  'taken-out',
] as const;
export type LeftReason = (typeof LEFT_REASONS)[number];

/** By what a vehicle's depot and start are known: its plan, the plans of its group, or the depot at which it stands. */
export const SHIFT_SOURCES = ['plan', 'group', 'depot'] as const;
