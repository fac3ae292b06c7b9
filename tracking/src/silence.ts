import { isUnseen, sealFrom } from './private-spans.ts';
import type { Alarm, Fact } from './fact.ts';
import type { AlarmRule } from './alarm-rule.ts';
import { raiseMissedBySilence } from './rules/not-in-area.ts';
import { raiseSilence } from './rules/lasting.ts';
import type { Run } from './run.ts';
import type { TrackingContext } from './settings.ts';
import type { TrackState } from './track-state.ts';

/**
 * Returns the alarms of a device that is silent now, for a caller with a clock, since a silent device sends no report
 * to raise them: for its silence, and for not being where it should be. The state is not changed. The next report gives
 * the same alarms under the same keys, and clears them.
 */
export function silenceAlarms(state: TrackState, now: number, context: TrackingContext): Alarm[] {
  const facts: Fact[] = [];
  const { time } = state;
  if (time === null || state.ended) return [];
  const copy = { ...state, alarms: structuredClone(state.alarms), days: structuredClone(state.days) };
  const run: Run = { state: copy, context, facts, now };
  const unseen = isUnseen(state.privateSpans, state.fix?.time ?? null);
  for (const rule of context.rules) {
    const { condition } = rule;
    if (condition.kind === 'noData') raiseSilence(run, rule, time, condition.afterS);
    if (condition.kind === 'notInArea' && !unseen) raiseMissedBySilence(run, rule, condition, time);
  }
  sealFrom(state.privateSpans, facts, 0);
  // The last version of each alarm counts.
  return [...new Map(facts.flatMap((fact) => (fact.kind === 'alarm' ? [[fact.key, fact]] : []))).values()];
}

/** A vehicle that is not where it should be is given this much time: its report may still be in transit. */
const ON_THE_WAY_MS = 120_000;

/** Returns the time without reports after which the clock raises a rule's alarm; infinite if it never does. */
export function silenceMsOf({ condition }: AlarmRule): number {
  if (condition.kind === 'noData') return condition.afterS * 1000;
  return condition.kind === 'notInArea' ? ON_THE_WAY_MS : Infinity;
}
