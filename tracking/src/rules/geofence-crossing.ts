import { clear, raise } from '../alarms.ts';
import { withinHours } from '../local-day.ts';
import { concerns, hoursOf } from './concerned-fences.ts';
import type { RuleKind } from './rule-kind.ts';

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
      if (!concerns(fenceIds, each.fenceId)) continue;
      if (each.enters === enters) {
        const hours = hoursOf(run, each.fenceId);
        if (each.driven && (hours === null || withinHours(hours, context.timeZone, each.at)))
          raise(run, rule, { at: each.at, about: each.fenceId });
      } else if (state.alarms.last[rule.id]?.about === each.fenceId) clear(run, rule.id, each.at);
    }
  },
});

export const geofenceEnter = crossing<'geofenceEnter'>(true);
export const geofenceExit = crossing<'geofenceExit'>(false);
