// What the dashboard can be asked for; apart from its schemas, which pages need not load.

/** The ranges that people ask for most; days are those of the caller's organisation. `own` is told by `from` and `to`. */
export const DASHBOARD_RANGES = ['today', 'yesterday', 'last-7', 'last-30', 'this-month', 'last-month', 'own'] as const;
export type DashboardRange = (typeof DASHBOARD_RANGES)[number];

/** How long a device has been silent, in days: what the dashboard counts. */
export const SILENT_DAYS = [1, 3, 7, 30] as const;

/** What vehicles are ranked by. */
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

/** The sum that each figure is. */
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
