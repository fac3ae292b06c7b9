import { dueAt, raise } from './alarms.ts';
import type { Alarm, Fact } from './fact.ts';
import type { Run } from './run.ts';
import type { TrackingContext } from './settings.ts';
import type { TrackState } from './track-state.ts';

/**
 * The alarms of a device that is silent now, for a caller with a clock: a silent device sends no report that could
 * raise them. The state stays as it is. The next report tells the same alarms under the same keys, and clears them.
 */
export function silenceAlarms(state: TrackState, now: number, context: TrackingContext): Alarm[] {
  const facts: Fact[] = [];
  const { time } = state;
  if (time === null || state.ended) return [];
  const copy = { ...state, alarms: structuredClone(state.alarms), days: structuredClone(state.days) };
  const run: Run = { state: copy, context, facts, now };
  for (const rule of context.rules) {
    const { condition } = rule;
    if (condition.kind !== 'noData') continue;
    const at = dueAt(run, rule, time + condition.afterS * 1000);
    if (at !== null) raise(run, rule, { at, value: Math.floor((now - time) / 60_000) });
  }
  return facts.filter((fact) => fact.kind === 'alarm');
}
