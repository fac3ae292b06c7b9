import type { Queryable } from '../store/database.ts';
import { definitionOf } from '../store/sensors/sensor-rows.ts';
import { withVersion } from '../store/sensors/sensor-versions.ts';
import type { Seeded } from './seed-drivers.ts';

/** What a 1-Wire probe can measure; what is outside is a fault of its wire, degrees Celsius. */
const [LOWEST, HIGHEST] = [-55, 115];

/** Tells what the probe in the load space of each vehicle with one measures. */
export async function seedSensors(db: Queryable, organisationId: number, seeded: readonly Seeded[]): Promise<void> {
  const reading = definitionOf({
    source: 'attribute',
    attribute: 'temperature1C',
    expression: null,
    calibration: [],
    min: LOWEST,
    max: HIGHEST,
    inverse: false,
    capacityL: null,
    smoothingS: null,
  });
  await db.query(
    `INSERT INTO sensors (organisation_id, vehicle_id, name, kind, unit, versions)
     SELECT $1, v.id, 'Load space', 'temperature', '°C', $3 FROM unnest($2::int[]) AS v (id)`,
    [
      organisationId,
      seeded.flatMap(({ vehicle, vehicleId }) => (vehicle.thermometer ? [vehicleId] : [])),
      JSON.stringify(withVersion([], reading, null)),
    ],
  );
}
