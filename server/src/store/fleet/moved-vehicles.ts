import { type Fault, fault } from '@milepost/contract/fault';
import { fieldError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { andSeen, type Scope } from '../scope.ts';

/**
 * SQL of when and where a vehicle moved, null while it is here.
 * @param organisationIds SQL of the organisations that the caller sees: of any other one it is not said which it is
 */
export const movedSql = (vehicle: string, organisationIds: string): string =>
  `CASE WHEN ${vehicle}.moved_at IS NOT NULL THEN json_build_object(
     'at', to_char(${vehicle}.moved_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
     'to', (SELECT o.name FROM vehicles there JOIN organisations o ON o.id = there.organisation_id
            WHERE there.id = ${vehicle}.moved_to_id AND o.id = ANY(${organisationIds}))) END`;

/** What a record says, by which a vehicle that moved takes it or does not. */
interface Taken {
  /** The vehicle that the record names until now: what is written already can still be put right. */
  former?: number | null | undefined;
  /** The day that the record is of, where it says one: what is of before the move may come late. */
  day?: string | null;
  field?: 'vehicleId' | 'vehicleIds' | 'recordId';
}

/**
 * Of a vehicle that moved to another organisation only the past is here: it takes nothing of after its move. The same as triggers
 * hold for whatever writes, said at the field.
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

/** What is of a day: the last one that a paper is valid on; null where it says none. */
interface OfDay {
  day: string | null;
  /** As of `Taken`. */
  former?: number | null | undefined;
}

/**
 * What is of a day before a vehicle came from another organisation belongs to the record that the vehicle had there. The same as
 * triggers hold for whatever writes, said at the field.
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

/** Says where to enter what is of before, with the name of the organisation for whoever sees the vehicle there. */
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

/** What an error of the triggers which hold this says; null for any other error. */
export function movedFault(error: unknown): (typeof FAULTS_OF_TRIGGERS)[keyof typeof FAULTS_OF_TRIGGERS] | null {
  const held = error instanceof Error && 'constraint' in error ? error.constraint : null;
  return held === 'vehicle_moved' || held === 'vehicle_came' ? FAULTS_OF_TRIGGERS[held] : null;
}
