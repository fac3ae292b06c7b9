import type { Attributes } from '@milepost/protocols/types';
import type { AlarmRule } from '../alarm-rule.ts';
import { updateAlarm } from '../alarms.ts';
import type { Run } from '../run.ts';
import type { SensorValue } from '../sensors/sensor.ts';
import { sensorValue } from '../sensors/smoothing.ts';
import { SWITCH_HOLD_S } from '../switches.ts';
import { includesFence, isAnyThere } from './geofences.ts';
import { isOutOfRange } from './readings.ts';
import type { RuleKind } from './rule-kind.ts';

/** A sensor outside a range, or with the given yes/no state, for a time. */
interface SensorCondition {
  kind: 'sensor';
  /** Sensors with this name, ignoring case: those of a profile have the same name in many vehicles. */
  name: string;
  /** Unit of its values, for display. */
  unit: string;
  /** For numeric sensors: the normal range; null for a side without a limit. */
  min: number | null;
  max: number | null;
  /** For yes/no sensors: the abnormal state; null for numeric ones. */
  on: boolean | null;
  afterS: number;
  /** For numeric sensors: how far back within the range the value must be to be normal; omitted: 0. */
  hysteresis?: number | undefined;
  /** Applies only while the vehicle drives. */
  driving?: true | undefined;
  /** Applies only outside of all these geofences; null or omitted: anywhere. */
  fenceIds?: readonly number[] | null | undefined;
}

/** A value that was not repeated for this long is no longer known to hold. */
const HOLD_MS = SWITCH_HOLD_S * 1000;

/** Reports without a value change nothing: the next one with a value decides. */
export const sensor: RuleKind<SensorCondition> = {
  watch(run, rule, condition, { attributes }) {
    const value = valueFor(run, rule, condition, attributes);
    if (value === null) return;
    const since = (run.state.alarms.sensor ??= {});
    if (!isOut(condition, value, since[rule.id] !== undefined) || !appliesHere(run, condition)) {
      delete since[rule.id];
      updateAlarm(run, rule, false, { at: run.now });
      return;
    }
    const at = (since[rule.id] ??= run.now) + condition.afterS * 1000;
    updateAlarm(run, rule, run.now >= at, { at, value: typeof value === 'number' ? value : null });
  },
};

/** Returns the current value; for a rule about location or driving, otherwise the last value read. */
function valueFor(run: Run, rule: AlarmRule, condition: SensorCondition, attributes: Attributes): SensorValue | null {
  const value = read(run, condition.name, attributes);
  if (!condition.driving && !condition.fenceIds) return value;
  const known = (run.state.alarms.read ??= {});
  if (value !== null) known[rule.id] = { value, at: run.now };
  const last = known[rule.id];
  return last && run.now - last.at <= HOLD_MS ? last.value : null;
}

/** True when the vehicle drives, and is outside the geofences, as far as the rule requires it. */
function appliesHere(run: Run, { driving, fenceIds = null }: SensorCondition): boolean {
  const { trip, rest, visits } = run.state;
  if (driving && (trip?.confirmedAt == null || rest !== null)) return false;
  if (fenceIds === null) return true;
  // A visit that is not yet confirmed counts as inside.
  return !visits.some(({ fenceId }) => includesFence(fenceIds, fenceId)) && isAnyThere(run, fenceIds);
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
