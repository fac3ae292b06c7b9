import type { AlarmRule } from '../alarm-rule.ts';
import { clear, raise, sinceOf } from '../alarms.ts';
import type { Run, TripMoment } from '../run.ts';
import type { RuleKind } from './rule-kind.ts';

interface TripEvent<Kind extends string> {
  kind: Kind;
}

/**
 * A trip began (known once it is long and far enough) or ended (once the vehicle has stood long enough): its alarm is
 * cleared by the next event of the other kind. Both events of an unobserved trip become known together, after it.
 */
const moments = <Kind extends string>(ofBegin: boolean): RuleKind<TripEvent<Kind>> => ({
  watch(run, rule) {
    for (const moment of run.tripMoments ?? []) {
      if (moment.begins === ofBegin) happen(run, rule, moment);
      else clear(run, rule.id, moment.at);
    }
  },
});

export const tripStart = moments<'tripStart'>(true);
export const tripEnd = moments<'tripEnd'>(false);

/** A beginning before the rule, or with the installation, raises no alarm. */
function happen(run: Run, rule: AlarmRule, { at, reason }: TripMoment): void {
  if (reason === 'firstReport' || reason === 'deviceChange' || at < sinceOf(rule)) return;
  const { last } = run.state.alarms;
  // If one trip ends and an unobserved trip begins at the same moment, each raises its own alarm.
  if (rule.coolDownS === 0 && last[rule.id]?.clearedAt === at) delete last[rule.id];
  raise(run, rule, { at });
}
