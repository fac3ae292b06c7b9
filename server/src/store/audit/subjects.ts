import type { Subject } from './audit-subjects.ts';

interface SubjectSpec {
  /** The value that serves as its name. */
  name: string;
  table?: string;
  /** Its table has a column `version`, incremented by each save: for `checkVersion`. */
  versioned?: true;
  /** Deleting only hides its row: for `setDeleted`. */
  hides?: true;
}

/** The common store behaviour of everything in the audit log. */
export const SUBJECTS = {
  vehicle: { name: 'registration', table: 'vehicles', versioned: true },
  meter: { name: 'vehicle', table: 'meter_readings', hides: true },
  sensor: { name: 'name', table: 'sensors', versioned: true, hides: true },
  'sensor-profile': { name: 'name', table: 'sensor_profiles', versioned: true, hides: true },
  'list-view': { name: 'name' },
  'own-field': { name: 'name', table: 'own_fields', versioned: true, hides: true },
  device: { name: 'identity', table: 'devices', versioned: true },
  command: { name: 'vehicle' },
  'command-template': { name: 'name' },
  installation: { name: 'vehicle', table: 'installations', versioned: true },
  driver: { name: 'name', table: 'drivers', versioned: true },
  assignment: { name: 'driver', table: 'driver_assignments', versioned: true },
  group: { name: 'name', table: 'vehicle_groups', versioned: true },
  fence: { name: 'name', table: 'geofences', versioned: true },
  user: { name: 'username', table: 'users', versioned: true },
  role: { name: 'name', table: 'roles', versioned: true },
  menu: { name: 'title', table: 'menus', versioned: true },
  organisation: { name: 'name', table: 'organisations', versioned: true },
  'api-token': { name: 'name' },
  share: { name: 'vehicle' },
  'alarm-rule': { name: 'name', table: 'alarm_rules', versioned: true },
  webhook: { name: 'name', table: 'webhooks', versioned: true },
  place: { name: 'name', table: 'places', versioned: true, hides: true },
  document: { name: 'of', table: 'documents', versioned: true, hides: true },
  contact: { name: 'name', table: 'contacts', versioned: true, hides: true },
  outlet: { name: 'name', table: 'outlets', versioned: true, hides: true },
  territory: { name: 'name', table: 'territories', versioned: true, hides: true },
  depot: { name: 'name', table: 'depots', versioned: true, hides: true },
  route: { name: 'name', table: 'routes', versioned: true, hides: true },
  'route-plan': { name: 'route', table: 'route_plans', versioned: true, hides: true },
  'route-run': { name: 'run', table: 'route_runs', versioned: true },
  'run-link': { name: 'run' },
  task: { name: 'title', table: 'tasks', versioned: true, hides: true },
  message: { name: 'subject' },
  'work-order': { name: 'name', table: 'work_orders', versioned: true, hides: true },
  checklist: { name: 'name', table: 'checklists', versioned: true, hides: true },
  inspection: { name: 'vehicle', table: 'inspections', hides: true },
  'service-plan': { name: 'task', table: 'service_plans', versioned: true, hides: true },
  'service-record': { name: 'vehicle', table: 'service_records', hides: true },
  expense: { name: 'of', table: 'expenses', versioned: true, hides: true },
  plan: { name: 'name', table: 'plans', versioned: true, hides: true },
  subscription: { name: 'organisation', table: 'subscriptions', versioned: true, hides: true },
  invoice: { name: 'number' },
  'credit-note': { name: 'number' },
  payment: { name: 'invoice', table: 'payments', hides: true },
  'recurring-expense': { name: 'of', table: 'recurring_expenses', versioned: true, hides: true },
  budget: { name: 'of', table: 'budgets', versioned: true, hides: true },
  'report-schedule': { name: 'report', table: 'report_schedules', versioned: true },
  'saved-report': { name: 'name', table: 'saved_reports', versioned: true },
  'blocked-network': { name: 'network' },
  'json-profile': { name: 'name', table: 'json_profiles', versioned: true },
  'layout-profile': { name: 'name', table: 'layout_profiles', versioned: true },
} as const satisfies Readonly<Record<Subject, SubjectSpec>>;

type SubjectWith<Spec> = {
  [Name in Subject]: (typeof SUBJECTS)[Name] extends Spec ? Name : never;
}[Subject];

export type VersionedSubject = SubjectWith<{ table: string; versioned: true }>;
export type HiddenSubject = SubjectWith<{ table: string; hides: true }>;
