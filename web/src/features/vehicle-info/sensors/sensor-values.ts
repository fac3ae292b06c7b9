import type { Sensor } from '@milepost/contract/sensor-operations';
import type { COUNTS_FROM, SENSOR_SOURCES, SensorKind } from '@milepost/contract/sensor-kinds';

/** A row of a table as typed. */
export interface TypedPoint {
  raw: number | null;
  value: number | null;
}

/** The values of a sensor's form. */
export interface SensorValues extends Record<string, unknown> {
  name: string;
  kind: SensorKind;
  unit: string;
  source: (typeof SENSOR_SOURCES)[number];
  attribute: string | null;
  expression: string;
  calibration: TypedPoint[];
  min: number | null;
  max: number | null;
  inverse: boolean;
  capacityL: number | null;
  smoothingS: number | null;
  normalMin: number | null;
  normalMax: number | null;
  countsFrom: (typeof COUNTS_FROM)[number];
  moment: string | null;
}

/** A new sensor reads the whole past; a change counts from now on, so that the past stays as it was. */
export function sensorFormValues(sensor: Sensor | null, attribute: string | null): SensorValues {
  if (!sensor) {
    return {
      name: '',
      kind: kindOf(attribute),
      unit: '',
      source: 'attribute',
      attribute,
      expression: '',
      calibration: [],
      min: null,
      max: null,
      inverse: false,
      capacityL: null,
      smoothingS: null,
      normalMin: null,
      normalMax: null,
      countsFrom: 'always',
      moment: null,
    };
  }
  const { name, kind, unit, source, attribute: read, expression, calibration } = sensor;
  const { min, max, inverse, capacityL, smoothingS, normalMin, normalMax } = sensor;
  return {
    name,
    kind,
    unit,
    source,
    attribute: read,
    expression: expression ?? '',
    calibration: [...calibration],
    min,
    max,
    inverse,
    capacityL,
    smoothingS,
    normalMin,
    normalMax,
    countsFrom: 'now',
    moment: null,
  };
}

/** The likely kind of sensor for an attribute of this name. */
function kindOf(attribute: string | null): SensorKind {
  if (attribute === null) return 'fuelLevel';
  if (attribute.startsWith('fuel')) return 'fuelLevel';
  if (attribute.startsWith('temperature')) return 'temperature';
  if (attribute.startsWith('humidity')) return 'humidity';
  if (attribute.startsWith('door')) return 'door';
  return /^(input|output)/.test(attribute) ? 'signal' : 'other';
}
