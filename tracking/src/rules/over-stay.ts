import { longer } from './longer.ts';
import type { RuleKind } from './rule-kind.ts';

/** A stop of this duration or longer. */
interface OverDwell {
  kind: 'overStay';
  afterS: number;
}

export const overDwell: RuleKind<OverDwell> = {
  watch(run, rule, { afterS }) {
    const { stop, trip } = run.state;
    // It left when the trip began that this report confirms.
    longer(run, rule, stop?.start ?? null, afterS, stop?.start ?? trip?.start.time);
  },
};
