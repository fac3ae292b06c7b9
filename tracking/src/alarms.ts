import type { AlarmRule } from './alarm-rule.ts';
import { areAlarmsSpent, noteCrowd, takeAlarm } from './pots.ts';
import { dayAt } from './days.ts';
import type { Alarm } from './fact.ts';
import { firstWithin } from './hours.ts';
import type { Coordinates } from './geo.ts';
import { withinHours, type WeeklyHours } from './local-day.ts';
import { isUnseen } from './private-spans.ts';
import { CALLS_FOR_HELP } from './private-time.ts';
import type { Run } from './run.ts';
import type { TrackState } from './track-state.ts';

export interface AlarmStart {
  /** When the condition began to hold, or the event happened. */
  at: number;
  value?: number | null;
  about?: string | number | null;
}

/**
 * Handles one event of a rule. While the rule's alarm is active, its count goes up; within the cool-down after it was
 * cleared, it is reopened; otherwise a new alarm is raised. A rule therefore never has more than one active alarm.
 * Events outside the rule's hours, or from before the rule, are ignored. Where a vehicle has raised more alarms than
 * are recorded individually, the last alarm of the rule is reopened too, so that no event is lost.
 */
export function raise(run: Run, rule: AlarmRule, { at, value = null, about = null }: AlarmStart): void {
  if (rule.schedule && !withinHours(rule.schedule, run.context.timeZone, at)) return;
  const { last } = run.state.alarms;
  const known = last[rule.id];
  const isSame = known && (known.clearedAt === null || at <= known.clearedAt + rule.coolDownS * 1000);
  if (known && (isSame === true || areAlarmsSpent(run))) {
    if (isSame !== true) noteCrowd(run, 'alarms');
    if (!isIncluded(run, rule.id)) known.count += 1;
    known.lastAt = Math.max(known.lastAt, at);
    known.clearedAt = null;
    write(run, known);
    return;
  }
  if (at < sinceOf(rule)) return;
  const place = run.coordinates ?? placeOf(run.state, about);
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

/** The newest coordinates; none if they are of private time, which is over, unless somebody calls for help. */
function placeOf({ fix, privateSpans }: TrackState, about: string | number | null): Coordinates | null {
  const isOver = privateSpans?.at(-1)?.to != null;
  return fix && isOver && !CALLS_FOR_HELP.has(about) && isUnseen(privateSpans, fix.time) ? null : fix;
}

/**
 * True for a report that an alarm already includes: it was still active after it. So the events of it are not counted a
 * second time, nor is the alarm cleared since the reports that raised it are unknown.
 */
const isIncluded = ({ state, now }: Run, ruleId: number): boolean =>
  now <= (state.alarms.includes?.[ruleId] ?? -Infinity);

export const sinceOf = ({ since = -Infinity }: AlarmRule) => since;

/** Clears the active alarm of a rule, if there is one. */
export function clear(run: Run, ruleId: number, at: number): void {
  const alarm = run.state.alarms.last[ruleId];
  if (!alarm || alarm.clearedAt !== null || isIncluded(run, ruleId)) return;
  alarm.clearedAt = Math.max(alarm.start, at);
  write(run, alarm);
}

/**
 * For events, which have no end: clears the alarm after this long without another event, or (null) leaves it to a
 * person.
 */
export function clearWhenQuiet(run: Run, ruleId: number, afterS: number | null): void {
  const alarm = run.state.alarms.last[ruleId];
  if (!alarm || afterS === null) return;
  const quietAt = alarm.lastAt + afterS * 1000;
  if (run.now >= quietAt) clear(run, ruleId, quietAt);
}

/**
 * Handles a condition that either holds or does not: raises an alarm when it begins to hold, and clears it when it
 * ends. If it already holds when the rule is created or its hours begin, the alarm is raised then; the end of the hours
 * clears nothing. After a person cleared the alarm, it is raised only when the condition begins to hold another time.
 * @param over when the condition ended, where that is known more precisely than by this report
 */
export function updateAlarm(run: Run, rule: AlarmRule, holds: boolean, begin: AlarmStart, over = run.now): void {
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
  } else if (!isIncluded(run, rule.id)) {
    delete held[rule.id];
    clear(run, rule.id, over);
  }
}

/**
 * Returns the first moment from `since` up to now at which the rule existed and was within its hours (and within
 * `more`), or null.
 */
export function dueAt(run: Run, rule: AlarmRule, since: number, more: WeeklyHours | null = null): number | null {
  const from = Math.max(since, sinceOf(rule));
  if (from > run.now || (rule.schedule === null && more === null)) return from > run.now ? null : from;
  return firstWithin([rule.schedule, more], run.context.timeZone, from, run.now);
}

/** Updates the alarm's most extreme value. */
function peak(run: Run, ruleId: number, value: number | null): void {
  const alarm = run.state.alarms.last[ruleId];
  if (!alarm || alarm.clearedAt !== null || value === null || Math.abs(value) <= Math.abs(alarm.value ?? 0)) return;
  alarm.value = value;
  write(run, alarm);
}

/** The rules for which each state was last tidied: rules change seldom, while reports arrive all the time. */
const tidiedFor = new WeakMap<TrackState, readonly AlarmRule[]>();

/** After a change of rules: ends and drops the state of rules that no longer exist. */
export function forgetDeletedRules(run: Run): void {
  if (tidiedFor.get(run.state) === run.context.rules) return;
  const { last, ...memories } = run.state.alarms;
  const isGone = (key: string) => !run.context.rules.some(({ id }) => id === Number(key));
  for (const key in last) {
    if (!isGone(key)) continue;
    delete memories.includes?.[key];
    clear(run, Number(key), run.now);
    delete last[key];
  }
  for (const memory of Object.values(memories)) {
    for (const key in memory) if (isGone(key)) delete memory[key];
  }
  tidiedFor.set(run.state, run.context.rules);
}

/** Clears an alarm that a person cleared, and drops it once it can no longer be reopened. */
export function tidyAlarm(run: Run, rule: AlarmRule, alarm: Alarm): void {
  const { state, context, now } = run;
  // Checks all alarms that were cleared by hand, not only those since the last report: they carry the server's time,
  // which may be behind the device's.
  for (const { ruleId, at } of context.clearedByHand) {
    if (ruleId !== rule.id || at < alarm.lastAt || at > now) continue;
    clear(run, ruleId, at);
    break;
  }
  if (alarm.clearedAt === null || now <= alarm.clearedAt + rule.coolDownS * 1000 || areAlarmsSpent(run)) return;
  delete state.alarms.last[rule.id];
}

/**
 * Writes an alarm once per report, in its final form: hundreds of crossings in one report may each raise its count.
 */
function write(run: Run, alarm: Alarm): void {
  run.readings ??= new Map();
  const index = run.readings.get(alarm.key) ?? run.facts.length;
  run.readings.set(alarm.key, index);
  run.facts[index] = { ...alarm };
}
