import type { Attributes } from '@milepost/protocols/types';
import type { AlarmRule } from '../alarm-rule.ts';
import { level } from '../alarms.ts';
import type { Run } from '../run.ts';
import type { SensorValue } from '../sensors/sensor.ts';
import { sensorValue } from '../sensors/smoothing.ts';
import { SWITCH_HOLD_S } from '../switches.ts';
import { concerns, isAnyThere } from './concerned-fences.ts';
import { isOutOfRange } from './range.ts';
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
  /** Of figures: how far back within the range it must be to be well again; left out: not at all. */
  hysteresis?: number | undefined;
  /** Only while the vehicle drives. */
  driving?: true | undefined;
  /** Only outside of all these geofences; null or left out: anywhere. */
  fenceIds?: readonly number[] | null | undefined;
}

/** What was read and not reported for so long is not known to hold any more. */
const HOLD_MS = SWITCH_HOLD_S * 1000;

/** Reports without a value change nothing: the next one with a value says how it is. */
export const sensor: RuleKind<SensorCondition> = {
  watch(run, rule, condition, { attributes }) {
    const value = valueFor(run, rule, condition, attributes);
    if (value === null) return;
    const since = (run.state.alarms.sensor ??= {});
    if (!isOut(condition, value, since[rule.id] !== undefined) || !appliesHere(run, condition)) {
      delete since[rule.id];
      level(run, rule, false, { at: run.now });
      return;
    }
    const at = (since[rule.id] ??= run.now) + condition.afterS * 1000;
    level(run, rule, run.now >= at, { at, value: typeof value === 'number' ? value : null });
  },
};

/** What it reads now; for a rule that asks where the vehicle is or whether it drives, else what it read last. */
function valueFor(run: Run, rule: AlarmRule, condition: SensorCondition, attributes: Attributes): SensorValue | null {
  const value = read(run, condition.name, attributes);
  if (!condition.driving && !condition.fenceIds) return value;
  const known = (run.state.alarms.read ??= {});
  if (value !== null) known[rule.id] = { value, at: run.now };
  const last = known[rule.id];
  return last && run.now - last.at <= HOLD_MS ? last.value : null;
}

/** Whether the vehicle drives, and is outside of the geofences, as far as the rule asks for it. */
function appliesHere(run: Run, { driving, fenceIds = null }: SensorCondition): boolean {
  const { trip, rest, visits } = run.state;
  if (driving && (trip?.confirmedAt == null || rest !== null)) return false;
  if (fenceIds === null) return true;
  // A visit that is not sure yet is doubt enough.
  return !visits.some(({ fenceId }) => concerns(fenceIds, fenceId)) && isAnyThere(run, fenceIds);
}

function read(run: Run, name: string, attributes: Attributes): SensorValue | null {
  const wanted = name.toLowerCase();
  for (const one of run.context.sensors ?? []) {
    if (one.name.toLowerCase() !== wanted) continue;
    const value = sensorValue(run, one, attributes);
    if (value !== null) return value;
  }
  return null;
}

function isOut(condition: SensorCondition, value: SensorValue, wasOut: boolean): boolean {
  if (typeof value === 'boolean') return value === condition.on;
  return condition.on === null && isOutOfRange(condition, value, wasOut);
}
