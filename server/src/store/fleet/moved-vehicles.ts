import { type Fault, fault } from '@milepost/contract/fault';
import { fieldError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { andSeen, type Scope } from '../scope.ts';

/**
 * SQL of when and where a vehicle moved, null if it did not.
 * @param organisationIds SQL of the organisations that the caller sees: the name of any other is withheld
 */
export const movedSql = (vehicle: string, organisationIds: string): string =>
  `CASE WHEN ${vehicle}.moved_at IS NOT NULL THEN json_build_object(
     'at', to_char(${vehicle}.moved_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
     'to', (SELECT o.name FROM vehicles there JOIN organisations o ON o.id = there.organisation_id
            WHERE there.id = ${vehicle}.moved_to_id AND o.id = ANY(${organisationIds}))) END`;

/** The properties of a record that decide whether a moved vehicle can have it. */
interface Taken {
  /** The present vehicle of the record: existing records can still be corrected. */
  former?: number | null | undefined;
  /** The day of the record, if it has one: records of before the move can be entered late. */
  day?: string | null;
  field?: 'vehicleId' | 'vehicleIds' | 'recordId';
}

/**
 * Refuses records after the move of a vehicle that moved to another organisation, whose past alone is here. Database
 * triggers enforce the same for all writes; this reports it at the field.
 * @throws AppError `conflict` at the field
 */
export async function requireHere(
  db: Queryable,
  vehicleIds: readonly number[],
  { former, day = null, field = 'vehicleId' }: Taken = {},
): Promise<void> {
  const { rowCount } = await db.query('SELECT FROM unnest($1::int[]) AS of(id) WHERE NOT takes_record(id, $2)', [
    vehicleIds.filter((id) => id !== former),
    day,
  ]);
  if (rowCount) throw fieldError('conflict', { [field]: 'vehicle-moved' });
}

/** A record with a day: for a document, its last valid one; null if it has none. */
interface OfDay {
  day: string | null;
  /** The same as the properties of `Taken`. */
  former?: number | null | undefined;
}

/**
 * Refuses records of days before a vehicle arrived from another organisation, as these belong to its record there.
 * Database triggers enforce the same for all writes; this reports it at the field.
 * @throws AppError `conflict` at the field
 */
export async function requireCome(
  db: Queryable,
  scope: Scope,
  vehicleId: number,
  { day, former }: OfDay,
): Promise<void> {
  if (vehicleId === former || day === null) return;
  const { rows } = await db.query<{ come: boolean }>('SELECT has_come_by($1, $2) AS come', [vehicleId, day]);
  if (rows[0]?.come === false) throw fieldError('conflict', { vehicleId: await ownerThen(db, scope, vehicleId, day) });
}

/**
 * The message where to enter earlier records, with the name of the organisation if the caller sees the vehicle there.
 */
async function ownerThen(db: Queryable, scope: Scope, vehicleId: number, day: string): Promise<Fault> {
  const { rows } = await db.query<{ name: string }>(
    `WITH RECURSIVE linked AS (SELECT $1::int AS id UNION
       SELECT CASE WHEN near.id = linked.id THEN near.moved_to_id ELSE near.id END
       FROM linked JOIN vehicles near ON near.moved_to_id = linked.id OR (near.id = linked.id AND near.moved_to_id IS NOT NULL))
     SELECT o.name FROM linked JOIN vehicles v ON v.id = linked.id JOIN organisations o ON o.id = v.organisation_id
     WHERE v.id <> $1 AND v.organisation_id = ANY($3) AND v.deleted_at IS NULL${andSeen(scope)}
       AND takes_record(v.id, $2) AND has_come_by(v.id, $2) ORDER BY v.came_at DESC NULLS LAST, v.id LIMIT 1`,
    [vehicleId, day, scope.organisationIds],
  );
  return rows[0] ? fault('vehicle-was-in', { organisation: rows[0].name }) : fault('vehicle-was-elsewhere');
}

const FAULTS_OF_TRIGGERS = { vehicle_moved: 'vehicle-moved', vehicle_came: 'vehicle-was-elsewhere' } as const;

/** The fault for an error of these triggers; null for any other error. */
export function movedFault(error: unknown): (typeof FAULTS_OF_TRIGGERS)[keyof typeof FAULTS_OF_TRIGGERS] | null {
  const held = error instanceof Error && 'constraint' in error ? error.constraint : null;
  return held === 'vehicle_moved' || held === 'vehicle_came' ? FAULTS_OF_TRIGGERS[held] : null;
}
