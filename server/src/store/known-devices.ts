import type { Queryable } from './database.ts';
import { normalIdentity } from './identity.ts';

/** A registered device and where it is now, in whatever organisation. */
export interface KnownDevice {
  deviceId: number;
  identity: string;
  organisationId: number;
  vehicleId: number | null;
  registration: string | null;
}

/** Registered devices with one of these identities, whoever owns them: the gateway knows no organisations. */
export async function findKnownDevices(db: Queryable, identities: readonly string[]): Promise<KnownDevice[]> {
  const { rows } = await db.query<KnownDevice>(
    `SELECT d.id AS "deviceId", d.identity, d.organisation_id AS "organisationId", i.vehicle_id AS "vehicleId",
            v.registration
     FROM devices d
     LEFT JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL
     LEFT JOIN vehicles v ON v.id = i.vehicle_id
     WHERE d.identity = ANY($1) AND d.deleted_at IS NULL`,
    [identities.map(normalIdentity)],
  );
  return rows;
}
