import type { AlarmRule } from '../alarm-rule.ts';
import { clear, updateAlarm, raise, sinceOf } from '../alarms.ts';
import { type WeeklyHours, withinHours } from '../local-day.ts';
import type { Run, TripMoment } from '../run.ts';
import { isInWorkshop } from '../workshop.ts';
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

/** A beginning before the rule, or with the installation, raises no alarm. */
function happen(run: Run, rule: AlarmRule, { at, reason }: TripMoment): void {
  if (reason === 'firstReport' || reason === 'deviceChange' || at < sinceOf(rule)) return;
  const { last } = run.state.alarms;
  // If one trip ends and an unobserved trip begins at the same moment, each raises its own alarm.
  if (rule.coolDownS === 0 && last[rule.id]?.clearedAt === at) delete last[rule.id];
  raise(run, rule, { at });
}

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

/** The vehicle moves with its engine off: it is towed, or on a ferry. */
interface Tow {
  kind: 'tow';
}

const tow: RuleKind<Tow> = {
  watch(run, rule) {
    const { trip } = run.state;
    const isTowed = trip?.kind === 'tow' && trip.confirmedAt !== null;
    updateAlarm(run, rule, isTowed && !isInWorkshop(run.context, run.now), { at: isTowed ? trip.start.time : run.now });
  },
};

interface UnauthorisedMovement {
  kind: 'unauthorisedMovement';
  workingHours: WeeklyHours;
}

const unauthorisedMovement: RuleKind<UnauthorisedMovement> = {
  watch(run, rule, { workingHours }, { speedKph }) {
    if (speedKph === null) return;
    const { state, context, now } = run;
    const moves = state.trip?.confirmedAt != null && state.rest === null;
    const allowed = withinHours(workingHours, context.timeZone, now) || isInWorkshop(context, now);
    updateAlarm(run, rule, moves && !allowed, { at: now });
  },
};

export const movementKinds = {
  tripStart: moments<'tripStart'>(true),
  tripEnd: moments<'tripEnd'>(false),
  ignitionOn: ignition<'ignitionOn'>(true),
  ignitionOff: ignition<'ignitionOff'>(false),
  tow,
  unauthorisedMovement,
};
