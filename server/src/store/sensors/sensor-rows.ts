import type { Sensor } from '@milepost/contract/sensor-operations';
import type { SensorDefinition, SensorKind, SensorSetting } from '@milepost/tracking/sensors/sensor';

/** A stored definition: valid from `from` (epoch milliseconds; null: always) up to the next one. */
export type SensorVersion = SensorSetting['versions'][number];

export interface SensorRow {
  id: number;
  name: string;
  kind: SensorKind;
  unit: string;
  normalMin: number | null;
  normalMax: number | null;
  versions: SensorVersion[];
  version: number;
}

/** The columns of `sensors s`. */
export const SENSOR_COLUMNS =
  's.id, s.name, s.kind, s.unit, s.normal_min AS "normalMin", s.normal_max AS "normalMax", s.versions, s.version';

/** A sensor for the browser, with its latest definition. */
export function toSensor({ versions, ...row }: SensorRow): Sensor {
  const last = versions.at(-1);
  if (!last) throw new Error(`sensor ${row.id} has no definition`);
  const { source, calibration, min, max, inverse, capacityL, smoothingS = null, from } = last;
  return {
    ...row,
    ...('attribute' in source
      ? { source: 'attribute', attribute: source.attribute, expression: null }
      : { source: 'expression', attribute: null, expression: source.expression }),
    calibration: [...(calibration ?? [])],
    min,
    max,
    inverse,
    capacityL,
    smoothingS,
    from: from === null ? null : new Date(from).toISOString(),
    earlier: versions.length - 1,
  };
}

/** The settings of a sensor's reading, as entered by a person. */
export interface ReadingInput {
  source: 'attribute' | 'expression';
  attribute: string | null;
  expression: string | null;
  calibration: readonly { raw: number; value: number }[];
  min: number | null;
  max: number | null;
  inverse: boolean;
  capacityL: number | null;
  smoothingS: number | null;
}

export function definitionOf(input: ReadingInput): SensorDefinition {
  const { source, attribute, expression, calibration, min, max, inverse, capacityL, smoothingS } = input;
  return {
    source: source === 'attribute' ? { attribute: attribute ?? '' } : { expression: expression ?? '' },
    calibration: calibration.length > 0 ? calibration : null,
    min,
    max,
    inverse,
    capacityL,
    smoothingS,
  };
}
