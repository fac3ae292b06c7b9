import type { AlarmRule } from './alarm-rule.ts';
import { dayAt } from './days.ts';
import type { Alarm } from './fact.ts';
import type { Run } from './run.ts';

/** What an alarm is raised with. */
export interface Raise {
  /** When its condition began to hold, or the event happened. */
  at: number;
  value?: number | null;
  about?: string | number | null;
}

/**
 * One more event of a rule. While the rule's alarm is active its count goes up; within the cool-down after it was
 * cleared it is opened again; otherwise another is raised. So there is never more than one active alarm of a rule.
 */
export function raise(run: Run, rule: AlarmRule, { at, value = null, about = null }: Raise): void {
  const { last } = run.state.alarms;
  const known = last[rule.id];
  if (known && (known.clearedAt === null || at <= known.clearedAt + rule.coolDownS * 1000)) {
    known.count += 1;
    known.lastAt = Math.max(known.lastAt, at);
    known.clearedAt = null;
    tell(run, known);
    return;
  }
  const fix = run.state.fix;
  const alarm: Alarm = {
    kind: 'alarm',
    key: `alarm:${rule.id}:${at}${about === null ? '' : `:${about}`}`,
    confirmedAt: run.now,
    ruleId: rule.id,
    start: at,
    lastAt: at,
    clearedAt: null,
    count: 1,
    value,
    about,
    place: fix && { lat: fix.lat, lon: fix.lon },
  };
  last[rule.id] = alarm;
  dayAt(run.state, run.context, run.now).alarms += 1;
  tell(run, alarm);
}

/** Clears the active alarm of a rule, if there is one. */
export function clear(run: Run, ruleId: number, at: number): void {
  const alarm = run.state.alarms.last[ruleId];
  if (!alarm || alarm.clearedAt !== null) return;
  alarm.clearedAt = Math.max(alarm.start, at);
  tell(run, alarm);
}

/**
 * A condition that holds, or does not: it raises an alarm when it begins to hold and clears it when it ends. A person
 * who clears it meanwhile is not told again before it began anew.
 */
export function level(run: Run, rule: AlarmRule, holds: boolean, begin: Raise): void {
  const { held } = run.state.alarms;
  if (holds === (held[rule.id] ?? false)) {
    if (holds) peak(run, rule.id, begin.value ?? null);
    return;
  }
  if (holds) {
    held[rule.id] = true;
    raise(run, rule, begin);
  } else {
    delete held[rule.id];
    clear(run, rule.id, run.now);
  }
}

/** The alarm keeps the value that was furthest from none. */
function peak(run: Run, ruleId: number, value: number | null): void {
  const alarm = run.state.alarms.last[ruleId];
  if (!alarm || alarm.clearedAt !== null || value === null || Math.abs(value) <= Math.abs(alarm.value ?? 0)) return;
  alarm.value = value;
  tell(run, alarm);
}

/** Clears what a person cleared, or whose rule is gone, and forgets what can no longer be opened again. */
export function tidyAlarms(run: Run, before: number | null): void {
  const { alarms } = run.state;
  for (const { ruleId, at } of run.context.clearedByHand) {
    const alarm = alarms.last[ruleId];
    const isNew = at <= run.now && at > (before ?? -Infinity);
    if (isNew && alarm && alarm.start <= at) clear(run, ruleId, at);
  }
  for (const key in alarms.last) {
    const alarm = alarms.last[key];
    if (!alarm) continue;
    const rule = run.context.rules.find(({ id }) => id === alarm.ruleId);
    if (!rule) {
      clear(run, alarm.ruleId, run.now);
      delete alarms.held[key];
    }
    const until = alarm.clearedAt === null ? Infinity : alarm.clearedAt + (rule?.coolDownS ?? 0) * 1000;
    if (run.now > until) delete alarms.last[key];
  }
}

function tell(run: Run, alarm: Alarm): void {
  run.facts.push({ ...alarm });
}
