import { RECORD_TABLES, recordOf, type RecordSubject } from '../records/record-tables.ts';
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

type OfRecords = RecordSubject<{ audit: object }>;

/** The common store behaviour of everything in the audit log that is not a record of `RECORD_TABLES`. */
const OTHERS = {
  meter: { name: 'vehicle', table: 'meter_readings', hides: true },
  sensor: { name: 'name', table: 'sensors', versioned: true, hides: true },
  'sensor-profile': { name: 'name', table: 'sensor_profiles', versioned: true, hides: true },
  'list-view': { name: 'name' },
  'own-field': { name: 'name', table: 'own_fields', versioned: true, hides: true },
  command: { name: 'vehicle' },
  'command-template': { name: 'name' },
  installation: { name: 'vehicle', table: 'installations', versioned: true },
  assignment: { name: 'driver', table: 'driver_assignments', versioned: true },
  group: { name: 'name', table: 'vehicle_groups', versioned: true },
  user: { name: 'username', table: 'users', versioned: true },
  role: { name: 'name', table: 'roles', versioned: true },
  menu: { name: 'title', table: 'menus', versioned: true },
  organisation: { name: 'name', table: 'organisations', versioned: true },
  'legal-hold': { name: 'vehicle' },
  'private-rule': { name: 'of', table: 'private_rules', versioned: true, hides: true },
  'private-mark': { name: 'vehicle' },
  'api-token': { name: 'name' },
  share: { name: 'vehicle' },
  'alarm-rule': { name: 'name', table: 'alarm_rules', versioned: true },
  webhook: { name: 'name', table: 'webhooks', versioned: true },
  place: { name: 'name', table: 'places', versioned: true, hides: true },
  depot: { name: 'name', table: 'depots', versioned: true, hides: true },
  'route-plan': { name: 'route', table: 'route_plans', versioned: true, hides: true },
  'run-link': { name: 'run' },
  checklist: { name: 'name', table: 'checklists', versioned: true, hides: true },
  'service-record': { name: 'vehicle', table: 'service_records', hides: true },
  plan: { name: 'name', table: 'plans', versioned: true, hides: true },
  'credit-note': { name: 'number' },
  payment: { name: 'invoice', table: 'payments', hides: true },
  'recurring-expense': { name: 'of', table: 'recurring_expenses', versioned: true, hides: true },
  budget: { name: 'of', table: 'budgets', versioned: true, hides: true },
  'report-schedule': { name: 'report', table: 'report_schedules', versioned: true },
  'saved-report': { name: 'name', table: 'saved_reports', versioned: true },
  'blocked-network': { name: 'network' },
  'json-profile': { name: 'name', table: 'json_profiles', versioned: true },
  'layout-profile': { name: 'name', table: 'layout_profiles', versioned: true },
} as const satisfies Readonly<Record<Exclude<Subject, OfRecords>, SubjectSpec>>;
type Other = keyof typeof OTHERS;

type OtherWith<Spec> = { [Name in Other]: (typeof OTHERS)[Name] extends Spec ? Name : never }[Other];

export type VersionedSubject =
  | OtherWith<{ table: string; versioned: true }>
  | RecordSubject<{ audit: { versioned: true } }>;
export type HiddenSubject = OtherWith<{ table: string; hides: true }> | RecordSubject<{ audit: { hides: true } }>;

const isOther = (subject: Subject): subject is Other => Object.hasOwn(OTHERS, subject);

/** The value that serves as the name of a subject. */
export function nameOfSubject(subject: Subject): string {
  const name = isOther(subject) ? OTHERS[subject].name : recordOf(subject)?.audit?.name;
  if (name === undefined) throw new Error(`${subject} has no name`);
  return name;
}

/** The table of a subject whose row has a version or is hidden. */
export function tableOfSubject(subject: VersionedSubject | HiddenSubject): string {
  const table = isOther(subject) ? OTHERS[subject].table : recordOf(subject)?.table;
  if (table === undefined) throw new Error(`${subject} has no table`);
  return table;
}

/** Every table whose rows have a version. */
export const VERSIONED_TABLES: readonly string[] = [
  ...Object.values(OTHERS).flatMap((spec) => ('versioned' in spec ? [spec.table] : [])),
  ...Object.values(RECORD_TABLES).flatMap(({ table, audit }) => (audit?.versioned ? [table] : [])),
];
