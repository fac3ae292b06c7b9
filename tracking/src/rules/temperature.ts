import { level } from '../alarms.ts';
import type { RuleKind } from './rule-kind.ts';

interface Temperature {
  kind: 'temperature';
  attribute: string;
  minC: number | null;
  maxC: number | null;
}

export const temperature: RuleKind<Temperature> = {
  watch(run, rule, { attribute, minC, maxC }, { attributes }) {
    const value = attributes[attribute];
    if (typeof value !== 'number') return;
    const isOut = value < (minC ?? -Infinity) || value > (maxC ?? Infinity);
    level(run, rule, isOut, { at: run.now, value, about: attribute });
  },
};
