import { RECORD_KIND_NAMES, RECORD_KINDS, type RecordKind } from '@milepost/contract/record-kinds';
import type { Action } from '@milepost/contract/rights';
import type { AuditSubject } from '@milepost/contract/audit-subjects';
import type { Caller } from '../people/callers.ts';
import { andSeenDocument, HOLDER_NAME } from '../documents/document-rows.ts';
import { andSeenExpense } from '../expenses/expense-rows.ts';
import { andSeenDriver } from '../drivers/driver-rows.ts';
import { andSeen, andSeenDevice, andSeenFence, type Scope } from '../scope.ts';
import type { Queryable } from '../database.ts';
import { AppError } from '../../errors.ts';

/** Who looks: the scope, the person, and the kinds of records whose menu the person may view. */
export interface Viewer {
  scope: Scope;
  /** Null is the server itself. */
  userId: number | null;
  kinds: readonly RecordKind[];
}

interface RecordSource {
  subject: AuditSubject;
  /**
   * SQL of the records that the viewer is shown: id, organisation_id, vehicle_id, name. `$1` are the organisations of the
   * scope.
   */
  seen: (viewer: Viewer) => string;
  /** There are too many of them to gather all once for a question about files: each is looked up. */
  many?: true;
}

const SOURCES: Readonly<Record<RecordKind, RecordSource>> = {
  vehicle: {
    subject: 'vehicle',
    seen: ({ scope }) => `SELECT v.id, v.organisation_id, v.id AS vehicle_id, v.registration AS name FROM vehicles v
      WHERE v.organisation_id = ANY($1) AND v.deleted_at IS NULL${andSeen(scope)}`,
  },
  driver: {
    subject: 'driver',
    seen: ({ scope }) => `SELECT r.id, r.organisation_id, NULL::int AS vehicle_id, r.name FROM drivers r
      WHERE r.organisation_id = ANY($1) AND r.deleted_at IS NULL${andSeenDriver(scope, 'r')}`,
  },
  document: {
    subject: 'document',
    seen: ({ scope }) => `SELECT r.id, r.organisation_id, r.vehicle_id, ${HOLDER_NAME} AS name
      FROM documents r JOIN organisations o ON o.id = r.organisation_id LEFT JOIN vehicles v ON v.id = r.vehicle_id
      LEFT JOIN drivers dr ON dr.id = r.driver_id
      WHERE r.organisation_id = ANY($1) AND r.deleted_at IS NULL AND v.deleted_at IS NULL AND dr.deleted_at IS NULL
        ${andSeenDocument(scope, 'r')}`,
  },
  device: {
    subject: 'device',
    seen: ({ scope }) => `SELECT d.id, d.organisation_id, i.vehicle_id, d.identity AS name
      FROM devices d LEFT JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL
      WHERE d.organisation_id = ANY($1) AND d.deleted_at IS NULL${andSeenDevice(scope, 'd.id')}`,
  },
  fence: {
    subject: 'fence',
    seen: ({ scope }) => `SELECT g.id, g.organisation_id, NULL::int AS vehicle_id, g.name FROM geofences g
      WHERE g.organisation_id = ANY($1) AND g.deleted_at IS NULL${andSeenFence(scope, 'g')}`,
  },
  expense: {
    subject: 'expense',
    many: true,
    seen: ({ scope }) => `SELECT r.id, r.organisation_id, r.vehicle_id,
        coalesce(v.registration, r.bill_number, r.day::text) AS name
      FROM expenses r LEFT JOIN vehicles v ON v.id = r.vehicle_id
      WHERE r.organisation_id = ANY($1) AND r.deleted_at IS NULL${andSeenExpense(scope, 'r')}`,
  },
  contact: {
    subject: 'contact',
    seen: () => `SELECT r.id, r.organisation_id, NULL::int AS vehicle_id, r.name FROM contacts r
      WHERE r.organisation_id = ANY($1) AND r.deleted_at IS NULL`,
  },
  alarm: {
    subject: 'alarm',
    many: true,
    seen: ({ scope }) => `SELECT a.id, v.organisation_id, v.id AS vehicle_id, r.name
      FROM alarms a JOIN vehicles v ON v.id = a.vehicle_id JOIN alarm_rules r ON r.id = a.rule_id
      WHERE v.organisation_id = ANY($1)${andSeen(scope)}`,
  },
};

/** Kinds of records on whose menu the caller may do this. */
const kindsWith = ({ permissions }: Caller, action: Action): RecordKind[] =>
  RECORD_KIND_NAMES.filter((kind) => permissions.get(RECORD_KINDS[kind].menu)?.[action] === true);

export const viewerOf = (caller: Caller): Viewer => ({
  scope: caller.scope,
  userId: caller.userId,
  kinds: kindsWith(caller, 'view'),
});

/** Whether the caller may put files at records of some kind. */
export const mayAddFiles = (caller: Caller): boolean =>
  kindsWith(caller, 'create').length > 0 || kindsWith(caller, 'edit').length > 0;

/** What belongs to the whole organisation is changed by nobody who is limited to some vehicles; nor are its files. */
const OF_ALL: ReadonlySet<RecordKind> = new Set(['driver', 'fence']);

/** Whether the limit of the caller leaves files of such records to be changed. */
export const changesFilesOf = ({ scope }: Caller, kind: RecordKind): boolean =>
  scope.limit === null || !OF_ALL.has(kind);

export const subjectOfKind = (kind: RecordKind): RecordSource['subject'] => SOURCES[kind].subject;

export interface SeenRecord {
  id: number;
  organisationId: number;
  vehicleId: number | null;
  name: string;
}

/** @throws AppError `not-found` for a record that the viewer is not shown, or of a kind that the viewer may not view */
export async function requireRecord(db: Queryable, viewer: Viewer, kind: RecordKind, id: number): Promise<SeenRecord> {
  const { rows } = viewer.kinds.includes(kind)
    ? await db.query<SeenRecord>(
        `SELECT id, organisation_id AS "organisationId", vehicle_id AS "vehicleId", name
         FROM (${SOURCES[kind].seen(viewer)}) seen WHERE id = $2`,
        [viewer.scope.organisationIds, id],
      )
    : { rows: [] };
  if (!rows[0]) throw new AppError('not-found', 'no-record');
  return rows[0];
}

/** SQL: whether a row of `file_links` is at a record that the viewer is shown. `$1` are the organisations of the scope. */
export function isSeenLink(viewer: Viewer, link: string): string {
  const each = viewer.kinds.map((kind) => {
    const { seen, many = false } = SOURCES[kind];
    const isSeen = many
      ? `EXISTS (SELECT FROM (${seen(viewer)}) seen WHERE seen.id = ${link}.record_id)`
      : `${link}.record_id IN (SELECT seen.id FROM (${seen(viewer)}) seen)`;
    return `(${link}.record_kind = '${kind}' AND ${isSeen})`;
  });
  return each.length === 0 ? 'false' : `(${each.join(' OR ')})`;
}

/** SQL that joins what the record of a link is called; `$1` as above. */
export function recordNameJoin(viewer: Viewer, link: string): string {
  const each = viewer.kinds.map(
    (kind) =>
      `SELECT seen.name FROM (${SOURCES[kind].seen(viewer)}) seen WHERE ${link}.record_kind = '${kind}' AND seen.id = ${link}.record_id`,
  );
  return `JOIN LATERAL (${each.length === 0 ? 'SELECT NULL::text AS name WHERE false' : each.join(' UNION ALL ')}) record ON true`;
}
