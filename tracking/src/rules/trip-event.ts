import type { AlarmRule } from '../alarm-rule.ts';
import { clear, raise, sinceOf } from '../alarms.ts';
import type { Boundary } from '../fact.ts';
import type { Run } from '../run.ts';
import type { RuleKind } from './rule-kind.ts';

interface TripEvent<Kind extends string> {
  kind: Kind;
}

interface Begun {
  at: number;
  reason: Boundary;
}

/** A trip began: known once it is long and far enough. Its alarm is cleared by the end of the trip. */
export const tripStart: RuleKind<TripEvent<'tripStart'>> = {
  watch(run, rule) {
    const { trip, stop } = run.state;
    const isTrip = trip?.kind === 'trip' && trip.confirmedAt !== null;
    event(run, rule, isTrip ? { at: trip.start.time, reason: trip.startReason } : null, stop?.start);
  },
};

/** A trip ended: known once the vehicle has stood long enough. Its alarm is cleared by the next trip. */
export const tripEnd: RuleKind<TripEvent<'tripEnd'>> = {
  watch(run, rule) {
    const { trip, stop } = run.state;
    event(run, rule, stop && { at: stop.start, reason: stop.startReason }, trip?.start.time);
  },
};

/**
 * The beginning of a state is the event, and its end clears the alarm. What began before the rule, or before anything was
 * known of the vehicle, raises none.
 */
function event(run: Run, rule: AlarmRule, begun: Begun | null, over = run.now): void {
  const { held } = run.state.alarms;
  if (begun === null) {
    delete held[rule.id];
    clear(run, rule.id, over);
  } else if (!held[rule.id]) {
    held[rule.id] = true;
    const isSeen = begun.reason !== 'firstReport' && begun.reason !== 'deviceChange';
    if (isSeen && begun.at >= sinceOf(rule)) raise(run, rule, { at: begun.at });
  }
}
