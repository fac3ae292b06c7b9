// This file does not import zod, because the browser builds addresses of records from here.
import type { MenuKey } from './menus.ts';

interface RecordKindSpec {
  /** The right to view this menu includes viewing the record, within the person's limit. */
  menu: MenuKey;
  /** The path of the record without a leading slash; `:id` is its number. */
  path: string;
  /** Present if the calls for such records refuse API tokens: then their files refuse them, too. */
  person?: true;
  /** Present if its files stay as long as the record, whatever the retention: for accounts, and as evidence. */
  keepsFiles?: true;
}

/**
 * The records to which files, tasks, reminders, the palette and the audit log can refer. A new kind is a line here; the
 * compiler demands what the server and the browser need in addition.
 */
export const RECORD_KINDS = {
  vehicle: { menu: 'vehicles', path: 'vehicle-info/:id' },
  driver: { menu: 'drivers', path: 'driver-info/:id' },
  device: { menu: 'devices', path: 'settings/devices?open=:id' },
  fence: { menu: 'geo-fence', path: 'geo-fence?fence=:id' },
  document: { menu: 'media', path: 'media/documents?open=:id', keepsFiles: true },
  'service-plan': { menu: 'maintenance', path: 'vehicle-info/maintenance/plans?open=:id', keepsFiles: true },
  'work-order': { menu: 'maintenance', path: 'vehicle-info/maintenance/orders?open=:id', keepsFiles: true },
  inspection: { menu: 'maintenance', path: 'vehicle-info/maintenance/inspections/:id', keepsFiles: true },
  expense: { menu: 'expenses', path: 'expenses?open=:id', keepsFiles: true },
  contact: { menu: 'contacts', path: 'apps/contacts?open=:id', keepsFiles: true },
  outlet: { menu: 'outlets', path: 'settings/outlets/:id' },
  territory: { menu: 'outlets', path: 'settings/territory-settings?territory=:id' },
  route: { menu: 'routes', path: 'settings/routes/:id' },
  run: { menu: 'routes', path: 'settings/runs?open=:id' },
  subscription: { menu: 'subscriptions', path: 'admin/subscriptions?open=:id', keepsFiles: true },
  invoice: { menu: 'subscriptions', path: 'admin/invoices?open=:id', keepsFiles: true },
  task: { menu: 'tasks', path: 'apps/tasks?open=:id' },
  message: { menu: 'messages', path: 'email?open=:id', person: true },
  alarm: { menu: 'alarms', path: 'dashboard/alarms?open=:id' },
} as const satisfies Readonly<Record<string, RecordKindSpec>>;

export type RecordKind = keyof typeof RECORD_KINDS;

export const isRecordKind = (text: string): text is RecordKind => Object.hasOwn(RECORD_KINDS, text);

/** Every kind, in the order of the table. */
export const RECORD_KIND_NAMES: readonly RecordKind[] = Object.keys(RECORD_KINDS).filter(isRecordKind);

/** True if an API token has the same access to records of a kind as its owner. */
export const isForTokens = (kind: RecordKind): boolean => !('person' in RECORD_KINDS[kind]);

/** The path of a record without a leading slash. */
export const recordPath = (kind: RecordKind, id: number): string => RECORD_KINDS[kind].path.replace(':id', String(id));

/** The kinds whose files stay as long as the record. */
export const FILE_KEEPERS: readonly RecordKind[] = RECORD_KIND_NAMES.filter(
  (kind) => 'keepsFiles' in RECORD_KINDS[kind],
);
