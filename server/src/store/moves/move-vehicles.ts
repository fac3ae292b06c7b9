import type { ParsedInput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { AppError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { withConflicts } from '../conflicts.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { lockInstallations } from '../fleet/change-installations.ts';
import { readMeterValues } from '../fleet/meters.ts';
import { setStatus } from '../fleet/change-status.ts';
import { lockVehicle } from '../fleet/vehicles.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { endFutureRecords, freePlans } from './end-ahead.ts';
import { installAs, inPieces, type MoveResult } from './move-parts.ts';
import { succeedDevice } from './move-devices.ts';
import { copyPast, dropPast, type MovedHistory } from './past-along.ts';
import { findObstacles } from './move-obstacles.ts';
import { targetOf } from './move-target.ts';

type Input = ParsedInput<Operations['move-vehicles']>;
export type VehicleMove = Omit<Input, 'rejoin'> & Partial<Input>;

/** The batch size: changes of installations in every other organisation wait for a batch. */
const AT_ONCE = 5;

/**
 * Moves vehicles to another organisation of the scope: their records stay with their past, and those of the other
 * organisation begin at the same time. Each vehicle moves completely or not at all; many are moved in batches, each of
 * which is returned when it is done. An obstacle after the first batch ends the move: the remaining vehicles stay where
 * they are.
 * @throws AppError `not-found` outside the scope, `conflict` if there is an obstacle
 */
export async function* moveVehicles(
  database: Database,
  scope: Scope,
  actor: Actor,
  move: VehicleMove,
): AsyncGenerator<MoveResult> {
  const ids = [...new Set(move.vehicleIds)].toSorted((a, b) => a - b);
  if (ids.length > AT_ONCE) {
    await inTransaction(database, async (db) => {
      await checkVehicles(db, scope, ids, await targetOf(db, scope, move.organisationId));
    });
  }
  yield* inPieces(ids, AT_ONCE, (vehicleIds) =>
    withConflicts(() => inTransaction(database, (db) => moveSome(db, scope, actor, { ...move, vehicleIds }))),
  );
}

/** @returns the organisation of each. Their rows are locked. */
async function checkVehicles(
  db: Queryable,
  scope: Scope,
  vehicleIds: readonly number[],
  target: number,
): Promise<Map<number, number>> {
  const sources = new Map<number, number>();
  for (const vehicleId of vehicleIds) {
    const source = await lockVehicle(db, scope, vehicleId);
    if (source === target) throw new AppError('conflict', 'move-same-organisation');
    sources.set(vehicleId, source);
  }
  const [obstacle] = await findObstacles(db, { vehicleIds }, target);
  if (obstacle) throw new AppError('conflict', `move-${obstacle.kind}`);
  return sources;
}

async function moveSome(db: Queryable, scope: Scope, actor: Actor, move: VehicleMove): Promise<MoveResult> {
  const at = await lockInstallations(db);
  const target = await targetOf(db, scope, move.organisationId);
  const vehicles = await checkVehicles(db, scope, move.vehicleIds, target);
  const result: MoveResult = { moved: [], organisationIds: [target], devices: [] };
  for (const source of new Set(vehicles.values())) {
    const leaving = [...vehicles].flatMap(([id, of]) => (of === source ? [id] : []));
    await freePlans(db, actor, leaving, source, at);
    result.organisationIds.push(source);
  }
  for (const [vehicleId, source] of vehicles) {
    result.moved.push(await moveOne(db, actor, { ...move, vehicleId, source, target, at }, result));
  }
  return result;
}

interface One extends Pick<VehicleMove, 'withDevice' | 'history' | 'rejoin'> {
  vehicleId: number;
  source: number;
  target: number;
  at: string;
}

async function moveOne(
  db: Queryable,
  actor: Actor,
  one: One,
  { devices }: MoveResult,
): Promise<MoveResult['moved'][0]> {
  const { vehicleId, source, target, at, withDevice } = one;
  // The values before anything ends.
  const meters = (await readMeterValues(db, [vehicleId])).get(vehicleId);
  const held = await readInstallation(db, vehicleId);
  const there = await recordThere(db, vehicleId, target);
  let parted = held !== null && !withDevice;
  await audited(db, actor, { subject: 'vehicle', id: vehicleId, action: 'move' }, async () => {
    await endFutureRecords(db, actor, vehicleId, source, at);
    if (held) await db.query('UPDATE installations SET removed_at = $2 WHERE id = $1', [held.id, at]);
    await setStatus(db, vehicleId, { status: 'sold', statusSince: null });
    return vehicleId;
  });
  const to = await audited(db, actor, { subject: 'vehicle', id: there, action: 'move' }, async () => {
    const left = there === null ? null : await readFormerDevice(db, there);
    const id = there === null ? await insertLike(db, vehicleId, target) : await comeBack(db, there);
    if (there !== null) await dropPast(db, vehicleId, id);
    if (one.history === 'goes') await copyPast(db, vehicleId, id, at);
    await carryMeters(db, actor, id, meters, at);
    if (there === null && ((withDevice && held) || one.history === 'goes')) {
      await copySensors(db, vehicleId, id, target, one.history);
    }
    if (withDevice && held) {
      const device = await succeedDevice(db, actor, held.deviceId, target, at);
      devices.push(device);
      await installAs(db, held.id, device.to, id, at);
    } else if (one.rejoin && left) {
      parted = !(await installAs(db, left.id, left.deviceId, id, at));
    }
    return id;
  });
  await db.query('UPDATE vehicles SET moved_at = $2, moved_to_id = $3, version = version + 1 WHERE id = $1', [
    vehicleId,
    at,
    to,
  ]);
  // Set after the past was copied, as nothing can be added to the past from then on.
  if (there === null) await db.query('UPDATE vehicles SET came_at = $2 WHERE id = $1', [to, at]);
  return { from: vehicleId, to, organisationId: source, parted };
}

/** The former device of a vehicle that moved without it. */
async function readFormerDevice(db: Queryable, vehicleId: number): Promise<{ id: number; deviceId: number } | null> {
  const { rows } = await db.query<{ id: number; deviceId: number }>(
    `SELECT i.id, i.device_id AS "deviceId" FROM installations i JOIN vehicles v ON v.id = i.vehicle_id
     WHERE v.id = $1 AND i.removed_at = v.moved_at AND NOT i.along`,
    [vehicleId],
  );
  return rows[0] ?? null;
}

async function readInstallation(db: Queryable, vehicleId: number): Promise<{ id: number; deviceId: number } | null> {
  const { rows } = await db.query<{ id: number; deviceId: number }>(
    `SELECT id, device_id AS "deviceId" FROM installations WHERE vehicle_id = $1 AND removed_at IS NULL FOR UPDATE`,
    [vehicleId],
  );
  return rows[0] ?? null;
}

/**
 * The earlier record of the vehicle in an organisation, followed through any number of moves; null if there is none.
 */
async function recordThere(db: Queryable, vehicleId: number, organisationId: number): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(
    `WITH RECURSIVE before AS (
       SELECT id, organisation_id, deleted_at, moved_at FROM vehicles WHERE moved_to_id = $1
       UNION
       SELECT v.id, v.organisation_id, v.deleted_at, v.moved_at FROM vehicles v JOIN before b ON v.moved_to_id = b.id)
     SELECT id FROM before WHERE organisation_id = $2 AND deleted_at IS NULL ORDER BY moved_at DESC LIMIT 1`,
    [vehicleId, organisationId],
  );
  return rows[0]?.id ?? null;
}

/** The properties of the vehicle move with it; those assigned by the organisation, such as its group, stay. */
async function insertLike(db: Queryable, vehicleId: number, organisationId: number): Promise<number> {
  const made = await db.query<{ id: number }>(
    `INSERT INTO vehicles (organisation_id, ${WHAT_IT_IS}) SELECT $2, ${WHAT_IT_IS} FROM vehicles WHERE id = $1 RETURNING id`,
    [vehicleId, organisationId],
  );
  return onlyRow(made).id;
}
const WHAT_IT_IS = `registration, type, make, model, year, colour, chassis_number, engine_number, fuel_kind, tank_l,
  rated_l_per_100km, idle_l_per_h, load_kg, load_m3, load_crates`;

async function comeBack(db: Queryable, vehicleId: number): Promise<number> {
  await db.query('UPDATE vehicles SET moved_at = NULL, moved_to_id = NULL, version = version + 1 WHERE id = $1', [
    vehicleId,
  ]);
  await setStatus(db, vehicleId, { status: 'in-service', statusSince: null });
  return vehicleId;
}

/**
 * The meters continue with their values. A returning vehicle with a lower value than it left with keeps its own
 * reading.
 */
async function carryMeters(
  db: Queryable,
  actor: Actor,
  vehicleId: number,
  meters: { odometerM: number | null; engineHoursS: number | null } | undefined,
  at: string,
): Promise<void> {
  for (const [meter, value] of [
    ['odometer', meters?.odometerM],
    ['engine-hours', meters?.engineHoursS],
  ] as const) {
    if (value == null) continue;
    await db.query(
      `INSERT INTO meter_readings (vehicle_id, meter, at, value, added_by)
       SELECT $1, $2, $3, $4, $5 WHERE NOT EXISTS (SELECT FROM meter_readings WHERE vehicle_id = $1 AND meter = $2
         AND deleted_at IS NULL AND value > $4)`,
      [vehicleId, meter, at, value, actor.userId],
    );
  }
}

/**
 * Copies the present sensors (with the past: with their history), the vehicle's own and those of its profile, which
 * belongs to the former organisation.
 */
async function copySensors(
  db: Queryable,
  vehicleId: number,
  toId: number,
  organisationId: number,
  history: MovedHistory,
): Promise<void> {
  await db.query(
    `INSERT INTO sensors (organisation_id, vehicle_id, name, kind, unit, versions)
     SELECT DISTINCT ON (lower(s.name)) $3::int, $2::int, s.name, s.kind, s.unit,
       CASE WHEN $4 THEN s.versions ELSE jsonb_build_array(s.versions -> -1 || '{"from": null}') END
     FROM sensors s WHERE s.deleted_at IS NULL AND (s.vehicle_id = $1
       OR s.profile_id = (SELECT profile_id FROM vehicle_sensor_profiles WHERE vehicle_id = $1))
     ORDER BY lower(s.name), s.vehicle_id NULLS LAST`,
    [vehicleId, toId, organisationId, history === 'goes'],
  );
}
