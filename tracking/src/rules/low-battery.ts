import { level } from '../alarms.ts';
import type { RuleKind } from './rule-kind.ts';

interface LowBattery {
  kind: 'lowBattery';
  belowPercent: number;
}

export const lowBattery: RuleKind<LowBattery> = {
  watch(run, rule, { belowPercent }, { attributes }) {
    const { batteryPercent } = attributes;
    if (batteryPercent !== undefined) level(run, rule, batteryPercent < belowPercent, { at: run.now });
  },
};
