import type { DeviceFault, WireFinding } from '@milepost/contract/device-fault';
import { FAULT_DAYS } from '@milepost/contract/engine-constants';
import { SILENT_DAYS } from '@milepost/contract/dashboard-figures';
import { addHealth, deviceFaults, noHealth } from '@milepost/tracking/device-faults';
import type { DayHealth } from '@milepost/tracking/fact';
import { readClockFaults } from './clock-faults.ts';
import type { Queryable } from '../database.ts';
import type { FactsFault } from '../facts/facts-fault.ts';
import { readFindings } from './device-findings.ts';
import { REPORTED_AT } from '../fleet/vehicle-rows.ts';

/**
 * The faults of the devices that are in these vehicles now, including suspicious reports with their identity; vehicles
 * without a fault are missing. The caller must have checked that the vehicles are visible.
 */
export async function readDeviceFaults(
  db: Queryable,
  vehicleIds: readonly number[],
): Promise<Map<number, DeviceFault[]>> {
  // Sequential, as a report uses the single connection of its transaction.
  const days = await readHealth(db, vehicleIds);
  const devices = await readDevices(db, vehicleIds);
  const clocks = await readClockFaults(db, vehicleIds);
  const unmade = await readFactsFaults(db, vehicleIds);
  const findings = await readFindings(db, { vehicleIds });
  const found = new Map<number, DeviceFault[]>();
  const add = (id: number, faults: readonly DeviceFault[]) => {
    if (faults.length > 0) found.set(id, [...(found.get(id) ?? []), ...faults]);
  };
  for (const [id, rows] of Map.groupBy(days, (row) => row.id)) {
    const sum = noHealth();
    for (const { health } of rows) addHealth(sum, { ...noHealth(), ...health, clockFaults: 0 });
    add(id, deviceFaults(sum, rows[0]?.speedFactor));
  }
  for (const [id, reports] of clocks) add(id, [{ kind: 'clock', reports }]);
  for (const { id, fault } of unmade) add(id, [{ kind: 'facts', ...fault }]);
  for (const { id, doubt: wireFinding, silentSince } of devices) {
    if (wireFinding) add(id, [wireFault(JSON.parse(wireFinding))]);
    if (silentSince) add(id, [{ kind: 'silent', since: silentSince.toISOString() }]);
  }
  for (const { vehicleId, faults } of findings) if (vehicleId !== null) add(vehicleId, faults);
  return found;
}

/** The health data of the last days, by day. */
async function readHealth(db: Queryable, vehicleIds: readonly number[]) {
  // The UTC date can differ from the organisation's by a day, so one more day is read.
  const { rows } = await db.query<{ id: number; speedFactor: number; health: Partial<DayHealth> }>(
    `SELECT i.vehicle_id AS id, i.speed_factor AS "speedFactor", d.health
     FROM installations i JOIN day_totals d ON d.installation_id = i.id
     WHERE i.vehicle_id = ANY($1) AND i.removed_at IS NULL AND d.day > current_date - $2::int AND d.health <> '{}'`,
    [vehicleIds, FAULT_DAYS],
  );
  return rows;
}

/** Devices whose wire is not trusted, or without contact for a day. */
async function readDevices(db: Queryable, vehicleIds: readonly number[]) {
  const { rows } = await db.query<{ id: number; doubt: string | null; silentSince: Date | null }>(
    `SELECT * FROM (
       SELECT i.vehicle_id AS id, t.wire_doubt AS doubt,
              CASE WHEN ${REPORTED_AT} < now() - make_interval(days => $2) THEN ${REPORTED_AT} END AS "silentSince"
       FROM installations i LEFT JOIN tracking_states t ON t.installation_id = i.id
       LEFT JOIN device_states s ON s.device_id = i.device_id
       WHERE i.vehicle_id = ANY($1) AND i.removed_at IS NULL) one
     WHERE doubt IS NOT NULL OR "silentSince" IS NOT NULL`,
    [vehicleIds, SILENT_DAYS[0]],
  );
  return rows;
}

/** Vehicles whose facts could not be recomputed, for present and past installations. */
async function readFactsFaults(db: Queryable, vehicleIds: readonly number[]) {
  const { rows } = await db.query<{ id: number; fault: FactsFault }>(
    `SELECT DISTINCT ON (vehicle_id) vehicle_id AS id, facts_fault AS fault FROM installations
      WHERE vehicle_id = ANY($1) AND facts_fault IS NOT NULL ORDER BY vehicle_id, facts_fault->>'at' DESC`,
    [vehicleIds],
  );
  return rows;
}

const wireFault = ({
  since,
  reason,
  seconds,
}: {
  since: number;
  reason: WireFinding;
  seconds: number;
}): DeviceFault => ({
  kind: 'wire',
  reason,
  seconds,
  since: new Date(since).toISOString(),
});
