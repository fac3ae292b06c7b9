// This file does not import zod, because screens use these for texts and colours.

/** The state of a run of a day, those that need attention first. */
export const RUN_DAY_STATES = ['late', 'under-way', 'ahead', 'missed', 'unknown', 'done', 'cancelled'] as const;
export type RunDayState = (typeof RUN_DAY_STATES)[number];

/** The state of a stop; `unknown`: no contact with the vehicle on that day. */
export const STOP_STATES = ['planned', 'arrived', 'done', 'missed', 'skipped', 'unplanned', 'unknown'] as const;
export type StopState = (typeof STOP_STATES)[number];

/** Figures of a day that consist of stops, so that these can be listed. */
export const STOP_FIGURES = [
  'planned',
  'visited',
  'missed',
  'unknown',
  'skipped',
  'unplanned',
  'late',
  'on-time',
  'unvisited',
  'doubts',
  'returned',
  'sold',
] as const;
export type StopFigure = (typeof STOP_FIGURES)[number];

/**
 * A stop without a window is late this many minutes after its planned time, and a run that has not begun, after its
 * start.
 */
export const LATE_AFTER_MIN = 15;

/** Why it is uncertain that a stop was served. */
export const RUN_FINDINGS = ['shared', 'neighbour'] as const;

/** The most unplanned visits, differences and changes of one run that are listed. */
export const MAX_UNPLANNED_VISITS = 300;
export const MAX_FACT_CHANGES = 300;
/** The most territories that are compared. */
export const MAX_COMPARED_TERRITORIES = 500;
