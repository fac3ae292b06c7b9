import type { AlarmRule } from '../alarm-rule.ts';
import { clear, raise, sinceOf } from '../alarms.ts';
import type { Run, TripMoment } from '../run.ts';
import type { RuleKind } from './rule-kind.ts';

interface TripEvent<Kind extends string> {
  kind: Kind;
}

/**
 * A trip began (known once it is long and far enough) or ended (once the vehicle has stood long enough): its alarm is
 * cleared by the next event of the other kind. Those of a trip that nobody saw are known together, after it.
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

/** What began before the rule, or with the device, raises none. */
function happen(run: Run, rule: AlarmRule, { at, reason }: TripMoment): void {
  if (reason === 'firstReport' || reason === 'deviceChange' || at < sinceOf(rule)) return;
  const { last } = run.state.alarms;
  // Where one trip ends and a trip that nobody saw begins at the same moment, each has its own.
  if (rule.coolDownS === 0 && last[rule.id]?.clearedAt === at) delete last[rule.id];
  raise(run, rule, { at });
}
