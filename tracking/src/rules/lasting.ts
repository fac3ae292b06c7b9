import type { AlarmRule } from '../alarm-rule.ts';
import { clear, dueAt, updateAlarm, raise } from '../alarms.ts';
import type { Run } from '../run.ts';
import type { TrackState } from '../track-state.ts';
import type { RuleKind } from './rule-kind.ts';

/**
 * Handles a state of this duration or longer: its alarm begins when the time was up, not when a report showed it.
 * @param over when it ended; omitted where this report ends it
 */
export function checkDuration(run: Run, rule: AlarmRule, since: number | null, afterS: number, over?: number): void {
  const at = since === null ? 0 : since + afterS * 1000;
  updateAlarm(run, rule, since !== null && run.now >= at, { at }, over);
}

/** Returns the end of the trip that ends with this report, or undefined. */
export const tripOver = ({ tripMoments }: Run): number | undefined =>
  tripMoments?.findLast(({ begins }) => !begins)?.at;

interface Idling {
  kind: 'idling';
  afterS: number;
}

const idling: RuleKind<Idling> = {
  watch(run, rule, { afterS }) {
    const { trip, rest } = run.state;
    checkDuration(run, rule, trip?.origin?.idleSince ?? rest?.idleSince ?? null, afterS, run.idledUntil);
  },
};

/** A stop of this duration or longer. */
interface OverDwell {
  kind: 'overStay';
  afterS: number;
}

const overDwell: RuleKind<OverDwell> = {
  watch(run, rule, { afterS }) {
    const { stop, trip } = run.state;
    // The vehicle left at the start of the trip that this report confirms.
    checkDuration(run, rule, stop?.start ?? null, afterS, stop?.start ?? trip?.start.time);
  },
};

/** A trip of this duration or longer without a driver's tag since its beginning. */
interface DriverWithoutTag {
  kind: 'driverWithoutTag';
  afterS: number;
}

const driverWithoutTag: RuleKind<DriverWithoutTag> = {
  watch(run, rule, { afterS }) {
    checkDuration(run, rule, untaggedSince(run.state), afterS, tripOver(run));
  },
};

/** Returns since when a trip without a tag has lasted, or null; a tag presented while the engine warmed up counts. */
function untaggedSince({ trip, engine, taggedAt }: TrackState): number | null {
  if (trip?.confirmedAt == null || trip.kind === 'tow') return null;
  const since = engine.on === true ? Math.min(trip.start.time, engine.since) : trip.start.time;
  return taggedAt !== null && taggedAt >= since ? null : trip.start.time;
}

interface NoData {
  kind: 'noData';
  afterS: number;
}

/** The report that ends a silence raises its alarm and clears it. */
const noData: RuleKind<NoData> = {
  watch(run, rule, { afterS }, { before }) {
    if (before !== null && raiseSilence(run, rule, before, afterS)) clear(run, rule.id, run.now);
  },
};

/**
 * Raises the alarm for a silence from `since` until now if it was long enough, and returns whether it was. The value is
 * in minutes.
 */
export function raiseSilence(run: Run, rule: AlarmRule, since: number, afterS: number): boolean {
  const at = dueAt(run, rule, since + afterS * 1000);
  if (at !== null) raise(run, rule, { at, value: Math.floor((run.now - since) / 60_000) });
  return at !== null;
}

export const lastingKinds = { idling, overStay: overDwell, driverWithoutTag, noData };
