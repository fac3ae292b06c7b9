import { isForTokens, RECORD_KIND_NAMES, RECORD_KINDS, type RecordKind } from '@milepost/contract/record-kinds';
import type { Action } from '@milepost/contract/rights';
import type { AuditSubject } from '@milepost/contract/audit-subjects';
import type { Caller } from '../people/callers.ts';
import { isOwnBill } from '../drivers/own-day.ts';
import { driversOf } from '../drivers/own-driver.ts';
import { areShown, RECORD_TABLES, recordsFrom } from '../records/record-tables.ts';
import { messagesOf } from '../messages/message-rows.ts';
import { idsSql, type Scope } from '../scope.ts';
import type { Queryable } from '../database.ts';
import { AppError } from '../../errors.ts';

/** The viewer: the scope, the person, and the kinds of records whose menu the person can view. */
export interface Viewer {
  scope: Scope;
  /** Null for the server itself. */
  userId: number | null;
  kinds: readonly RecordKind[];
  /**
   * The kinds among them of which the person, as a driver, only sees their own records, without a right to the menu.
   */
  own?: readonly RecordKind[];
}

/**
 * SQL: true when a record `r` is a driver's own, by the id of the account. Without the menu, drivers only see these.
 */
const IS_OWN = {
  driver: (user) => `r.id IN (${driversOf(user)})`,
  document: (user) => `r.driver_id IN (${driversOf(user)})`,
  inspection: (user) => `r.created_by = ${user}`,
  expense: (user) => isOwnBill('r', user),
  run: (user) => `r.driver_id IN (${driversOf(user)})`,
} as const satisfies Partial<Record<RecordKind, (user: string) => string>>;
type OwnKind = keyof typeof IS_OWN;
const isOwnKind = (kind: RecordKind): kind is OwnKind => Object.hasOwn(IS_OWN, kind);

/**
 * SQL of the records that the viewer can see: id, organisation_id, vehicle_id, name. `$1` are the organisations of the
 * scope.
 */
function seen({ scope, userId, own }: Viewer, kind: RecordKind): string {
  if (kind === 'message') return messagesOf(userId);
  if (isOwnKind(kind) && own?.includes(kind)) return ownRecords(scope, kind, userId);
  const { organisationId, vehicleId, name } = RECORD_TABLES[kind];
  return `SELECT r.id, ${organisationId} AS organisation_id, ${vehicleId} AS vehicle_id, ${name} AS name
    FROM ${recordsFrom(kind)} WHERE ${areShown(kind, scope)}`;
}

const idSql = (userId: number | null): string => (userId === null ? 'NULL::int' : String(userId));

/** A person's own records are visible regardless of the account's limit to vehicles. */
function ownRecords(scope: Scope, kind: OwnKind, userId: number | null): string {
  const { organisationId, vehicleId, name } = RECORD_TABLES[kind];
  return `SELECT r.id, ${organisationId} AS organisation_id, ${vehicleId} AS vehicle_id, ${name} AS name
    FROM ${recordsFrom(kind)} WHERE ${areShown(kind, { ...scope, limit: null })} AND ${IS_OWN[kind](idSql(userId))}`;
}

/**
 * True when the caller has this right for records of a kind: by its menu, and unless the call is by an API token and
 * the kind refuses these.
 */
export const mayWithKind = ({ permissions, token }: Caller, kind: RecordKind, action: Action): boolean =>
  permissions.get(RECORD_KINDS[kind].menu)?.[action] === true && (token === null || isForTokens(kind));

const kindsWith = (caller: Caller, action: Action): RecordKind[] =>
  RECORD_KIND_NAMES.filter((kind) => mayWithKind(caller, kind, action));

export function viewerOf(caller: Caller): Viewer {
  const kinds = kindsWith(caller, 'view');
  const own =
    caller.permissions.get('my-day')?.view === true
      ? RECORD_KIND_NAMES.filter((kind) => isOwnKind(kind) && !kinds.includes(kind))
      : [];
  return { scope: caller.scope, userId: caller.userId, kinds: [...kinds, ...own], own };
}

/**
 * The viewer for a driver's entries: only sees the driver's own records of one kind, and the person's own unattached
 * files. Otherwise a file hidden by a limit could be attached to an own record and read there.
 */
export const ownViewerOf = ({ scope, userId }: Pick<Caller, 'scope' | 'userId'>, kind: OwnKind): Viewer => ({
  scope,
  userId,
  kinds: [kind],
  own: [kind],
});

/** True when the caller can attach files to records of some kind. */
export const mayAddFiles = (caller: Caller): boolean =>
  kindsWith(caller, 'create').length > 0 ||
  caller.permissions.get('my-day')?.create === true ||
  kindsWith(caller, 'edit').length > 0;

/** True when the caller's limit allows changing records of a kind, and their files with them. */
export const limitLeaves = ({ scope }: Pick<Viewer, 'scope'>, kind: RecordKind): boolean =>
  scope.limit === null || RECORD_TABLES[kind].change.limited;

/** The kinds of records that the caller can view and edit. */
export const editedKinds = (caller: Caller): RecordKind[] =>
  kindsWith(caller, 'view').filter((kind) => mayWithKind(caller, kind, 'edit') && limitLeaves(caller, kind));

export const subjectOfKind = (kind: RecordKind): AuditSubject => RECORD_TABLES[kind].subject;

export interface SeenRecord {
  id: number;
  organisationId: number;
  vehicleId: number | null;
  name: string;
}

/** @throws AppError `not-found` for a record, or a kind, that the viewer cannot view */
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

/**
 * SQL: true when only its organisation can change a record `r`, and the viewer is neither of that organisation nor
 * above it.
 */
const isOfOthers = ({ scope }: Viewer, kind: RecordKind): string => {
  const { by } = RECORD_TABLES[kind].change;
  return by === null ? 'false' : `NOT ${by} = ANY(${idsSql(scope.organisationIds)})`;
};

/**
 * Checks that the viewer can change a record, and locks its row until the transaction ends: changing its files requires
 * the same rights, and is no longer possible once it was sent, signed, closed or billed.
 * @throws AppError `not-found` as `requireRecord`; `denied` if only another organisation can change it, or because of
 * the limit; `conflict` if it is final
 */
export async function requireChange(db: Queryable, viewer: Viewer, kind: RecordKind, id: number): Promise<SeenRecord> {
  const record = await requireRecord(db, viewer, kind, id);
  if (!limitLeaves(viewer, kind)) throw new AppError('denied', 'limit-all');
  const { table, change } = RECORD_TABLES[kind];
  const { rows } = await db.query<{ others: boolean; final: boolean }>(
    `SELECT ${isOfOthers(viewer, kind)} AS others, ${change.final?.when ?? 'false'} AS final
     FROM ${table} r WHERE r.id = $1 FOR NO KEY UPDATE`,
    [id],
  );
  if (rows[0]?.others) throw new AppError('denied', 'sellers-only');
  if (change.final && rows[0]?.final) throw new AppError('conflict', change.final.fault);
  return record;
}

/**
 * SQL: true when a row of `file_links` belongs to a record that the viewer can change now. `$1` are the organisations
 * of the scope.
 */
export function isChangeableLink(viewer: Viewer, kinds: readonly RecordKind[], link: string): string {
  const each = kinds.map((kind) => {
    const { change, gone, table } = RECORD_TABLES[kind];
    // A deleted record can be restored: its files are visible to the organisations of the scope, and final ones stay.
    const isGone =
      gone === null || viewer.scope.limit !== null ? '' : ` OR (${link}.organisation_id = ANY($1) AND ${gone})`;
    const isSeen = isSeenLink({ ...viewer, kinds: [kind] }, link);
    return `(${link}.record_kind = '${kind}' AND EXISTS (SELECT FROM ${table} r WHERE r.id = ${link}.record_id
      AND NOT ${isOfOthers(viewer, kind)} AND NOT (${change.final?.when ?? 'false'}) AND (${isSeen}${isGone}))
      AND NOT (${change.finalFiles?.when ?? 'false'}))`;
  });
  return each.length === 0 ? 'false' : `(${each.join(' OR ')})`;
}

/**
 * SQL: true when a row of `file_links` belongs to a record that the viewer can see. `$1` are the organisations of the
 * scope.
 */
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
 * The same for many rows of `file_links`, all of organisations in the scope. A link has the organisation of its record,
 * so without a limit only the few deleted records have to be excluded.
 */
export function isShownLink(viewer: Viewer, link: string): string {
  if (viewer.scope.limit !== null || viewer.kinds.length === 0) return isSeenLink(viewer, link);
  const each = viewer.kinds.map((kind) => {
    const { table, gone } = RECORD_TABLES[kind];
    if (kind === 'message' || viewer.own?.includes(kind))
      return `WHEN '${kind}' THEN NOT ${isSeenLink({ ...viewer, kinds: [kind] }, link)}`;
    const isGone = gone === null ? 'false' : `${link}.record_id IN (SELECT r.id FROM ${table} r WHERE ${gone})`;
    return `WHEN '${kind}' THEN ${isGone}`;
  });
  // Written as a negation of the invisible records: for the positive condition the planner expects almost no rows, for
  // the negated one all.
  return `NOT CASE ${link}.record_kind ${each.join(' ')} ELSE true END`;
}

/** SQL of the name of a row's record (`record_kind`, `record_id`); NULL if the viewer cannot see it. */
export const recordNameSql = (viewer: Viewer, row: string): string =>
  `CASE ${row}.record_kind ${viewer.kinds
    .map(
      (kind) => `WHEN '${kind}' THEN (SELECT seen.name FROM (${seen(viewer, kind)}) seen
        WHERE seen.id = ${row}.record_id)`,
    )
    .join(' ')} WHEN '' THEN '' END`;

/** SQL that joins the name of a link's record; `$1` as above. */
export function recordNameJoin(viewer: Viewer, link: string): string {
  const each = viewer.kinds.map(
    (kind) =>
      `SELECT seen.name FROM (${seen(viewer, kind)}) seen WHERE ${link}.record_kind = '${kind}' AND seen.id = ${link}.record_id`,
  );
  return `JOIN LATERAL (${each.length === 0 ? 'SELECT NULL::text AS name WHERE false' : each.join(' UNION ALL ')}) record ON true`;
}
