import type { Attributes } from '@milepost/protocols/types';
import { compileExpression, type Evaluate } from './expression.ts';

/** The measured quantities. The first group has numeric values, the second yes/no values. */
const MEASURES = ['fuelLevel', 'temperature', 'humidity', 'weight', 'tyre', 'counter', 'other'] as const;
const SIGNALS = ['door', 'ac', 'pto', 'signal'] as const;
export type SensorKind = (typeof MEASURES)[number] | (typeof SIGNALS)[number];

/** How a sensor reads a report. */
export interface SensorDefinition {
  /** The attribute that it reads, or an expression over attributes (`compileExpression`). */
  source: { attribute: string } | { expression: string };
  /** Maps raw values to values; null if the raw value is the value. */
  calibration: readonly CalibrationPoint[] | null;
  /** A value outside these bounds is a fault of the sensor and is ignored. */
  min: number | null;
  max: number | null;
  /** Inverts a yes/no value. */
  inverse: boolean;
  /** For a fuel level: capacity of the tank, litres. */
  capacityL: number | null;
  /**
   * For numeric sensors: the value is the median over this many seconds (`smooth`); omitted or null for no smoothing.
   */
  smoothingS?: number | null;
}

/**
 * A sensor of a vehicle with all its definitions, oldest first; each applies from its moment (null: from the beginning)
 * to the next.
 */
export interface SensorSetting {
  id: number;
  name: string;
  kind: SensorKind;
  versions: readonly (SensorDefinition & { from: number | null })[];
  /** When the sensor was removed, epoch milliseconds; null while it exists. */
  until: number | null;
}

export type SensorValue = number | boolean;

/** A sensor's reading of a report. */
interface SensorReading {
  /** Before calibration and range check; null if the report has none. */
  raw: number | boolean | null;
  /** Null if it has none, or one outside the range. */
  value: SensorValue | null;
}

/** A sensor prepared to read reports, each independently: `smoothing.ts` takes earlier ones into account. */
export interface Sensor extends Pick<SensorSetting, 'id' | 'name' | 'kind'> {
  /** Reads a report from a moment (epoch milliseconds). */
  read(attributes: Attributes, time: number): SensorReading;
  /** Index of the definition that applies at a moment; -1 for none. */
  definition(time: number): number;
  /** The attribute that it reads at a moment; null for an expression, and where no definition applies. */
  attribute(time: number): string | null;
  /** Seconds over which its values are smoothed at a moment; 0 for no smoothing. */
  smoothingS(time: number): number;
  /**
   * Capacity of the tank at a moment, litres: by the sensor, otherwise by the vehicle (`tankL`), otherwise the highest
   * value of its table; null if none of these is known.
   */
  capacityL(time: number, tankL: number | null): number | null;
}

const EMPTY_READING: SensorReading = { raw: null, value: null };

/**
 * The largest accepted value, in any unit: far beyond any quantity of a vehicle, and small enough for sums over years.
 * A formula can yield 1e308, whose sum overflows and would be rejected with all other facts.
 */
const MAX_VALUE = 1e12;
const isValue = (value: number | boolean | null): boolean => typeof value !== 'number' || Math.abs(value) <= MAX_VALUE;

/** True for yes/no sensors. */
export const isSignal = (kind: SensorKind): boolean => SIGNALS.some((one) => one === kind);

/** Prepares a sensor. An expression that cannot be used reads nothing, so that the other sensors keep working. */
export function compileSensor({ id, name, kind, versions, until }: SensorSetting): Sensor {
  const readers = versions.map((version) => ({ ...version, reads: compileDefinition(kind, version) }));
  const definition = (time: number) =>
    until !== null && time >= until ? -1 : readers.findLastIndex(({ from }) => from === null || from <= time);
  const at = (time: number) => readers[definition(time)];
  return {
    id,
    name,
    kind,
    read: (attributes, time) => at(time)?.reads(attributes) ?? EMPTY_READING,
    definition,
    attribute(time) {
      const source = at(time)?.source;
      return source && 'attribute' in source ? source.attribute : null;
    },
    smoothingS: (time) => (isSignal(kind) ? 0 : (at(time)?.smoothingS ?? 0)),
    capacityL(time, tankL) {
      const { capacityL = null, calibration = null } = at(time) ?? {};
      return capacityL ?? tankL ?? highest(calibration);
    },
  };
}

/** Returns a definition as a function of a report's attributes. */
export function compileDefinition(
  kind: SensorKind,
  definition: SensorDefinition,
): (attributes: Attributes) => SensorReading {
  const raw = compileSource(definition.source);
  const meaning = isSignal(kind) ? signalOf(definition) : measureOf(definition);
  return (attributes) => {
    const written = raw(attributes);
    if (written === null || !isValue(written)) return EMPTY_READING;
    const value = meaning(written);
    return { raw: written, value: isValue(value) ? value : null };
  };
}

function compileSource(source: SensorDefinition['source']): Evaluate {
  if ('expression' in source) {
    const compiled = compileExpression(source.expression);
    return typeof compiled === 'function' ? compiled : () => null;
  }
  const { attribute } = source;
  return (attributes) => {
    const written = attributes[attribute];
    return typeof written === 'boolean' || (typeof written === 'number' && Number.isFinite(written)) ? written : null;
  };
}

function highest(calibration: SensorDefinition['calibration']): number | null {
  const most = Math.max(0, ...(calibration ?? []).map(({ value }) => value));
  return most > 0 ? most : null;
}

const signalOf =
  ({ inverse }: SensorDefinition) =>
  (raw: SensorValue): boolean =>
    (raw === true || (typeof raw === 'number' && raw !== 0)) !== inverse;

const measureOf =
  ({ calibration, min, max }: SensorDefinition) =>
  (raw: SensorValue): number | null => {
    const value = calibration ? calibrate(calibration, Number(raw)) : Number(raw);
    return value >= (min ?? -Infinity) && value <= (max ?? Infinity) ? value : null;
  };

/** A raw value and the value it stands for, such as volts and litres. */
interface CalibrationPoint {
  raw: number;
  value: number;
}

/**
 * Interpolates linearly between the points of a table; outside them the nearest one holds, since nothing was measured
 * there.
 * @param points two or more; their raw values ascend, and their values only rise or only fall, as `save-sensor` ensures
 */
export function calibrate(points: readonly CalibrationPoint[], raw: number): number {
  const above = points.findIndex((point) => point.raw >= raw);
  const upper = points[above];
  const lower = points[above - 1];
  if (!upper) return points.at(-1)?.value ?? raw;
  if (!lower) return upper.value;
  const part = (raw - lower.raw) / (upper.raw - lower.raw);
  return lower.value + part * (upper.value - lower.value);
}
