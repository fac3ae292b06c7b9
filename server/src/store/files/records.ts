import { RECORD_KIND_NAMES, RECORD_KINDS, type RecordKind } from '@milepost/contract/record-kinds';
import type { Action } from '@milepost/contract/rights';
import type { AuditSubject } from '@milepost/contract/audit-subjects';
import type { Caller } from '../people/callers.ts';
import { areShown, RECORD_TABLES, recordsFrom } from '../records/record-tables.ts';
import { messagesOf } from '../messages/message-rows.ts';
import type { Scope } from '../scope.ts';
import type { Queryable } from '../database.ts';
import { AppError } from '../../errors.ts';

/** Who looks: the scope, the person, and the kinds of records whose menu the person may view. */
export interface Viewer {
  scope: Scope;
  /** Null is the server itself. */
  userId: number | null;
  kinds: readonly RecordKind[];
}

/** SQL of the records that the viewer is shown: id, organisation_id, vehicle_id, name. `$1` are the organisations of the scope. */
function seen({ scope, userId }: Viewer, kind: RecordKind): string {
  if (kind === 'message') return messagesOf(userId);
  const { organisationId, vehicleId, name } = RECORD_TABLES[kind];
  return `SELECT r.id, ${organisationId} AS organisation_id, ${vehicleId} AS vehicle_id, ${name} AS name
    FROM ${recordsFrom(kind)} WHERE ${areShown(kind, scope)}`;
}

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
const OF_ALL: ReadonlySet<RecordKind> = new Set(['driver', 'fence', 'outlet', 'territory', 'route']);

/** Whether the limit of the caller leaves files of such records to be changed. */
export const changesFilesOf = ({ scope }: Caller, kind: RecordKind): boolean =>
  scope.limit === null || !OF_ALL.has(kind);

export const subjectOfKind = (kind: RecordKind): AuditSubject => RECORD_TABLES[kind].subject;

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
         FROM (${seen(viewer, kind)}) seen WHERE id = $2`,
        [viewer.scope.organisationIds, id],
      )
    : { rows: [] };
  if (!rows[0]) throw new AppError('not-found', 'no-record');
  return rows[0];
}

/** SQL: whether a row of `file_links` is at a record that the viewer is shown. `$1` are the organisations of the scope. */
export function isSeenLink(viewer: Viewer, link: string): string {
  const each = viewer.kinds.map((kind) => {
    const isSeen = RECORD_TABLES[kind].many
      ? `EXISTS (SELECT FROM (${seen(viewer, kind)}) seen WHERE seen.id = ${link}.record_id)`
      : `${link}.record_id IN (SELECT seen.id FROM (${seen(viewer, kind)}) seen)`;
    return `(${link}.record_kind = '${kind}' AND ${isSeen})`;
  });
  return each.length === 0 ? 'false' : `(${each.join(' OR ')})`;
}

/**
 * The same for many rows of `file_links`, of organisations of the scope: a link has the organisation of its record, so that
 * for somebody who is not limited it is enough to leave out what was deleted, which is little.
 */
export function isShownLink(viewer: Viewer, link: string): string {
  if (viewer.scope.limit !== null || viewer.kinds.length === 0) return isSeenLink(viewer, link);
  const each = viewer.kinds.map((kind) => {
    const { table, gone } = RECORD_TABLES[kind];
    if (kind === 'message') return `WHEN '${kind}' THEN NOT ${isSeenLink({ ...viewer, kinds: [kind] }, link)}`;
    const isGone = gone === null ? 'false' : `${link}.record_id IN (SELECT r.id FROM ${table} r WHERE ${gone})`;
    return `WHEN '${kind}' THEN ${isGone}`;
  });
  // Said of what is not shown: of a condition like this the planner expects next to nothing, and of its opposite all.
  return `NOT CASE ${link}.record_kind ${each.join(' ')} ELSE true END`;
}

/** SQL of what the record of a row (`record_kind`, `record_id`) is called; NULL where the viewer is not shown it. */
export const recordNameSql = (viewer: Viewer, row: string): string =>
  `CASE ${row}.record_kind ${viewer.kinds
    .map(
      (kind) => `WHEN '${kind}' THEN (SELECT seen.name FROM (${seen(viewer, kind)}) seen
        WHERE seen.id = ${row}.record_id)`,
    )
    .join(' ')} WHEN '' THEN '' END`;

/** SQL that joins what the record of a link is called; `$1` as above. */
export function recordNameJoin(viewer: Viewer, link: string): string {
  const each = viewer.kinds.map(
    (kind) =>
      `SELECT seen.name FROM (${seen(viewer, kind)}) seen WHERE ${link}.record_kind = '${kind}' AND seen.id = ${link}.record_id`,
  );
  return `JOIN LATERAL (${each.length === 0 ? 'SELECT NULL::text AS name WHERE false' : each.join(' UNION ALL ')}) record ON true`;
}
