// Parameters of the dashboard, separate from its schemas, which pages need not load.

/** The ranges that people choose most; days are those of the caller's organisation. `own` uses `from` and `to`. */
export const DASHBOARD_RANGES = ['today', 'yesterday', 'last-7', 'last-30', 'this-month', 'last-month', 'own'] as const;
export type DashboardRange = (typeof DASHBOARD_RANGES)[number];

/** The periods of silence, in days, for which the dashboard counts devices. */
export const SILENT_DAYS = [1, 3, 7, 30] as const;

/** The figures by which vehicles are ranked. */
export const DASHBOARD_FIGURES = [
  'distance',
  'driving',
  'standing',
  'idle',
  'unseen',
  'engine',
  'trips',
  'tows',
  'overspeeds',
  'alarms',
] as const;
export type DashboardFigure = (typeof DASHBOARD_FIGURES)[number];

/** The sum behind each figure. */
export const FIGURE_SUMS = {
  distance: 'distanceM',
  driving: 'drivingS',
  standing: 'standingS',
  idle: 'idleS',
  unseen: 'unseenS',
  engine: 'engineS',
  trips: 'trips',
  tows: 'tows',
  overspeeds: 'overspeeds',
  alarms: 'alarms',
} as const satisfies Record<DashboardFigure, string>;
