import { fault } from '@milepost/contract/fault';
import type { LegalHold } from '@milepost/contract/legal-hold-operations';
import { RETENTION_KINDS, type RetentionKind } from '@milepost/contract/retention-kinds';
import { AppError, fieldError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { firstRows, MAX_ROWS, type Page } from '../page.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { isHeldSql, LOCK_RETENTION } from './legal-hold-sql.ts';
import { readCutoffs } from './policies.ts';
import { readRetentionTime } from './retention-clock.ts';

interface LegalHoldRow extends Omit<LegalHold, 'createdAt' | 'endedAt'> {
  createdAt: Date;
  endedAt: Date | null;
}

/** $1: the organisations of the scope. */
const SELECT = `SELECT h.id, o.name AS "organisationName", h.vehicle_id AS "vehicleId", v.registration,
    (h.from_time AT TIME ZONE o.time_zone)::date::text AS "firstDay",
    ((h.to_time AT TIME ZONE o.time_zone)::date - 1)::text AS "lastDay", h.reason, h.created_at AS "createdAt",
    h.created_by AS "createdBy", h.ended_at AS "endedAt", h.ended_by AS "endedBy", h.end_reason AS "endReason",
    h.set_by_organisation_id = ANY($1) AS "mayEnd"
  FROM legal_holds h JOIN vehicles v ON v.id = h.vehicle_id JOIN organisations o ON o.id = h.organisation_id
  WHERE h.organisation_id = ANY($1)`;

const toHold = (row: LegalHoldRow): LegalHold => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
});

/** All legal holds, those in force first. */
export async function listLegalHolds(db: Queryable, scope: Scope): Promise<Page<LegalHold>> {
  const { rows, total } = await firstRows<LegalHoldRow>(db, `${SELECT} ORDER BY h.ended_at IS NOT NULL, h.id DESC`, [
    scope.organisationIds,
  ]);
  return { rows: rows.map(toHold), total };
}

async function getLegalHold(db: Queryable, scope: Scope, id: number): Promise<LegalHold> {
  const { rows } = await db.query<LegalHoldRow>(`${SELECT} AND h.id = $2`, [scope.organisationIds, id]);
  if (!rows[0]) throw new AppError('not-found', 'no-legal-hold');
  return toHold(rows[0]);
}

interface NewLegalHold {
  vehicleId: number;
  firstDay: string;
  lastDay: string | null;
  reason: string;
}

/**
 * Sets a hold; also on a vehicle that has moved to another organisation, whose past remains here.
 * @throws AppError `not-found` for a vehicle outside the scope, `invalid` for a last day before the first, `conflict`
 * for too many
 */
export function createLegalHold(
  database: Database,
  scope: Scope,
  actor: Actor,
  { vehicleId, firstDay, lastDay, reason }: NewLegalHold,
): Promise<{ hold: LegalHold; gone: { kind: RetentionKind; before: string }[] }> {
  if (lastDay !== null && lastDay < firstDay) throw fieldError('invalid', { lastDay: 'not-before-start' });
  return inTransaction(database, async (db) => {
    // Waits for the piece that retention deletes at this moment, so that everything else is kept.
    await db.query(LOCK_RETENTION);
    const { rows: vehicles } = await db.query<{ organisationId: number }>(
      'SELECT organisation_id AS "organisationId" FROM vehicles WHERE id = $1 AND organisation_id = ANY($2)',
      [vehicleId, scope.organisationIds],
    );
    const [vehicle] = vehicles;
    if (!vehicle) throw new AppError('not-found', 'no-vehicle');
    const id = await audited(db, actor, { subject: 'legal-hold', id: null, action: 'create' }, async () => {
      const made = await db.query<{ id: number }>(
        `INSERT INTO legal_holds (organisation_id, vehicle_id, set_by_organisation_id, from_time, to_time, reason, created_by)
         SELECT o.id, $2, $3, day_begins($4::date, o.time_zone), day_begins($5::date + 1, o.time_zone), $6, $7
         FROM organisations o WHERE o.id = $1 RETURNING id`,
        [vehicle.organisationId, vehicleId, scope.organisationId, firstDay, lastDay, reason, actor.username],
      );
      return onlyRow(made).id;
    });
    await checkCount(db, vehicle.organisationId);
    return { hold: await getLegalHold(db, scope, id), gone: await readGone(db, id, vehicle.organisationId) };
  });
}

/**
 * The kinds of data about the hold's days that retention has deleted: positions by the recorded deletions, other kinds
 * if the hold begins before the cutoff of the organisation at the last run, which may be days behind the server's clock.
 */
async function readGone(
  db: Queryable,
  holdId: number,
  organisationId: number,
): Promise<{ kind: RetentionKind; before: string }[]> {
  const { rows } = await db.query<{ from: Date; positions: Date | null }>(
    `SELECT h.from_time AS from, (SELECT max(upper(d.ranges * tstzmultirange(tstzrange(
         greatest(i.installed_at, h.from_time), least(i.removed_at, h.to_time)))))
       FROM installations i JOIN deleted_positions d ON d.device_id = i.device_id
       WHERE i.vehicle_id = h.vehicle_id AND i.installed_at < coalesce(h.to_time, 'infinity')
         AND coalesce(i.removed_at, 'infinity') > h.from_time) AS positions
     FROM legal_holds h WHERE h.id = $1`,
    [holdId],
  );
  const { from, positions } = onlyRow({ rows });
  const cutoffs = (await readCutoffs(db, await readRetentionTime(db))).get(organisationId) ?? {};
  return RETENTION_KINDS.flatMap((kind): { kind: RetentionKind; before: string }[] => {
    if (kind === 'positions') return positions === null ? [] : [{ kind, before: positions.toISOString() }];
    const cutoff = cutoffs[kind];
    if (cutoff === undefined || new Date(cutoff) <= from) return [];
    return [{ kind, before: new Date(cutoff).toISOString() }];
  });
}

async function checkCount(db: Queryable, organisationId: number): Promise<void> {
  const { rowCount } = await db.query('SELECT FROM legal_holds WHERE organisation_id = $1', [organisationId]);
  if ((rowCount ?? 0) > MAX_ROWS) throw new AppError('conflict', fault('most-kept', { most: MAX_ROWS }));
}

/**
 * Ends a hold.
 * @throws AppError `not-found` outside the scope, `conflict` for one that has ended, `denied` for one that an
 * organisation above set
 */
export function endLegalHold(
  database: Database,
  scope: Scope,
  actor: Actor,
  { id, reason }: { id: number; reason: string },
): Promise<LegalHold> {
  return inTransaction(database, async (db) => {
    await db.query(LOCK_RETENTION);
    const hold = await getLegalHold(db, scope, id);
    if (!hold.mayEnd) throw new AppError('denied', 'legal-hold-above');
    if (hold.endedAt !== null) throw new AppError('conflict', 'legal-hold-ended');
    await audited(db, actor, { subject: 'legal-hold', id, action: 'end' }, async () => {
      await db.query('UPDATE legal_holds SET ended_at = now(), ended_by = $2, end_reason = $3 WHERE id = $1', [
        id,
        actor.username,
        reason,
      ]);
      return id;
    });
    return getLegalHold(db, scope, id);
  });
}

/** @throws AppError `conflict` if a legal hold covers a file of a record, which then stays there */
export async function requireFileFree(db: Queryable, linkId: number): Promise<void> {
  const { rowCount } = await db.query(
    `SELECT FROM file_links l JOIN files f ON f.id = l.file_id
     WHERE l.id = $1 AND (${isHeldSql('l.vehicle_id', 'l.at')} OR ${isHeldSql('l.vehicle_id', 'f.added_at')})`,
    [linkId],
  );
  if (rowCount) throw new AppError('conflict', 'on-legal-hold');
}
