import type { Assignment } from '@milepost/contract/assignment-operations';
import { fault, type Fault } from '@milepost/contract/fault';
import type { ParsedInput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { fieldError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { checkUse, readOverride, type StoredOverride } from '../availability/check-use.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { lockVehicle } from '../fleet/vehicles.ts';
import { lockHolds, requireDriverStays } from '../retention/require-unheld.ts';
import { onlyRow } from '../rows.ts';
import { type Scope, seesVehicle } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { getAssignment } from './assignments.ts';
import { isDriverOf, isDriverSeen } from './drivers.ts';

type AssignmentInput = ParsedInput<Operations['save-assignment']>;

/** Serialises the changes of an organisation, so that each sees those before it. */
const ASSIGNMENT_LOCK = 35;

/**
 * Saves a manual assignment. Facts need not be recomputed, as the driver of a trip is always read from here.
 * @throws AppError `conflict` at `driverId` or `vehicleId` if it overlaps another assignment, with that one in the
 * message, or as `checkUse`, or if somebody else saved it meanwhile; `conflict` if a legal hold needs it as it was
 */
export function saveAssignment(
  database: Database,
  scope: Scope,
  actor: Actor,
  input: AssignmentInput,
): Promise<{ assignment: Assignment; organisationId: number }> {
  return inTransaction(database, async (db) => {
    await lockHolds(db);
    if (input.id !== undefined) await getAssignment(db, scope, input.id);
    const organisationId = await lockVehicle(db, scope, input.vehicleId);
    const isKnown =
      (await isDriverOf(db, organisationId, input.driverId)) && (await isDriverSeen(db, scope, input.driverId));
    if (!isKnown) throw fieldError('invalid', { driverId: 'driver-unavailable' });
    if (input.to !== null && Date.parse(input.to) <= Date.parse(input.from)) {
      throw fieldError('invalid', { to: 'after-start' });
    }
    await db.query('SELECT pg_advisory_xact_lock($1, $2)', [ASSIGNMENT_LOCK, organisationId]);
    if (input.id !== undefined) {
      await db.query('SELECT FROM driver_assignments WHERE id = $1 FOR UPDATE', [input.id]);
      await checkVersion(db, 'assignment', input.id, input.version);
      await requireDriverStays(db, 'driver_assignments', input.id, input);
    }
    await checkOverlap(db, scope, input);
    const use = {
      vehicleId: input.vehicleId,
      driverId: input.driverId,
      fromMs: Date.parse(input.from),
      toMs: input.to === null ? null : Date.parse(input.to),
    };
    const former = await readOverride(db, 'driver_assignments', input.id);
    const override = await checkUse(db, actor, use, { reason: input.overrideReason, formers: [former] });
    const id = await audited(db, actor, saving('assignment', input.id), () =>
      writeAssignment(db, { ...input, override }),
    );
    return { assignment: await getAssignment(db, scope, id), organisationId };
  });
}

type Written = Omit<AssignmentInput, 'id' | 'overrideReason'> & { override: StoredOverride | null };

async function writeAssignment(
  db: Queryable,
  { id, ...written }: Written & { id?: number | undefined },
): Promise<number> {
  const { vehicleId, driverId, from, to, note, override } = written;
  if (id === undefined) return insertAssignment(db, written);
  await db.query(
    `UPDATE driver_assignments SET vehicle_id = $2, driver_id = $3, from_time = $4, to_time = $5, note = $6, override = $7,
       version = version + 1
     WHERE id = $1`,
    [id, vehicleId, driverId, from, to, note, override],
  );
  return id;
}

/** Adds an assignment without overlaps. */
async function insertAssignment(
  db: Queryable,
  { vehicleId, driverId, from, to, note, override }: Written,
): Promise<number> {
  const made = await db.query<{ id: number }>(
    `INSERT INTO driver_assignments (vehicle_id, driver_id, from_time, to_time, note, source, override)
     VALUES ($1, $2, $3, $4, $5, 'assignment', $6) RETURNING id`,
    [vehicleId, driverId, from, to, note, override],
  );
  return onlyRow(made).id;
}

interface Overlap {
  driverId: number;
  name: string;
  vehicleId: number;
  registration: string;
  from: Date;
  to: Date | null;
}

/** An overlap: two drivers in one vehicle, or one driver in two vehicles. */
async function checkOverlap(db: Queryable, scope: Scope, input: AssignmentInput): Promise<void> {
  const { rows } = await db.query<Overlap>(
    `SELECT a.driver_id AS "driverId", d.name, a.vehicle_id AS "vehicleId", v.registration, a.from_time AS from,
            a.to_time AS to
     FROM driver_assignments a JOIN drivers d ON d.id = a.driver_id JOIN vehicles v ON v.id = a.vehicle_id
     WHERE a.source = 'assignment' AND a.id IS DISTINCT FROM $1::int AND (a.vehicle_id = $2 OR a.driver_id = $3)
       AND v.deleted_at IS NULL AND a.from_time < coalesce($5::timestamptz, 'infinity')
       AND coalesce(a.to_time, 'infinity') > $4::timestamptz
     ORDER BY a.vehicle_id = $2 DESC, a.from_time LIMIT 1`,
    [input.id ?? null, input.vehicleId, input.driverId, input.from, input.to],
  );
  const [other] = rows;
  if (!other) return;
  const field = other.vehicleId === input.vehicleId ? 'vehicleId' : 'driverId';
  throw fieldError('conflict', { [field]: overlapFault(scope, other, field) });
}

function overlapFault(scope: Scope, { name, registration, vehicleId, from, to }: Overlap, field: string): Fault {
  const during = to === null ? ([from.toISOString()] as const) : ([from.toISOString(), to.toISOString()] as const);
  if (field === 'vehicleId') return fault('assigned-vehicle', { registration, name, during });
  // The message only includes the other vehicle if the caller can see it.
  if (!seesVehicle(scope, vehicleId)) return fault('assigned-driver-elsewhere', { name, during });
  return fault('assigned-driver', { name, registration, during });
}

/** Deletes an assignment, also from the past. @throws AppError `conflict` if a legal hold covers it */
export function deleteAssignment(
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
): Promise<{ assignment: Assignment; organisationId: number }> {
  return inTransaction(database, async (db) => {
    await lockHolds(db);
    const assignment = await getAssignment(db, scope, id);
    const organisationId = await lockVehicle(db, scope, assignment.vehicleId);
    await requireDriverStays(db, 'driver_assignments', id, null);
    await audited(db, actor, { subject: 'assignment', id, action: 'delete' }, async () => {
      await db.query('DELETE FROM driver_assignments WHERE id = $1', [id]);
      return id;
    });
    return { assignment, organisationId };
  });
}
