// Without zod: the dialog takes its words from here.

/** What has to be finished or changed before a vehicle or a device moves to another organisation. */
export const MOVE_OBSTACLES = ['run', 'command', 'engine-stop', 'work-order', 'subscription', 'registration'] as const;
export type MoveObstacle = (typeof MOVE_OBSTACLES)[number];

/** What is counted of what goes, stays and ends. */
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

/** Whether the past of a vehicle stays with the former organisation alone, or goes along to the other one as well. */
export const MOVED_HISTORIES = ['stays', 'goes'] as const;

/** Vehicles or devices at once. */
export const MOST_MOVED = 100;
