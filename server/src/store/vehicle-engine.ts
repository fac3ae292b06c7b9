import type { IgnitionSource, VehicleEngine } from '@milepost/contract/engine-routes';
import type { EngineState } from '@milepost/tracking/engine';
import { STATE_VERSION } from '@milepost/tracking/track-state';
import { borderV } from '@milepost/tracking/voltage';
import { AppError } from '../errors.ts';
import { type Actor, audited } from './audit.ts';
import { type Database, inTransaction, type Queryable } from './database.ts';
import { readDeviceFaults } from './device-faults.ts';
import { FACTS_RULE, markOlder } from './facts/older-facts.ts';
import type { Scope } from './scope.ts';
import { lockVehicle } from './vehicles.ts';

interface EngineRow {
  deviceId: number;
  deviceIdentity: string;
  ignitionSource: IgnitionSource;
  speedFactor: number;
  remaking: boolean;
  engine: EngineState | null;
}

/**
 * From what it is known whether the engine of a vehicle runs, by the tracking state of its present device as it was last
 * kept; null where there is no device in it.
 */
export async function readVehicleEngine(db: Queryable, scope: Scope, vehicleId: number): Promise<VehicleEngine | null> {
  const { rows } = await db.query<EngineRow>(
    `SELECT d.id AS "deviceId", d.identity AS "deviceIdentity", i.ignition_source AS "ignitionSource",
            i.speed_factor AS "speedFactor", coalesce(s.rule < $3, false) AS remaking,
            CASE WHEN (s.state->>'version')::int = $4 THEN s.state->'engine' END AS engine
     FROM installations i JOIN devices d ON d.id = i.device_id JOIN vehicles v ON v.id = i.vehicle_id
     LEFT JOIN tracking_states s ON s.installation_id = i.id
     WHERE i.vehicle_id = $1 AND i.removed_at IS NULL AND v.organisation_id = ANY($2)`,
    [vehicleId, scope.organisationIds, FACTS_RULE, STATE_VERSION],
  );
  const [row] = rows;
  if (!row) return null;
  const faults = await readDeviceFaults(db, [vehicleId]);
  const { engine, ...rest } = row;
  return { vehicleId, ...rest, known: engine && toKnown(engine), faults: faults.get(vehicleId) ?? [] };
}

const iso = (ms: number) => new Date(ms).toISOString();

function toKnown({ source, on, since, wire, voltage, revolutions }: EngineState): VehicleEngine['known'] {
  const { doubt } = wire;
  const { driveV, driveN, restV, restN, running } = voltage;
  return {
    source,
    on,
    since: on === null ? null : iso(since),
    wire:
      wire.on === null
        ? null
        : {
            on: wire.on,
            since: iso(wire.since),
            believed: wire.believed,
            doubt: doubt && { ...doubt, since: iso(doubt.since) },
          },
    voltage:
      driveN + restN === 0
        ? null
        : {
            driveV: driveN > 0 ? driveV : null,
            restV: restN > 0 ? restV : null,
            borderV: borderV(voltage, driveN > 0 ? driveV : restV),
            running,
            driveReadings: driveN,
            restReadings: restN,
          },
    revolutions: revolutions.proven,
  };
}

/**
 * Chooses the source and the factor of the device that is in the vehicle now; where that changes anything, its facts are
 * made again. Returns the organisation. @throws AppError `not-found` outside the scope, `conflict` without a device
 */
export function saveVehicleEngine(
  database: Database,
  scope: Scope,
  actor: Actor,
  input: { vehicleId: number; ignitionSource: IgnitionSource; speedFactor: number },
): Promise<number> {
  const { vehicleId, ignitionSource, speedFactor } = input;
  return inTransaction(database, async (db) => {
    const organisationId = await lockVehicle(db, scope, vehicleId);
    await audited(db, actor, { subject: 'vehicle', id: vehicleId, action: 'change' }, async () => {
      const { rows } = await db.query<{ id: number; changed: boolean }>(
        `UPDATE installations i SET ignition_source = $2, speed_factor = $3 FROM installations o
         WHERE o.id = i.id AND i.vehicle_id = $1 AND i.removed_at IS NULL
         RETURNING i.id, (o.ignition_source, o.speed_factor) IS DISTINCT FROM (i.ignition_source, i.speed_factor) AS changed`,
        [vehicleId, ignitionSource, speedFactor],
      );
      const [row] = rows;
      if (!row) throw new AppError('conflict', 'There is no device in this vehicle.');
      // With the choice itself: who makes facts again looks at it whatever becomes of this process.
      if (row.changed) await markOlder(db, row.id);
      return vehicleId;
    });
    return organisationId;
  });
}
