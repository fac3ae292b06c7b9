import type { AlarmRule } from '../alarm-rule.ts';
import { clear, raise, sinceOf } from '../alarms.ts';
import { atMinute } from '../hours.ts';
import { localDay, weekdayOf } from '../local-day.ts';
import type { Run } from '../run.ts';
import { includesFence, isAnyThere } from './geofences.ts';
import type { RuleKind } from './rule-kind.ts';

/** The vehicle was in none of these geofences at a time of day, and entered none until the tolerance was over. */
interface NotInArea {
  kind: 'notInArea';
  fenceIds: readonly number[];
  /** Minutes since midnight in the zone's local time. */
  atMin: number;
  /** 0 for Monday. */
  weekdays: readonly number[];
  /** The accepted delay. */
  toleranceS: number;
}

/** When it had to be there, and when the tolerance ended. Epoch milliseconds. */
interface Appointment {
  at: number;
  due: number;
}

/**
 * A silent vehicle is checked for this long after its last report (or after the rule was created), so that a daily
 * check finds the same as a single one at the end.
 */
const LONGEST_SILENCE_MS = 31 * 86_400_000;

export const notInArea: RuleKind<NotInArea> = {
  watch(run, rule, condition, { before, crossings }) {
    const lastInside = (run.state.alarms.inside ??= {});
    const inside = run.state.visits.filter(({ fenceId }) => includesFence(condition.fenceIds, fenceId));
    const left = crossings.filter(({ enters, fenceId }) => !enters && includesFence(condition.fenceIds, fenceId));
    const until = Math.max(
      lastInside[rule.id] ?? -Infinity,
      ...left.map(({ at }) => at),
      ...inside.map(({ leftAt }) => leftAt ?? run.now),
    );
    if (before !== null) {
      for (const { at, due } of appointments(run, rule, condition, before)) {
        // A visit that began after the deadline was not in time.
        const isThere = inside.some(({ start, leftAt }) => start <= due && (leftAt ?? run.now) >= at);
        const wasThere = left.some((one) => one.at >= at) || (lastInside[rule.id] ?? -Infinity) >= at;
        if (!isThere && !wasThere) raiseMissed(run, rule, condition, { at, due });
      }
    }
    const entered = inside.find(({ confirmedAt, leftAt }) => confirmedAt !== null && leftAt === null);
    if (entered) clear(run, rule.id, entered.start);
    if (until > -Infinity) lastInside[rule.id] = until;
  },
};

/**
 * Raises the alarms that become due by the clock while no reports arrive: the vehicle is assumed to be where it last
 * was. The state contains an alarm raised earlier that still holds.
 */
export function raiseMissedBySilence(run: Run, rule: AlarmRule, condition: NotInArea, since: number): void {
  const { alarms, visits } = run.state;
  if (visits.some(({ fenceId }) => includesFence(condition.fenceIds, fenceId))) return;
  for (const one of appointments(run, rule, condition, since)) {
    if ((alarms.inside?.[rule.id] ?? -Infinity) < one.at) raiseMissed(run, rule, condition, one);
  }
}

/** Each appointment is independent: a missed one is over when the next one comes. */
function raiseMissed(run: Run, rule: AlarmRule, { fenceIds }: NotInArea, { at, due }: Appointment): void {
  clear(run, rule.id, at);
  delete run.state.alarms.last[rule.id];
  raise(run, rule, { at: due, about: fenceIds.length === 1 ? (fenceIds[0] ?? null) : null });
}

/** Returns the appointments whose tolerance ended after `since` and up to now. */
function appointments(
  { now, context }: Run,
  rule: AlarmRule,
  { fenceIds, atMin, weekdays, toleranceS }: NotInArea,
  since: number,
): Appointment[] {
  const from = Math.max(since, sinceOf(rule));
  const until = Math.min(now, from + LONGEST_SILENCE_MS);
  const { timeZone } = context;
  const toleranceMs = toleranceS * 1000;
  const found: Appointment[] = [];
  let day = localDay(timeZone, from - toleranceMs);
  for (; day.startMs <= until; day = localDay(timeZone, day.endMs)) {
    if (!weekdays.includes(weekdayOf(timeZone, day.startMs))) continue;
    const at = atMinute(timeZone, day.startMs, atMin);
    const due = at + toleranceMs;
    if (due > since && due <= until && at >= sinceOf(rule)) found.push({ at, due });
  }
  return found.length > 0 && isAnyThere({ context }, fenceIds) ? found : [];
}
