import { clear, dueAt, updateAlarm, raise, sinceOf } from '../alarms.ts';
import { MANY_FENCES } from '../fence-index.ts';
import { type WeeklyHours, withinHours } from '../local-day.ts';
import type { Run } from '../run.ts';
import type { RuleKind } from './rule-kind.ts';

const sets = new WeakMap<readonly number[], ReadonlySet<number>>();

/**
 * True when a rule concerns a geofence; null: it concerns any. With five hundred rules about five hundred geofences
 * each, and a vehicle in a thousand, scanning a list would take a quarter of a billion steps per position.
 */
export function includesFence(fenceIds: readonly number[] | null, fenceId: number): boolean {
  if (fenceIds === null) return true;
  if (fenceIds.length < MANY_FENCES) return fenceIds.includes(fenceId);
  let set = sets.get(fenceIds);
  if (!set) sets.set(fenceIds, (set = new Set(fenceIds)));
  return set.has(fenceId);
}

/** True when one of these geofences exists and applies to the vehicle: if none does, the vehicle is not outside. */
export const isAnyThere = ({ context }: Pick<Run, 'context'>, fenceIds: readonly number[]): boolean =>
  fenceIds.some((id) => context.fences.byId.has(id) && context.excludedFences?.has(id) !== true);

/** Returns when a geofence applies; null: always. */
export function hoursOf(run: Run, fenceId: number): WeeklyHours | null {
  return run.context.fences.byId.get(fenceId)?.schedule ?? null;
}

interface GeofenceCrossing<Kind extends string> {
  kind: Kind;
  /** Null: any. */
  fenceIds: readonly number[] | null;
}

/** The alarm of a crossing ends with the next crossing in the other direction. */
const crossing = <Kind extends string>(enters: boolean): RuleKind<GeofenceCrossing<Kind>> => ({
  watch(run, rule, { fenceIds }, { crossings }) {
    const { state, context } = run;
    for (const each of crossings) {
      if (!includesFence(fenceIds, each.fenceId)) continue;
      if (each.enters === enters) {
        const hours = hoursOf(run, each.fenceId);
        if (each.driven && (hours === null || withinHours(hours, context.timeZone, each.at)))
          raise(run, rule, { at: each.at, about: each.fenceId });
      } else if (state.alarms.last[rule.id]?.about === each.fenceId) clear(run, rule.id, each.at);
    }
  },
});

interface GeofenceDwell {
  kind: 'geofenceDwell';
  /** Null: any. */
  fenceIds: readonly number[] | null;
  afterS: number;
}

/**
 * If several geofences qualify, the one whose time was up first counts. A vehicle already inside when the rule begins
 * counts as inside since then.
 */
const geofenceDwell: RuleKind<GeofenceDwell> = {
  watch(run, rule, { fenceIds, afterS }, { crossings }) {
    const begins = run.state.alarms.held[rule.id] ? -Infinity : sinceOf(rule);
    let first: { at: number; about: number } | undefined;
    for (const { fenceId, start, confirmedAt } of run.state.visits) {
      if (confirmedAt === null || !includesFence(fenceIds, fenceId)) continue;
      const at = dueAt(run, rule, Math.max(start, begins) + afterS * 1000, hoursOf(run, fenceId));
      if (at === null || (first && (first.at - at || first.about - fenceId) <= 0)) continue;
      first = { at, about: fenceId };
    }
    let over = -Infinity;
    for (const { enters, fenceId, at } of crossings) {
      if (!enters && includesFence(fenceIds, fenceId)) over = Math.max(over, at);
    }
    updateAlarm(run, rule, first !== undefined, first ?? { at: run.now }, over === -Infinity ? run.now : over);
  },
};

export const geofenceKinds = {
  geofenceEnter: crossing<'geofenceEnter'>(true),
  geofenceExit: crossing<'geofenceExit'>(false),
  geofenceDwell,
};
