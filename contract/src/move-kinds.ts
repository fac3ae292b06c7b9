// This file does not import zod, because the dialog uses these kinds.

/** Obstacles that have to be removed before a vehicle or a device can move to another organisation. */
export const MOVE_OBSTACLES = ['run', 'command', 'engine-stop', 'work-order', 'subscription', 'registration'] as const;
export type MoveObstacle = (typeof MOVE_OBSTACLES)[number];

/** The kinds of records that are counted as moving, staying or ending. */
export const MOVE_RECORDS = [
  'vehicles',
  'devices',
  'trips',
  'alarms',
  'readings',
  'sensors',
  'documents',
  'expenses',
  'services',
  'work-orders',
  'inspections',
  'tasks',
  'runs',
  'commands',
  'files',
  'assignments',
  'recurring',
  'budgets',
  'shares',
  'runs-ahead',
  'secrets',
  'networks',
] as const;
export type MoveRecord = (typeof MOVE_RECORDS)[number];

/** Whether the past of a vehicle stays only with the former organisation, or is also copied to the new one. */
export const MOVED_HISTORIES = ['stays', 'goes'] as const;

/** The number of vehicles or devices in one move. */
export const MAX_MOVED_VEHICLES = 100;
