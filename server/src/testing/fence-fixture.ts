import { httpFixture } from './http-fixture.ts';
import { emptyTables } from './empty-tables.ts';

export type FenceFixture = Awaited<ReturnType<typeof fenceFixture>>;

export const circle = { kind: 'circle' as const, centre: { lat: -34.9, lon: -56.2 }, radiusM: 250 };
export const square = {
  kind: 'polygon' as const,
  rings: [
    [
      { lat: 0, lon: 0 },
      { lat: 0, lon: 1 },
      { lat: 1, lon: 1 },
      { lat: 1, lon: 0 },
    ],
  ],
};

/** The HTTP application with an administrator who creates geofences, and the events published meanwhile. */
export async function fenceFixture() {
  const fixture = await httpFixture();
  const { database, services } = fixture;
  const admin = await fixture.signedIn();
  const published: unknown[] = [];
  for (const name of ['tracking-changed', 'alarm-cleared', 'alarms-changed'] as const) {
    services.bus.subscribe(name, (event) => published.push({ name, event }));
  }
  return {
    ...fixture,
    admin,
    published,
    /** Deletes all geofences, vehicles and devices. */
    clear: async () => {
      await emptyTables(database, 'geofences', 'vehicles', 'devices', 'vehicle_groups');
      published.length = 0;
    },
    save: async (input: Record<string, unknown> = {}) => {
      const { fence } = await admin.call('save-fence', { name: 'Depot', shape: circle, ...input });
      return fence?.id ?? 0;
    },
    rulesOf: async (fenceId: number) => {
      const { rows } = await database.query(
        `SELECT condition, severity, all_vehicles, vehicle_ids, channels, schedule, name FROM alarm_rules
         WHERE fence_id = $1 AND deleted_at IS NULL AND enabled ORDER BY condition ->> 'kind'`,
        [fenceId],
      );
      return rows;
    },
    /**
     * A vehicle with a device that has been inside a geofence for ten minutes; returns the ids of the vehicle and the
     * installation.
     */
    putInside: async (fenceId: number, registration = 'SBA 1') => {
      const deviceId = (await admin.call('save-device', { identity: `d ${registration}`.replace(/ /g, '-') })).device
        ?.id;
      const vehicleId = (await admin.call('save-vehicle', { registration, deviceId })).vehicle?.id ?? 0;
      const { rows } = await database.query<{ id: number }>('SELECT id FROM installations WHERE vehicle_id = $1', [
        vehicleId,
      ]);
      const installationId = rows[0]?.id ?? 0;
      await database.query(
        `INSERT INTO visits (installation_id, key, confirmed_at, vehicle_id, fence_id, started_at, duration_s, distance_m,
       entry_kph) VALUES ($1, 'visit', now(), $2, $3, now() - interval '10 min', 600, 0, 20)`,
        [installationId, vehicleId, fenceId],
      );
      published.length = 0;
      return { vehicleId, installationId };
    },
    raiseAlarm: async (
      ruleId: number,
      about: string,
      { vehicleId, installationId }: { vehicleId: number; installationId: number },
    ) => {
      const { rows } = await database.query<{ id: number }>(
        `INSERT INTO alarms (installation_id, key, confirmed_at, vehicle_id, rule_id, started_at, last_at, count, about,
       severity) VALUES ($1, $2, now(), $3, $4, now(), now(), 1, $5, 'minor') RETURNING id`,
        [installationId, `alarm:${ruleId}`, vehicleId, ruleId, about],
      );
      return rows[0]?.id ?? 0;
    },
  };
}
