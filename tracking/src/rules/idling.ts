import { longer } from './longer.ts';
import type { RuleKind } from './rule-kind.ts';

interface Idling {
  kind: 'idling';
  afterS: number;
}

export const idling: RuleKind<Idling> = {
  watch(run, rule, { afterS }) {
    const { trip, rest } = run.state;
    longer(run, rule, trip?.origin?.idleSince ?? rest?.idleSince ?? null, afterS, run.idledUntil);
  },
};
