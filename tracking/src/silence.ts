import type { Alarm, Fact } from './fact.ts';
import { raiseSilence } from './rules/no-data.ts';
import type { Run } from './run.ts';
import type { TrackingContext } from './settings.ts';
import type { TrackState } from './track-state.ts';

/**
 * The alarms of a device that is silent now, for a caller with a clock, since a silent device sends no report to raise
 * them. The state is not changed. The next report gives the same alarms under the same keys, and clears them.
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
    raiseSilence(run, rule, time, condition.afterS);
  }
  return facts.filter((fact) => fact.kind === 'alarm');
}
