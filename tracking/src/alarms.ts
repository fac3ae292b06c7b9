import type { AlarmRule } from './alarm-rule.ts';
import { areAlarmsSpent, noteCrowd, takeAlarm } from './pots.ts';
import { dayAt } from './days.ts';
import type { Alarm } from './fact.ts';
import { firstWithin } from './hours.ts';
import { withinHours, type WeeklyHours } from './local-day.ts';
import type { Run } from './run.ts';
import type { TrackState } from './track-state.ts';

export interface Raise {
  /** When its condition began to hold, or the event happened. */
  at: number;
  value?: number | null;
  about?: string | number | null;
}

/**
 * One event of a rule. While the rule's alarm is active, its count goes up; within the cool-down after it was cleared,
 * it is opened again; otherwise a new one is raised. So a rule never has more than one active alarm. Events outside the
 * rule's hours, or from before the rule, are ignored. Where a vehicle has raised more alarms than are told one by one,
 * the last alarm of the rule is opened again, too: no event is lost.
 */
export function raise(run: Run, rule: AlarmRule, { at, value = null, about = null }: Raise): void {
  if (rule.schedule && !withinHours(rule.schedule, run.context.timeZone, at)) return;
  const { last } = run.state.alarms;
  const known = last[rule.id];
  const isSame = known && (known.clearedAt === null || at <= known.clearedAt + rule.coolDownS * 1000);
  if (known && (isSame === true || areAlarmsSpent(run))) {
    if (isSame !== true) noteCrowd(run, 'alarms');
    known.count += 1;
    known.lastAt = Math.max(known.lastAt, at);
    known.clearedAt = null;
    write(run, known);
    return;
  }
  if (at < sinceOf(rule)) return;
  const place = run.coordinates ?? run.state.fix;
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
    place: place && { lat: place.lat, lon: place.lon },
    deviceClock: run.deviceClock?.getTime() ?? null,
  };
  last[rule.id] = alarm;
  takeAlarm(run);
  dayAt(run.state, run.context, run.now).alarms += 1;
  write(run, alarm);
}

export const sinceOf = ({ since = -Infinity }: AlarmRule) => since;

/** Clears the active alarm of a rule, if there is one. */
export function clear(run: Run, ruleId: number, at: number): void {
  const alarm = run.state.alarms.last[ruleId];
  if (!alarm || alarm.clearedAt !== null) return;
  alarm.clearedAt = Math.max(alarm.start, at);
  write(run, alarm);
}

/** An event has no end: its alarm is cleared after this long without another event, or (null) only by a person. */
export function clearWhenQuiet(run: Run, ruleId: number, afterS: number | null): void {
  const alarm = run.state.alarms.last[ruleId];
  if (!alarm || afterS === null) return;
  const quietAt = alarm.lastAt + afterS * 1000;
  if (run.now >= quietAt) clear(run, ruleId, quietAt);
}

/**
 * A condition that holds or does not: raises an alarm when it begins to hold, and clears it when it ends. If it already
 * holds when the rule is made or its hours begin, the alarm is raised then; the end of the hours clears nothing. After
 * a person cleared it, it is not raised again until the condition begins anew.
 * @param over when it was over, where that is known better than by this report
 */
export function level(run: Run, rule: AlarmRule, holds: boolean, begin: Raise, over = run.now): void {
  const { held } = run.state.alarms;
  if (holds === (held[rule.id] ?? false)) {
    if (holds) peak(run, rule.id, begin.value ?? null);
    return;
  }
  if (holds) {
    const at = dueAt(run, rule, begin.at);
    if (at === null) return;
    held[rule.id] = true;
    raise(run, rule, { ...begin, at });
  } else {
    delete held[rule.id];
    clear(run, rule.id, over);
  }
}

/**
 * The first moment from `since` up to now at which the rule existed and was within its hours (and within `more`), or
 * null.
 */
export function dueAt(run: Run, rule: AlarmRule, since: number, more: WeeklyHours | null = null): number | null {
  const from = Math.max(since, sinceOf(rule));
  if (from > run.now || (rule.schedule === null && more === null)) return from > run.now ? null : from;
  return firstWithin([rule.schedule, more], run.context.timeZone, from, run.now);
}

/** The alarm keeps its most extreme value. */
function peak(run: Run, ruleId: number, value: number | null): void {
  const alarm = run.state.alarms.last[ruleId];
  if (!alarm || alarm.clearedAt !== null || value === null || Math.abs(value) <= Math.abs(alarm.value ?? 0)) return;
  alarm.value = value;
  write(run, alarm);
}

/** The rules that a state was last tidied for: they change seldom, and reports come all the time. */
const tidiedFor = new WeakMap<TrackState, readonly AlarmRule[]>();

/** After a change of rules: ends and forgets what belongs to rules that no longer exist. */
export function forgetGoneRules(run: Run): void {
  if (tidiedFor.get(run.state) === run.context.rules) return;
  const { last, ...memories } = run.state.alarms;
  const isGone = (key: string) => !run.context.rules.some(({ id }) => id === Number(key));
  for (const key in last) {
    if (!isGone(key)) continue;
    clear(run, Number(key), run.now);
    delete last[key];
  }
  for (const memory of Object.values(memories)) {
    for (const key in memory) if (isGone(key)) delete memory[key];
  }
  tidiedFor.set(run.state, run.context.rules);
}

/** Clears an alarm that a person cleared, and forgets it once it can no longer be opened again. */
export function tidyAlarm(run: Run, rule: AlarmRule, alarm: Alarm): void {
  const { state, context, now } = run;
  // Not only those since the last report: they carry our clock's time, which may be behind the device's.
  for (const { ruleId, at } of context.clearedByHand) {
    if (ruleId !== rule.id || at < alarm.lastAt || at > now) continue;
    clear(run, ruleId, at);
    break;
  }
  if (alarm.clearedAt === null || now <= alarm.clearedAt + rule.coolDownS * 1000 || areAlarmsSpent(run)) return;
  delete state.alarms.last[rule.id];
}

/** Once for each report, in the form that it has at its end: hundreds of crossings may each count with it. */
function write(run: Run, alarm: Alarm): void {
  run.told ??= new Map();
  const index = run.told.get(alarm.key) ?? run.facts.length;
  run.told.set(alarm.key, index);
  run.facts[index] = { ...alarm };
}
