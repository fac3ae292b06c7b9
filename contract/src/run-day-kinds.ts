// Without zod: screens take their words and colours from here.

/** How a run of a day gets on, those that need somebody first. */
export const RUN_DAY_STATES = ['late', 'under-way', 'ahead', 'missed', 'unknown', 'done', 'cancelled'] as const;
export type RunDayState = (typeof RUN_DAY_STATES)[number];

/** What became of a stop; `unknown`: nothing was heard of the vehicle on that day. */
export const STOP_STATES = ['planned', 'arrived', 'done', 'missed', 'skipped', 'unplanned', 'unknown'] as const;
export type StopState = (typeof STOP_STATES)[number];

/** Figures of a day that are made of stops, so that these can be listed. */
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

/** Without a window, so many minutes after its planned time a stop is late; a run that has not begun, after its start. */
export const LATE_AFTER_MIN = 15;

/** Why it is not certain that a stop was served. */
export const RUN_FINDINGS = ['shared', 'neighbour'] as const;

/** So many visits beside the plan, differences and changes of one run are told. */
export const MOST_BESIDE = 300;
export const MOST_FACT_CHANGES = 300;
/** Territories that are compared. */
export const MOST_COMPARED = 500;
