import { longer } from './longer.ts';
import type { RuleKind } from './rule-kind.ts';

/** A stop of this duration or longer. */
interface OverStay {
  kind: 'overStay';
  afterS: number;
}

export const overStay: RuleKind<OverStay> = {
  watch(run, rule, { afterS }) {
    longer(run, rule, run.state.stop?.start ?? null, afterS);
  },
};
