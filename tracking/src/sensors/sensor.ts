import type { Attributes } from '@milepost/protocols/types';
import { calibrate, type CalibrationPoint } from './calibration.ts';
import { compileExpression, type Evaluate } from './expression.ts';

/** What a sensor measures. Of the first ones it tells figures, of the others yes and no. */
const MEASURES = ['fuelLevel', 'temperature', 'humidity', 'weight', 'tyre', 'counter', 'other'] as const;
const SIGNALS = ['door', 'ac', 'pto', 'signal'] as const;
export type SensorKind = (typeof MEASURES)[number] | (typeof SIGNALS)[number];

/** How a sensor reads a report. */
export interface SensorDefinition {
  /** The attribute that it reads, or an expression over attributes (`compileExpression`). */
  source: { attribute: string } | { expression: string };
  /** What the raw value means; null where it is the value. */
  calibration: readonly CalibrationPoint[] | null;
  /** A value outside of these is a fault of the sensor, and none. */
  min: number | null;
  max: number | null;
  /** Of yes and no: the other way round. */
  inverse: boolean;
  /** Of a fuel level: what the tank holds, litres. */
  capacityL: number | null;
  /** Of figures: the median over so many seconds is the value (`smooth`); left out or null where each counts as it is. */
  smoothingS?: number | null;
}

/** A sensor of a vehicle with all its definitions, oldest first; each counts from its moment (null: ever) to the next. */
export interface SensorSetting {
  id: number;
  name: string;
  kind: SensorKind;
  versions: readonly (SensorDefinition & { from: number | null })[];
  /** Epoch milliseconds from which on it is gone; null while it is there. */
  until: number | null;
}

export type SensorValue = number | boolean;

/** What a sensor reads in a report. */
interface SensorReading {
  /** Before calibration and range; null where the report has none. */
  raw: number | boolean | null;
  /** Null where there is none, or one outside the range. */
  value: SensorValue | null;
}

/** A sensor ready to read reports, each for itself: `smoothing.ts` adds those before it. */
export interface Sensor extends Pick<SensorSetting, 'id' | 'name' | 'kind'> {
  /** Reads a report of a moment (epoch milliseconds). */
  read(attributes: Attributes, time: number): SensorReading;
  /** Which of its definitions counts at a moment; -1 for none. */
  definition(time: number): number;
  /** The attribute that it reads at a moment; null of an expression, and where no definition counts. */
  attribute(time: number): string | null;
  /** Seconds over which its values are smoothed at a moment; 0 for not at all. */
  smoothingS(time: number): number;
  /**
   * What the tank holds at a moment, litres: as the sensor says, else as the vehicle says (`tankL`), else the highest
   * value of its table; null where nothing does.
   */
  capacityL(time: number, tankL: number | null): number | null;
}

const EMPTY_READING: SensorReading = { raw: null, value: null };

/**
 * The largest value that counts as one, in whatever unit: far beyond any quantity of a vehicle, and small enough for sums
 * over years. A formula may come to 1e308, whose sum is no number and would be refused with all other facts.
 */
const MOST_VALUE = 1e12;
const isValue = (value: number | boolean | null): boolean => typeof value !== 'number' || Math.abs(value) <= MOST_VALUE;

/** Whether it tells yes or no. */
export const isSignal = (kind: SensorKind): boolean => SIGNALS.some((one) => one === kind);

/** Prepares a sensor. An expression that cannot be used reads nothing, so that the others go on. */
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

/** A definition as a function of the attributes of a report. */
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
