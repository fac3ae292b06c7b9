import { clear, raise, sinceOf } from '../alarms.ts';
import type { RuleKind } from './rule-kind.ts';

interface Ignition<Kind extends string> {
  kind: Kind;
}

/** The engine was switched on or off, by any source; with `movement` alone its state is unknown. */
const ignition = <Kind extends string>(wanted: boolean): RuleKind<Ignition<Kind>> => ({
  watch(run, rule) {
    const { on, since, source } = run.state.engine;
    if (on === null || source === 'movement') return;
    const known = (run.state.alarms.ignition ??= {});
    const before = known[rule.id];
    known[rule.id] = on;
    // The first known state is not an event.
    if (before === undefined || before === on) return;
    if (on !== wanted) {
      clear(run, rule.id, since);
      return;
    }
    // An engine that appears to be switched back and forth within one second is on since the same moment: one event.
    const switched = (run.state.alarms.switched ??= {});
    const isRepeated = switched[rule.id] === since && run.state.alarms.last[rule.id] === undefined;
    if (isRepeated || since < sinceOf(rule)) return;
    switched[rule.id] = since;
    raise(run, rule, { at: since });
  },
});

export const ignitionOn = ignition<'ignitionOn'>(true);
export const ignitionOff = ignition<'ignitionOff'>(false);
