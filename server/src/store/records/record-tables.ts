import type { AuditSubject } from '@milepost/contract/audit-subjects';
import type { PlainCode } from '@milepost/contract/fault';
import type { RecordKind } from '@milepost/contract/record-kinds';
import { andSeenDocument } from '../documents/document-rows.ts';
import { andSeenDriver } from '../drivers/driver-rows.ts';
import { andSeenExpense, expenseOf } from '../expenses/expense-rows.ts';
import { andSeenRoute } from '../routes/route-rows.ts';
import { andSeenTask } from '../tasks/task-rows.ts';
import { andSeenContact, andSeenFence, andSeenOutlet, andSeenTerritory } from '../common-records.ts';
import { andSeen, andSeenDevice, type Scope } from '../scope.ts';

/**
 * The rules for changing a record and its files, in addition to the right to its menu. Each kind states all of them.
 */
interface RecordChange {
  /** Whether limited people can change it: not if the record belongs to the whole organisation. */
  limited: boolean;
  /** SQL of the only organisation that can change it, such as the seller's; null if everybody who sees it can. */
  by: string | null;
  /**
   * SQL of the state in which nobody can change it any more, because it was sent, signed, closed or billed, and the
   * fault.
   */
  final: { when: string; fault: PlainCode } | null;
  /** SQL of single files (`l` of `file_links`) that nobody can change, and the fault; null if there are none. */
  finalFiles: { when: string; fault: PlainCode } | null;
}

/** A record that everybody who sees it can change. */
const OPEN: RecordChange = { limited: true, by: null, final: null, finalFiles: null };
/** A record of the whole organisation. */
const OF_ORGANISATION: RecordChange = { ...OPEN, limited: false };

/** SQL of the records of a kind, for search, files and the audit log. */
interface RecordTable {
  /** The subject in the audit log. */
  subject: AuditSubject;
  /** The table, with the alias `r`. */
  table: string;
  /** The joins that the other properties need. */
  joins: string;
  organisationId: string;
  /** The vehicle of the record; `NULL::int` if there is none. */
  vehicleId: string;
  /** The name of the record. */
  name: string;
  /** ` AND …` that excludes deleted records. */
  andThere: string;
  /** Records that nobody can see any more; null if the kind has none. There are few of them. */
  gone: string | null;
  /** ` AND …` that limits to the records visible in the scope, and excludes those of deleted records. */
  andShown: (scope: Scope) => string;
  change: RecordChange;
  /** There are too many to collect all for a query about files: they are looked up one by one. */
  many?: true;
}

const OWN = {
  joins: '',
  organisationId: 'r.organisation_id',
  vehicleId: 'NULL::int',
  name: 'r.name',
  andThere: ' AND r.deleted_at IS NULL',
  gone: 'r.deleted_at IS NOT NULL',
};

/** ` AND …`: records that concern all vehicles of an organisation are not visible to limited people. */
const ofEverybody = ({ limit }: Scope): string => (limit === null ? '' : ' AND false');

export const RECORD_TABLES: Readonly<Record<RecordKind, RecordTable>> = {
  vehicle: {
    ...OWN,
    subject: 'vehicle',
    table: 'vehicles',
    vehicleId: 'r.id',
    name: 'r.registration',
    andShown: (scope) => andSeen(scope, 'r.id'),
    change: OPEN,
  },
  driver: {
    ...OWN,
    subject: 'driver',
    table: 'drivers',
    andShown: (scope) => andSeenDriver(scope, 'r'),
    change: OF_ORGANISATION,
  },
  device: {
    ...OWN,
    subject: 'device',
    table: 'devices',
    joins: 'LEFT JOIN installations i ON i.device_id = r.id AND i.removed_at IS NULL',
    vehicleId: 'i.vehicle_id',
    name: 'r.identity',
    andShown: (scope) => andSeenDevice(scope, 'r.id'),
    change: OPEN,
  },
  fence: {
    ...OWN,
    subject: 'fence',
    table: 'geofences',
    andShown: (scope) => andSeenFence(scope, 'r'),
    change: OF_ORGANISATION,
  },
  document: {
    ...OWN,
    subject: 'document',
    table: 'documents',
    vehicleId: 'r.vehicle_id',
    name: 'r.holder_name',
    gone: '(r.deleted_at IS NOT NULL OR r.holder_gone)',
    andShown: (scope) => ` AND NOT r.holder_gone${andSeenDocument(scope, 'r')}`,
    change: OPEN,
  },
  expense: {
    ...OWN,
    subject: 'expense',
    table: 'expenses',
    joins: `LEFT JOIN vehicles v ON v.id = r.vehicle_id LEFT JOIN contacts c ON c.id = r.vendor_id
      LEFT JOIN drivers dr ON dr.id = r.driver_id`,
    vehicleId: 'r.vehicle_id',
    name: expenseOf('r'),
    andShown: (scope) => andSeenExpense(scope, 'r'),
    many: true,
    change: { ...OPEN, final: { when: `r.state = 'approved'`, fault: 'expense-approved' } },
  },
  inspection: {
    ...OWN,
    subject: 'inspection',
    table: 'inspections',
    joins: 'JOIN vehicles v ON v.id = r.vehicle_id',
    vehicleId: 'r.vehicle_id',
    name: `v.registration || ' · ' || r.name`,
    andShown: (scope) => andSeen(scope, 'r.vehicle_id'),
    many: true,
    change: { ...OPEN, final: { when: 'true', fault: 'inspection-signed' } },
  },
  'work-order': {
    ...OWN,
    subject: 'work-order',
    table: 'work_orders',
    joins: 'JOIN vehicles v ON v.id = r.vehicle_id LEFT JOIN contacts c ON c.id = r.vendor_id',
    vehicleId: 'r.vehicle_id',
    name: `'WO-' || r.number || ' · ' || r.title`,
    andShown: (scope) => andSeen(scope, 'r.vehicle_id'),
    many: true,
    change: { ...OPEN, final: { when: `r.state = 'done'`, fault: 'work-order-done' } },
  },
  'service-plan': {
    ...OWN,
    subject: 'service-plan',
    table: 'service_plans',
    name: 'r.task',
    // A plan shows vehicles regardless of the limit.
    andShown: ({ limit }) => ` AND ${String(limit === null)}`,
    change: OF_ORGANISATION,
  },
  task: {
    ...OWN,
    subject: 'task',
    table: 'tasks',
    vehicleId: 'r.vehicle_id',
    name: 'r.title',
    andShown: (scope) => andSeenTask(scope, 'r'),
    many: true,
    change: OPEN,
  },
  // Visible to the author and the recipients, in any organisation, as `messagesOf` defines; the scope does not matter.
  message: {
    ...OWN,
    subject: 'message',
    table: 'messages',
    name: 'r.subject',
    andThere: '',
    gone: null,
    andShown: () => ' AND false',
    many: true,
    change: { ...OPEN, final: { when: 'r.sent_at IS NOT NULL', fault: 'message-sent' } },
  },
  contact: {
    ...OWN,
    subject: 'contact',
    table: 'contacts',
    andShown: (scope) => andSeenContact(scope, 'r'),
    change: OPEN,
  },
  outlet: {
    ...OWN,
    subject: 'outlet',
    table: 'outlets',
    andShown: (scope) => andSeenOutlet(scope, 'r'),
    change: OF_ORGANISATION,
  },
  territory: {
    ...OWN,
    subject: 'territory',
    table: 'territories',
    andShown: (scope) => andSeenTerritory(scope, 'r'),
    change: OF_ORGANISATION,
  },
  route: {
    ...OWN,
    subject: 'route',
    table: 'routes',
    andShown: (scope) => andSeenRoute(scope, 'r'),
    change: OF_ORGANISATION,
  },
  // A day of a route; its photos are those of its stops.
  run: {
    ...OWN,
    subject: 'route-run',
    table: 'route_runs',
    joins: 'JOIN routes ro ON ro.id = r.route_id',
    vehicleId: 'r.vehicle_id',
    name: `ro.name || ' · ' || r.day`,
    andThere: '',
    gone: null,
    andShown: (scope) => andSeen(scope, 'r.vehicle_id'),
    many: true,
    change: {
      ...OPEN,
      finalFiles: {
        when: 'EXISTS (SELECT FROM run_word_photos p WHERE p.run_id = l.record_id AND p.file_id = l.file_id)',
        fault: 'photo-of-driver',
      },
    },
  },
  subscription: {
    ...OWN,
    subject: 'subscription',
    table: 'subscriptions',
    joins: 'JOIN organisations o ON o.id = r.organisation_id JOIN plans p ON p.id = r.plan_id',
    name: 'o.name',
    andShown: ofEverybody,
    change: { ...OF_ORGANISATION, by: 'r.seller_id' },
  },
  invoice: {
    ...OWN,
    subject: 'invoice',
    table: 'invoices',
    name: 'r.organisation_name',
    andThere: '',
    gone: null,
    andShown: ofEverybody,
    change: { ...OF_ORGANISATION, by: 'r.issuer_id', final: { when: 'true', fault: 'invoice-issued' } },
  },
  alarm: {
    subject: 'alarm',
    table: 'alarms',
    joins: 'JOIN vehicles v ON v.id = r.vehicle_id JOIN alarm_rules rule ON rule.id = r.rule_id',
    organisationId: 'v.organisation_id',
    vehicleId: 'v.id',
    name: 'rule.name',
    andThere: '',
    gone: null,
    andShown: (scope) => andSeen(scope),
    many: true,
    change: OPEN,
  },
};

/** SQL: the tables of a kind, with further joins of a query. */
export const recordsFrom = (kind: RecordKind, more = ''): string => {
  const { table, joins } = RECORD_TABLES[kind];
  return `${table} r ${joins} ${more}`;
};

/** SQL: the records of the organisations `$1` that are visible in the scope. */
export const areShown = (kind: RecordKind, scope: Scope): string => {
  const { organisationId, andThere, andShown } = RECORD_TABLES[kind];
  return `${organisationId} = ANY($1)${andThere}${andShown(scope)}`;
};
