import type { Attributes } from '@milepost/protocols/types';
import { level } from '../alarms.ts';
import type { Run } from '../run.ts';
import type { SensorValue } from '../sensors/sensor.ts';
import { sensorValue } from '../sensors/smoothing.ts';
import type { RuleKind } from './rule-kind.ts';

/** A sensor that reads outside of a range, or yes or no, for a time. */
interface SensorCondition {
  kind: 'sensor';
  /** Sensors of this name, whatever its case: those of a profile have the same in many vehicles. */
  name: string;
  /** Of its values, for people. */
  unit: string;
  /** Of figures: the range that is well; null where that side has no limit. */
  min: number | null;
  max: number | null;
  /** Of yes and no: what is not well; null for figures. */
  on: boolean | null;
  afterS: number;
}

/** Reports without a value change nothing: the next one with a value says how it is. */
export const sensor: RuleKind<SensorCondition> = {
  watch(run, rule, condition, { attributes }) {
    const value = read(run, condition.name, attributes);
    if (value === null) return;
    const since = (run.state.alarms.sensor ??= {});
    if (!isOut(condition, value)) {
      delete since[rule.id];
      level(run, rule, false, { at: run.now });
      return;
    }
    const at = (since[rule.id] ??= run.now) + condition.afterS * 1000;
    level(run, rule, run.now >= at, { at, value: typeof value === 'number' ? value : null });
  },
};

function read(run: Run, name: string, attributes: Attributes): SensorValue | null {
  const wanted = name.toLowerCase();
  for (const one of run.context.sensors ?? []) {
    if (one.name.toLowerCase() !== wanted) continue;
    const value = sensorValue(run, one, attributes);
    if (value !== null) return value;
  }
  return null;
}

function isOut({ min, max, on }: SensorCondition, value: SensorValue): boolean {
  if (typeof value === 'boolean') return value === on;
  return on === null && (value < (min ?? -Infinity) || value > (max ?? Infinity));
}
