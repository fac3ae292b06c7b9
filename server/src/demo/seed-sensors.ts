import type { SensorKind } from '@milepost/contract/sensor-kinds';
import type { Queryable } from '../store/database.ts';
import { definitionOf } from '../store/sensors/sensor-rows.ts';
import { withVersion } from '../store/sensors/sensor-versions.ts';
import type { Seeded } from './seed-drivers.ts';

/** The range of a 1-Wire probe, degrees Celsius; a value outside of it is a fault of its wire. */
const [LOWEST, HIGHEST] = [-55, 115];

/** The temperature range of chilled goods, degrees Celsius. */
const [CHILLED_MIN, CHILLED_MAX] = [2, 8];

interface DemoSensor {
  name: string;
  kind: SensorKind;
  unit: string;
  attribute: string;
  min: number | null;
  max: number | null;
  normalMin: number | null;
  normalMax: number | null;
  isIn: (vehicle: Seeded['vehicle']) => boolean;
}

const SENSORS: readonly DemoSensor[] = [
  {
    name: 'Load space',
    kind: 'temperature',
    unit: '°C',
    attribute: 'temperature1C',
    min: LOWEST,
    max: HIGHEST,
    normalMin: CHILLED_MIN,
    normalMax: CHILLED_MAX,
    isIn: ({ thermometer }) => thermometer,
  },
  {
    name: 'Load door',
    kind: 'door',
    unit: '',
    attribute: 'input2',
    min: null,
    max: null,
    normalMin: null,
    normalMax: null,
    isIn: ({ doorContact }) => doorContact,
  },
];

/** Defines the sensors on the wires of the vehicles: the probe in a load space, the contact of a load door. */
export async function seedSensors(db: Queryable, organisationId: number, seeded: readonly Seeded[]): Promise<void> {
  for (const { name, kind, unit, attribute, min, max, normalMin, normalMax, isIn } of SENSORS) {
    const reading = definitionOf({
      source: 'attribute',
      attribute,
      expression: null,
      calibration: [],
      min,
      max,
      inverse: false,
      capacityL: null,
      smoothingS: null,
    });
    await db.query(
      `INSERT INTO sensors (organisation_id, vehicle_id, name, kind, unit, normal_min, normal_max, versions)
       SELECT $1, v.id, $3, $4, $5, $6, $7, $8 FROM unnest($2::int[]) AS v (id)`,
      [
        organisationId,
        seeded.flatMap(({ vehicle, vehicleId }) => (isIn(vehicle) ? [vehicleId] : [])),
        name,
        kind,
        unit,
        normalMin,
        normalMax,
        JSON.stringify(withVersion([], reading, null)),
      ],
    );
  }
}
