import type { AlarmRule } from '../alarm-rule.ts';
import { clear, raise, sinceOf } from '../alarms.ts';
import { atMinute } from '../hours.ts';
import { localDay, weekdayOf } from '../local-day.ts';
import type { Run } from '../run.ts';
import { concerns, isAnyThere } from './concerned-fences.ts';
import type { RuleKind } from './rule-kind.ts';

/** Was in none of these geofences at a time of day, and came to none until the tolerance was over. */
interface NotInArea {
  kind: 'notInArea';
  fenceIds: readonly number[];
  /** Minutes since midnight on the zone's clock. */
  atMin: number;
  /** 0 for Monday. */
  weekdays: readonly number[];
  /** How much later is early enough. */
  toleranceS: number;
}

/** When it had to be there, and when the tolerance was over. Epoch milliseconds. */
interface Appointment {
  at: number;
  due: number;
}

/**
 * Somebody who is silent is asked for so long, from the last report on (or from when the rule was made): a clock that looks
 * each day finds the same as one that looks at the end.
 */
const LONGEST_SILENCE_MS = 31 * 86_400_000;

export const notInArea: RuleKind<NotInArea> = {
  watch(run, rule, condition, { before, crossings }) {
    const lastInside = (run.state.alarms.inside ??= {});
    const inside = run.state.visits.filter(({ fenceId }) => concerns(condition.fenceIds, fenceId));
    const left = crossings.filter(({ enters, fenceId }) => !enters && concerns(condition.fenceIds, fenceId));
    const until = Math.max(
      lastInside[rule.id] ?? -Infinity,
      ...left.map(({ at }) => at),
      ...inside.map(({ leftAt }) => leftAt ?? run.now),
    );
    if (before !== null) {
      for (const { at, due } of appointments(run, rule, condition, before)) {
        // What entered since the time was up was not there in time.
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
 * Raises the alarms that a clock knows of while nothing is reported: where it was last, it still is. The state has an
 * alarm that was raised before and still holds.
 */
export function raiseMissedBySilence(run: Run, rule: AlarmRule, condition: NotInArea, since: number): void {
  const { alarms, visits } = run.state;
  if (visits.some(({ fenceId }) => concerns(condition.fenceIds, fenceId))) return;
  for (const one of appointments(run, rule, condition, since)) {
    if ((alarms.inside?.[rule.id] ?? -Infinity) < one.at) raiseMissed(run, rule, condition, one);
  }
}

/** Each time is a question of its own: what was missed before is over when the next one comes. */
function raiseMissed(run: Run, rule: AlarmRule, { fenceIds }: NotInArea, { at, due }: Appointment): void {
  clear(run, rule.id, at);
  delete run.state.alarms.last[rule.id];
  raise(run, rule, { at: due, about: fenceIds.length === 1 ? (fenceIds[0] ?? null) : null });
}

/** The times at which it had to be there whose tolerance was over after `since` and up to now. */
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
