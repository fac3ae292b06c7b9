// This file does not import zod, because the screen uses these limits.

/** The vehicles over which the stops of a day can be spread; the stops have the limit of one run. */
export const MAX_SPREAD_VEHICLES = 30;

/** The units of stop loads: a vehicle's papers give its capacity in the same unit. */
export const LOAD_UNITS = ['kg', 'crates', 'm3'] as const;
export type LoadUnit = (typeof LOAD_UNITS)[number];

/**
 * Why a stop has no vehicle: it has no coordinates; it is closed that day; no road leads to it; it is heavier than the
 * capacity of every vehicle; even an empty vehicle would arrive or return too late; no vehicle has capacity left; the
 * vehicles have no time left; a person removed it although it would fit.
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

/** The source of a vehicle's depot and start: its plan, the plans of its group, or the depot at which it stands. */
export const SHIFT_SOURCES = ['plan', 'group', 'depot'] as const;
