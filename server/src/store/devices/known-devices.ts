import type { Queryable } from '../database.ts';
import { normalIdentity } from './identity.ts';

/** What a report has to show besides the identity of its device. */
export interface DeviceGuard {
  /** Where it may come from: the device's own list, else that of its organisation; empty: anywhere. */
  networks: readonly string[];
  /** SHA-256 of the secret that a report over HTTP must carry; null where none is demanded. */
  secretHash: Buffer | null;
}

/** A registered device and where it is now, in whatever organisation. */
export interface KnownDevice {
  deviceId: number;
  identity: string;
  organisationId: number;
  vehicleId: number | null;
  registration: string | null;
  /** Since when it is this organisation's, where it came from another one. */
  beginsAt?: Date | null;
  guard?: DeviceGuard;
}

/** Registered devices with one of these identities, whoever owns them: the gateway knows no organisations. */
export async function findKnownDevices(db: Queryable, identities: readonly string[]): Promise<KnownDevice[]> {
  // PostgreSQL takes no NUL: one stranger with it would make the look-up of all who came meanwhile fail.
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
