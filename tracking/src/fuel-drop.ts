import type { AlarmRule } from './alarm-rule.ts';
import { clear, raise } from './alarms.ts';
import type { Run } from './run.ts';

type FuelDrop = Extract<AlarmRule['condition'], { kind: 'fuelDrop' }>;

/** No vehicle holds more: a sensor that says so, or less than nothing, is broken. */
const MOST_LITRES = 100_000;

/**
 * So many litres less than within the last minutes. Two readings in a row must be that low: fuel sloshes. A level that
 * rises, or that is older than the span, is the new reference.
 */
export function watchFuel(run: Run, rule: AlarmRule, condition: FuelDrop, litres: number | undefined): void {
  const { fuel, last } = run.state.alarms;
  const alarm = last[rule.id];
  if (alarm && alarm.clearedAt === null && condition.clearAfterS !== null) {
    const quietAt = alarm.lastAt + condition.clearAfterS * 1000;
    if (run.now >= quietAt) clear(run, rule.id, quietAt);
  }
  if (litres === undefined || !(litres >= 0 && litres <= MOST_LITRES)) return;
  const known = fuel[rule.id];
  const isLow = known !== undefined && known.litres - litres >= condition.dropL;
  if (isLow && known.below !== null) {
    raise(run, rule, { at: known.below, value: Math.round((known.litres - litres) * 10) / 10 });
    fuel[rule.id] = { litres, at: run.now, below: null };
  } else if (isLow && run.now - known.at <= condition.withinS * 1000) {
    known.below = run.now;
  } else if (
    !known ||
    litres >= known.litres ||
    known.below !== null ||
    run.now - known.at > condition.withinS * 1000
  ) {
    fuel[rule.id] = { litres, at: run.now, below: null };
  }
}
