import { updateAlarm } from '../alarms.ts';
import type { RuleKind } from './rule-kind.ts';

/** The normal range from `min` to `max`, both included; null for a side without a limit. */
interface Range {
  min: number | null;
  max: number | null;
  hysteresis?: number | undefined;
}

/**
 * True when a value is outside its range. Once outside, it counts as outside until it is back within by the hysteresis.
 */
export function isOutOfRange({ min, max, hysteresis = 0 }: Range, value: number, wasOut: boolean): boolean {
  const back = wasOut ? hysteresis : 0;
  return value < (min ?? -Infinity) + back || value > (max ?? Infinity) - back;
}

interface Temperature {
  kind: 'temperature';
  attribute: string;
  minC: number | null;
  maxC: number | null;
  /** How long it must be outside the range; omitted: 0. */
  afterS?: number | undefined;
  /** How far it must be back within the range to be normal; omitted: 0. */
  hysteresisC?: number | undefined;
}

const temperatureRule: RuleKind<Temperature> = {
  watch(run, rule, { attribute, minC: min, maxC: max, afterS = 0, hysteresisC: hysteresis }, { attributes }) {
    const value = attributes[attribute];
    if (typeof value !== 'number') return;
    const since = (run.state.alarms.sensor ??= {});
    if (!isOutOfRange({ min, max, hysteresis }, value, since[rule.id] !== undefined)) {
      delete since[rule.id];
      updateAlarm(run, rule, false, { at: run.now, about: attribute });
      return;
    }
    const at = (since[rule.id] ??= run.now) + afterS * 1000;
    updateAlarm(run, rule, run.now >= at, { at, value, about: attribute });
  },
};

interface LowBattery {
  kind: 'lowBattery';
  belowPercent: number;
}

const lowBattery: RuleKind<LowBattery> = {
  watch(run, rule, { belowPercent }, { attributes }) {
    const { batteryPercent } = attributes;
    if (batteryPercent !== undefined) updateAlarm(run, rule, batteryPercent < belowPercent, { at: run.now });
  },
};

export const readingKinds = { temperature: temperatureRule, lowBattery };
