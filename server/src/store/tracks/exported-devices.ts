import type { Queryable } from '../database.ts';

/** A device with the vehicles that it was in, in order of time. */
export interface ExportedDevice {
  id: number;
  organisationId: number;
  identity: string;
  installations: readonly ExportedInstallation[];
}

/** Times are epoch milliseconds; `to` is exclusive, and null while it is installed. */
interface ExportedInstallation {
  vehicleId: number;
  registration: string;
  /** The factor for the device's speeds. */
  speedFactor: number;
  from: number;
  to: number | null;
}

/** All devices, deleted ones too, or those of one organisation. */
export async function listExportedDevices(db: Queryable, organisation: string | null): Promise<ExportedDevice[]> {
  const { rows } = await db.query<ExportedDevice>(
    `SELECT d.id, d.organisation_id AS "organisationId", d.identity, coalesce(i.installations, '[]') AS installations
       FROM devices d JOIN organisations o ON o.id = d.organisation_id
       LEFT JOIN LATERAL (
         SELECT json_agg(json_build_object('vehicleId', v.id, 'registration', v.registration, 'speedFactor', i.speed_factor,
                  'from', ceil(extract(epoch FROM i.installed_at) * 1000), 'to', ceil(extract(epoch FROM i.removed_at) * 1000))
                  ORDER BY i.installed_at) AS installations
           FROM installations i JOIN vehicles v ON v.id = i.vehicle_id WHERE i.device_id = d.id) i ON true
      WHERE $1::text IS NULL OR o.name = $1
      ORDER BY d.id`,
    [organisation],
  );
  return rows;
}
