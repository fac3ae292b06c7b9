import type { MoveRecord } from '@milepost/contract/move-kinds';

/**
 * What happens to the rows of a table when their vehicle moves to another organisation. Each move creates a record of
 * the vehicle in the other organisation, or continues its earlier one there; the former record keeps its rows.
 */
type Fate =
  /** The rows stay with the former record, and so with the organisation that created them. */
  | 'stays'
  /** The rows stay, but their future parts end. */
  | 'ends'
  /** The rows stay, and the new record begins with a copy of the present ones. */
  | 'copied'
  /** The rows belong to an installation, which stays with the former record. */
  | 'of-installation'
  /** The rows belong to a device, whose former record keeps its data up to the move. */
  | 'of-device'
  /** The rows are computed from other rows, for the former record until then. */
  | 'derived';

interface Moved {
  fate: Fate;
  /**
   * If the past is copied, the new record also has it: copied, or computed from the recorded data by the other
   * organisation's rules.
   */
  along?: 'copied' | 'made';
  /** The preview's name for its rows `u`, and the condition for counting them; equal names are summed. */
  counted?: { as: MoveRecord; where: string };
  /** The same for rows that end. $2: the time of the move. */
  ending?: { as: MoveRecord; where: string };
}

const THERE = 'u.deleted_at IS NULL';
const counted = (as: MoveRecord, where = 'true') => ({ as, where });

/** Every table that refers to a vehicle, a device or an installation: a test walks the schema. */
export const MOVED_RECORDS: Readonly<Record<string, Moved>> = {
  // Recorded data and facts
  installations: { fate: 'ends', along: 'copied' },
  trips: { fate: 'of-installation', along: 'made', counted: counted('trips') },
  alarms: { fate: 'of-installation', along: 'made', counted: counted('alarms') },
  day_totals: { fate: 'of-installation', along: 'made' },
  fuel_changes: { fate: 'of-installation', along: 'made' },
  idles: { fate: 'of-installation', along: 'made' },
  late_marks: { fate: 'of-installation', along: 'made' },
  overspeeds: { fate: 'of-installation', along: 'made' },
  recompute_requests: { fate: 'of-installation' },
  place_stays: { fate: 'of-installation', along: 'made' },
  sensor_readings: { fate: 'of-installation', along: 'made' },
  stops: { fate: 'of-installation', along: 'made' },
  switch_spans: { fate: 'of-installation', along: 'made' },
  tag_spans: { fate: 'of-installation', along: 'made' },
  tows: { fate: 'of-installation', along: 'made' },
  tracking_checkpoints: { fate: 'of-installation', along: 'made' },
  tracking_states: { fate: 'of-installation', along: 'made' },
  visits: { fate: 'of-installation', along: 'made' },
  driven_days: { fate: 'derived', along: 'made' },
  driven_late: { fate: 'derived', along: 'made' },
  // Data of a device, and its identification
  awaited_devices: { fate: 'of-device' },
  device_doubts: { fate: 'of-device' },
  device_states: { fate: 'of-device' },
  damaged_chunks: { fate: 'of-device' },
  refused_days: { fate: 'of-device' },
  deleted_positions: { fate: 'of-device' },
  position_chunks: { fate: 'of-device' },
  sealed_positions: { fate: 'of-device' },
  positions: { fate: 'of-device' },
  refused_reports: { fate: 'of-device' },
  reported_networks: { fate: 'of-device' },
  status_report_chunks: { fate: 'of-device' },
  status_reports: { fate: 'of-device' },
  telemetry_days: { fate: 'of-device' },
  telemetry_late: { fate: 'of-device' },
  // Properties of a vehicle
  meter_readings: { fate: 'copied', along: 'copied', counted: counted('readings', THERE) },
  sensors: { fate: 'copied', along: 'copied', counted: counted('sensors', THERE) },
  vehicle_sensor_profiles: { fate: 'copied' },
  vehicle_statuses: { fate: 'stays', along: 'copied' },
  vehicle_group_changes: { fate: 'stays' },
  private_marks: { fate: 'stays' },
  private_rules: { fate: 'stays' },
  // Office records of the organisation
  budgets: { fate: 'ends', ending: counted('budgets', `${THERE} AND coalesce(u.last_month, 'infinity') > $2::date`) },
  device_commands: { fate: 'stays', counted: counted('commands') },
  documents: { fate: 'stays', counted: counted('documents', THERE) },
  expenses: { fate: 'stays', counted: counted('expenses', THERE) },
  file_links: { fate: 'stays', counted: counted('files') },
  legal_holds: { fate: 'stays' },
  inspections: { fate: 'stays', counted: counted('inspections', THERE) },
  recurring_expenses: { fate: 'ends', ending: counted('recurring', `${THERE} AND NOT u.paused`) },
  service_records: { fate: 'stays', counted: counted('services', THERE) },
  service_dues: { fate: 'ends' },
  service_reminders: { fate: 'stays' },
  tasks: { fate: 'stays', counted: counted('tasks', THERE) },
  work_orders: { fate: 'stays', counted: counted('work-orders', THERE) },
  // Drivers and viewers
  driver_assignments: {
    fate: 'ends',
    ending: counted('assignments', `coalesce(u.to_time, 'infinity') > $2::timestamptz`),
  },
  shares: { fate: 'ends', ending: counted('shares', 'u.revoked_at IS NULL AND u.expires_at > $2::timestamptz') },
  // Routes
  route_plans: { fate: 'ends' },
  route_runs: {
    fate: 'ends',
    counted: counted('runs', 'u.starts_at <= now()'),
    ending: counted('runs-ahead', `u.state = 'planned' AND u.starts_at > $2::timestamptz`),
  },
  run_marks: { fate: 'derived' },
  run_vehicles: { fate: 'derived' },
  run_visit_sums: { fate: 'derived' },
  run_visits: { fate: 'derived' },
};

/**
 * Tables that list several vehicles: rules, geofences and the like of an organisation only apply to its own vehicles,
 * so that a listed vehicle that has moved has no effect; it counts again when it returns.
 */
export const MOVED_CHOICES = [
  'alarm_rules',
  'contacts',
  'downloads',
  'geofences',
  'service_plans',
  'subscriptions',
  'users',
] as const;
