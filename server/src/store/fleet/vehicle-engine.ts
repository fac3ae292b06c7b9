import type { IgnitionSource, VehicleEngine } from '@milepost/contract/engine-operations';
import type { EngineState } from '@milepost/tracking/engine';
import { motionAt } from '@milepost/tracking/motion';
import { STATE_VERSION } from '@milepost/tracking/track-state';
import { borderV } from '@milepost/tracking/voltage';
import { AppError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { motionOf, type StoredMotion } from '../devices/device-states.ts';
import { readDeviceFaults } from '../devices/device-faults.ts';
import { FACTS_RULE, markOlder } from '../facts/older-facts.ts';
import { andSeen, type Scope } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { lockVehicle } from './vehicles.ts';

interface EngineRow {
  deviceId: number;
  deviceIdentity: string;
  ignitionSource: IgnitionSource;
  speedFactor: number;
  remaking: boolean;
  version: number;
  engine: EngineState | null;
  motion: StoredMotion | null;
}

/**
 * How the engine state of a vehicle is determined, for its present device; null without a device. The present state is
 * that of the live view, as new as the displayed status; the wire's finding and the voltage levels are those of the
 * facts, from their last stored state.
 */
export async function readVehicleEngine(db: Queryable, scope: Scope, vehicleId: number): Promise<VehicleEngine | null> {
  const { rows } = await db.query<EngineRow>(
    `SELECT d.id AS "deviceId", d.identity AS "deviceIdentity", i.ignition_source AS "ignitionSource",
            i.speed_factor AS "speedFactor", i.version, coalesce(s.rule < $3, false) AS remaking,
            CASE WHEN (s.state->>'version')::int = $4 THEN s.state->'engine' END AS engine,
            CASE WHEN l.heard_at >= i.installed_at THEN l.tracking->'motion' END AS motion
     FROM installations i JOIN devices d ON d.id = i.device_id JOIN vehicles v ON v.id = i.vehicle_id
     LEFT JOIN tracking_states s ON s.installation_id = i.id LEFT JOIN device_states l ON l.device_id = i.device_id
     WHERE i.vehicle_id = $1 AND i.removed_at IS NULL AND v.organisation_id = ANY($2)${andSeen(scope)}`,
    [vehicleId, scope.organisationIds, FACTS_RULE, STATE_VERSION],
  );
  const [row] = rows;
  if (!row) return null;
  const faults = await readDeviceFaults(db, [vehicleId]);
  const { engine, motion, ...rest } = row;
  const live = motion && motionAt(motionOf(motion), Date.now(), row.ignitionSource);
  const now = live?.at == null ? engine : live.engine;
  return { vehicleId, ...rest, known: now && toKnown(now, engine ?? now), faults: faults.get(vehicleId) ?? [] };
}

const iso = (ms: number) => new Date(ms).toISOString();

/** The present state, and the learned levels. */
function toKnown(now: EngineState, learned: EngineState): VehicleEngine['known'] {
  const { source, on, since, wire, revolutions } = now;
  const { believed, doubt: finding } = learned.wire;
  const { voltage } = learned;
  const { driveV, driveN, restV, restN } = voltage;
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
            believed,
            doubt: finding && { ...finding, since: iso(finding.since) },
          },
    voltage:
      driveN + restN === 0
        ? null
        : {
            driveV: driveN > 0 ? driveV : null,
            restV: restN > 0 ? restV : null,
            borderV: borderV(voltage, driveN > 0 ? driveV : restV),
            running: now.voltage.running,
            driveReadings: driveN,
            restReadings: restN,
          },
    revolutions: revolutions.proven,
  };
}

/**
 * Sets the source and the factor of the device that is in the vehicle now; after a change, its facts are recomputed.
 * Returns the organisation. @throws AppError `not-found` outside the scope, `conflict` without a device, or if somebody
 * else changed it meanwhile
 */
export function saveVehicleEngine(
  database: Database,
  scope: Scope,
  actor: Actor,
  input: { vehicleId: number; ignitionSource: IgnitionSource; speedFactor: number; version?: number | undefined },
): Promise<number> {
  const { vehicleId, ignitionSource, speedFactor, version } = input;
  return inTransaction(database, async (db) => {
    const organisationId = await lockVehicle(db, scope, vehicleId);
    const present = await db.query<{ id: number }>(
      'SELECT id FROM installations WHERE vehicle_id = $1 AND removed_at IS NULL FOR UPDATE',
      [vehicleId],
    );
    if (present.rows[0]) {
      await checkVersion(db, 'installation', present.rows[0].id, version, [['vehicle', vehicleId]]);
    }
    await audited(db, actor, { subject: 'vehicle', id: vehicleId, action: 'change' }, async () => {
      const { rows } = await db.query<{ id: number; changed: boolean }>(
        `UPDATE installations i SET ignition_source = $2, speed_factor = $3, version = i.version + 1 FROM installations o
         WHERE o.id = i.id AND i.vehicle_id = $1 AND i.removed_at IS NULL
         RETURNING i.id, (o.ignition_source, o.speed_factor) IS DISTINCT FROM (i.ignition_source, i.speed_factor) AS changed`,
        [vehicleId, ignitionSource, speedFactor],
      );
      const [row] = rows;
      if (!row) throw new AppError('conflict', 'no-device-in-vehicle');
      // Marked in the same transaction, so that the recomputation also happens after a crash.
      if (row.changed) await markOlder(db, row.id);
      return vehicleId;
    });
    return organisationId;
  });
}
