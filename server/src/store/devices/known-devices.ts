import type { Queryable } from '../database.ts';
import { normalIdentity } from './identity.ts';

/** The requirements for a report in addition to the identity of its device. */
export interface DeviceGuard {
  /** The allowed networks: the device's own list, otherwise its organisation's; empty: any. */
  networks: readonly string[];
  /** SHA-256 of the secret that an HTTP report must carry; null if none is required. */
  secretHash: Buffer | null;
}

/** A registered device and its present vehicle, in any organisation. */
export interface KnownDevice {
  deviceId: number;
  identity: string;
  organisationId: number;
  vehicleId: number | null;
  registration: string | null;
  /** When it joined this organisation, if it moved from another one. */
  beginsAt?: Date | null;
  guard?: DeviceGuard;
}

/**
 * Registered devices with one of these identities, in any organisation, since the gateway is independent of
 * organisations.
 */
export async function findKnownDevices(db: Queryable, identities: readonly string[]): Promise<KnownDevice[]> {
  // PostgreSQL does not accept NUL: one such identity would make the lookup of the whole batch fail.
  const possible = identities.filter((identity) => !identity.includes('\0'));
  const { rows } = await db.query<Omit<KnownDevice, 'guard'> & DeviceGuard>(
    `SELECT d.id AS "deviceId", d.identity, d.organisation_id AS "organisationId", i.vehicle_id AS "vehicleId",
            v.registration, d.begins_at AS "beginsAt", d.secret_hash AS "secretHash",
            CASE WHEN d.networks = '{}' THEN o.device_networks ELSE d.networks END AS networks
     FROM devices d
     JOIN organisations o ON o.id = d.organisation_id
     LEFT JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL
     LEFT JOIN vehicles v ON v.id = i.vehicle_id
     WHERE d.identity = ANY($1) AND d.deleted_at IS NULL`,
    [possible.map(normalIdentity)],
  );
  return rows.map(({ networks, secretHash, ...device }) => ({ ...device, guard: { networks, secretHash } }));
}
