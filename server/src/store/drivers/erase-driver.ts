import type { DriverErasure } from '@milepost/contract/driver-operations';
import { AppError } from '../../errors.ts';
import { type Actor, record } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { LOCK_RETENTION } from '../retention/legal-hold-sql.ts';
import { onlyRow } from '../rows.ts';
import { DRIVER, DRIVER_TABLES } from '../personal-data/driver-tables.ts';
import { erasePersonalData } from '../personal-data/erase-personal-data.ts';
import { countSql } from '../personal-data/personal-table.ts';
import type { Scope } from '../scope.ts';
import { noDriver } from './drivers.ts';

interface Found {
  id: number;
  organisationId: number;
  /** True if the driver no longer works here, or is deleted. */
  gone: boolean;
}

/** The name that takes the place of an erased one. */
const anonymous = (id: number) => `#${id}`;

async function lockErasable(db: Queryable, scope: Scope, id: number): Promise<Found> {
  const { rows } = await db.query<Found>(
    `SELECT d.id, d.organisation_id AS "organisationId",
            d.deleted_at IS NOT NULL OR coalesce(d.left_on <= (now() AT TIME ZONE o.time_zone)::date, false) AS gone
     FROM drivers d JOIN organisations o ON o.id = d.organisation_id
     WHERE d.id = $1 AND d.organisation_id = ANY($2) AND d.erased_at IS NULL FOR NO KEY UPDATE OF d`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noDriver();
  return rows[0];
}

/** True when a legal hold covers a vehicle in a time in which this person drove it, or was to. */
export async function isDriverOnHold(db: Queryable, id: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM legal_holds h WHERE h.ended_at IS NULL AND (
       EXISTS (SELECT FROM driver_assignments a WHERE a.driver_id = $1 AND a.vehicle_id = h.vehicle_id
         AND a.from_time < coalesce(h.to_time, 'infinity') AND coalesce(a.to_time, 'infinity') > h.from_time)
       OR EXISTS (SELECT FROM route_runs r WHERE r.driver_id = $1 AND r.vehicle_id = h.vehicle_id
         AND r.starts_at < coalesce(h.to_time, 'infinity') AND r.ends_at > h.from_time)
       OR EXISTS (SELECT FROM driver_tags t JOIN tag_spans s ON s.tag = t.tag AND s.vehicle_id = h.vehicle_id
         WHERE t.driver_id = $1 AND s.started_at < least(coalesce(t.to_time, 'infinity'), coalesce(h.to_time, 'infinity'))
           AND coalesce(s.ended_at, 'infinity') > greatest(t.from_time, h.from_time)))
     LIMIT 1`,
    [id],
  );
  return (rowCount ?? 0) > 0;
}

/** The tables behind each figure: those that the erasure empties, and those that stay without the name. */
const COUNTED = {
  tags: 'driver_tags',
  assignments: 'driver_assignments',
  documents: 'documents',
  files: 'files',
  messages: 'driver_receipts',
  expenses: 'expenses',
  runs: 'route_runs',
  inspections: 'inspections',
} as const;

/** What an erasure would remove and what would stay without the name. @throws AppError `not-found` */
export function readErasure(database: Database, scope: Scope, id: number): Promise<DriverErasure> {
  return inTransaction(database, async (db) => {
    const { gone } = await lockErasable(db, scope, id);
    const counts = Object.entries(COUNTED).map(
      ([figure, table]) => `${countSql(DRIVER_TABLES, table)}::int AS ${figure}`,
    );
    const { rows } = await db.query<Omit<DriverErasure, 'dismissed' | 'held'>>(
      `WITH p AS MATERIALIZED (${DRIVER}) SELECT ${counts.join(', ')},
              (SELECT u.username FROM p JOIN users u ON u.id = p.user_id) AS account`,
      [id, scope.organisationIds, []],
    );
    return { ...onlyRow({ rows }), dismissed: gone, held: await isDriverOnHold(db, id) };
  });
}

/**
 * Erases what is held on a driver, wherever `DRIVER_TABLES` says: name and contact, licence, pictures and papers, tags, assignments, and with these
 * the score and the share of trips. What accounts need stays without the name: bills, runs, inspections.
 * @throws AppError `not-found` outside the scope or for one that is erased, `conflict` for a driver who still works here
 * or drove a vehicle on legal hold
 */
export function eraseDriver(database: Database, scope: Scope, actor: Actor, id: number): Promise<number> {
  return inTransaction(database, async (db) => {
    // No hold is set between the check and the erasure.
    await db.query(LOCK_RETENTION);
    const driver = await lockErasable(db, scope, id);
    if (!driver.gone) throw new AppError('conflict', 'driver-not-dismissed');
    if (await isDriverOnHold(db, id)) throw new AppError('conflict', 'driver-on-legal-hold');
    await erasePersonalData(db, DRIVER_TABLES, DRIVER, [id, scope.organisationIds, []]);
    const { organisationId } = driver;
    const entry = { organisationId, subject: 'driver', subjectId: id, name: anonymous(id), action: 'erase' } as const;
    await record(db, actor, { ...entry, before: null, after: null });
    return organisationId;
  });
}
