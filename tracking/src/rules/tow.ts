import { level } from '../alarms.ts';
import { isInWorkshop } from '../workshop.ts';
import type { RuleKind } from './rule-kind.ts';

/** Moves with its engine off: towed, or on a ferry. */
interface Tow {
  kind: 'tow';
}

export const tow: RuleKind<Tow> = {
  watch(run, rule) {
    const { trip } = run.state;
    const isTowed = trip?.kind === 'tow' && trip.confirmedAt !== null;
    level(run, rule, isTowed && !isInWorkshop(run.context, run.now), { at: isTowed ? trip.start.time : run.now });
  },
};
