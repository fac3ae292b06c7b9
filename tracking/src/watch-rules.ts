import type { Attributes } from '@milepost/protocols/types';
import type { AlarmRule } from './alarm-rule.ts';
import { clear, dueAt, isWatched, level, raise } from './alarms.ts';
import { watchFuel } from './fuel-drop.ts';
import { withinHours, type WeeklyHours } from './local-day.ts';
import { offRouteSince } from './off-route.ts';
import { limitNow } from './overspeed.ts';
import type { Run } from './run.ts';
import type { TrackState } from './track-state.ts';
import type { Crossing } from './visits.ts';

/** What a report brings to the rules. */
export interface Seen {
  /** Time of the report before; null for the first. */
  before: number | null;
  attributes: Attributes;
  /** Speed of the accepted fix; null where the report had none. */
  speedKph: number | null;
  crossings: readonly Crossing[];
}

/** Takes a report to every rule of the vehicle. */
export function watchRules(run: Run, seen: Seen): void {
  for (const rule of run.context.rules) if (isWatched(run, rule)) watch(run, rule, seen);
}

function watch(run: Run, rule: AlarmRule, seen: Seen): void {
  const { state, context, now } = run;
  const { condition } = rule;
  switch (condition.kind) {
    case 'overspeed': {
      if (seen.speedKph === null) return;
      const limit = condition.limitKph ?? limitNow(run)?.kph ?? Infinity;
      level(run, rule, seen.speedKph > limit, { at: now, value: seen.speedKph });
      return;
    }
    case 'overStay':
      longer(run, rule, state.stop?.start ?? null, condition.afterS, null);
      return;
    case 'idling':
      longer(run, rule, state.trip?.origin?.idleSince ?? state.rest?.idleSince ?? null, condition.afterS, null);
      return;
    case 'geofenceEnter':
    case 'geofenceExit':
      for (const crossing of seen.crossings) {
        if (!concerns(condition.fenceIds, crossing.fenceId)) continue;
        if (crossing.enters === (condition.kind === 'geofenceEnter')) {
          const hours = hoursOf(run, crossing.fenceId);
          if (hours === null || withinHours(hours, context.timeZone, crossing.at))
            raise(run, rule, { at: crossing.at, about: crossing.fenceId });
        } else if (state.alarms.last[rule.id]?.about === crossing.fenceId) clear(run, rule.id, crossing.at);
      }
      return;
    case 'geofenceDwell':
      watchDwell(run, rule, condition);
      return;
    case 'noData': {
      const at = seen.before === null ? null : dueAt(run, rule, seen.before + condition.afterS * 1000);
      if (seen.before === null || at === null) return;
      raise(run, rule, { at, value: Math.floor((now - seen.before) / 60_000) });
      clear(run, rule.id, now);
      return;
    }
    case 'device':
      watchDevice(run, rule, condition, seen.attributes.alarm ?? []);
      return;
    case 'unauthorisedMovement': {
      const moves = state.trip?.confirmedAt != null && state.rest === null;
      if (seen.speedKph === null) return;
      level(run, rule, moves && !withinHours(condition.workingHours, context.timeZone, now), { at: now });
      return;
    }
    case 'tow': {
      const { trip } = state;
      const isTowed = trip?.kind === 'tow' && trip.confirmedAt !== null;
      level(run, rule, isTowed, { at: isTowed ? trip.start.time : now });
      return;
    }
    case 'temperature': {
      const value = seen.attributes[condition.attribute];
      if (typeof value !== 'number') return;
      const isOut = value < (condition.minC ?? -Infinity) || value > (condition.maxC ?? Infinity);
      level(run, rule, isOut, { at: now, value, about: condition.attribute });
      return;
    }
    case 'lowBattery': {
      const value = seen.attributes.batteryPercent;
      if (value !== undefined) level(run, rule, value < condition.belowPercent, { at: now });
      return;
    }
    case 'fuelDrop':
      watchFuel(run, rule, condition, seen.attributes.fuelL);
      return;
    case 'routeDeviation': {
      const since = offRouteSince(run, rule.id, condition.fenceIds, seen.speedKph !== null);
      longer(run, rule, since, condition.afterS, null);
      return;
    }
    case 'driverWithoutTag':
      longer(run, rule, untaggedSince(state), condition.afterS, null);
  }
}

/** A state that lasts so long or longer: its alarm begins when the time was up, not when a report noticed. */
function longer(run: Run, rule: AlarmRule, since: number | null, afterS: number, about: number | null): void {
  const at = since === null ? 0 : since + afterS * 1000;
  level(run, rule, since !== null && run.now >= at, { at, about });
}

/** Of the fences that it is in for too long, the one in which its time was up first. */
function watchDwell(run: Run, rule: AlarmRule, condition: Extract<AlarmRule['condition'], { kind: 'geofenceDwell' }>) {
  const dwells = run.state.visits.flatMap(({ fenceId, start, confirmedAt }) => {
    if (confirmedAt === null || !concerns(condition.fenceIds, fenceId)) return [];
    const at = dueAt(run, rule, start + condition.afterS * 1000, hoursOf(run, fenceId));
    return at === null ? [] : { at, about: fenceId };
  });
  const first = dwells.toSorted((a, b) => a.at - b.at || a.about - b.about)[0];
  level(run, rule, first !== undefined, first ?? { at: run.now });
}

/** Since when a trip goes on without a tag; one shown while the engine warmed up counts. Null where there is none such. */
function untaggedSince({ trip, engine, taggedAt }: TrackState): number | null {
  if (trip?.confirmedAt == null || trip.kind === 'tow') return null;
  const since = engine.on === true ? Math.min(trip.start.time, engine.since) : trip.start.time;
  return taggedAt !== null && taggedAt >= since ? null : trip.start.time;
}

function hoursOf(run: Run, fenceId: number): WeeklyHours | null {
  return run.context.fences.byId.get(fenceId)?.schedule ?? null;
}

function watchDevice(
  run: Run,
  rule: AlarmRule,
  condition: Extract<AlarmRule['condition'], { kind: 'device' }>,
  codes: readonly string[],
): void {
  const code = codes.find((each) => condition.codes.includes(each));
  if (code !== undefined) raise(run, rule, { at: run.now, about: code });
  else if (codes.some((each) => condition.clearCodes.includes(each))) clear(run, rule.id, run.now);
  else clearWhenQuiet(run, rule.id, condition.clearAfterS);
}

/** An event has no end of its own: its alarm is cleared after so long without another, or (null) by a person alone. */
export function clearWhenQuiet(run: Run, ruleId: number, afterS: number | null): void {
  const alarm = run.state.alarms.last[ruleId];
  if (!alarm || afterS === null) return;
  const quietAt = alarm.lastAt + afterS * 1000;
  if (run.now >= quietAt) clear(run, ruleId, quietAt);
}

function concerns(fenceIds: readonly number[] | null, fenceId: number): boolean {
  return fenceIds === null || fenceIds.includes(fenceId);
}
