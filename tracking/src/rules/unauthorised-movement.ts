import { level } from '../alarms.ts';
import { withinHours, type WeeklyHours } from '../local-day.ts';
import type { RuleKind } from './rule-kind.ts';

interface UnauthorisedMovement {
  kind: 'unauthorisedMovement';
  workingHours: WeeklyHours;
}

export const unauthorisedMovement: RuleKind<UnauthorisedMovement> = {
  watch(run, rule, { workingHours }, { speedKph }) {
    if (speedKph === null) return;
    const { state, context, now } = run;
    const moves = state.trip?.confirmedAt != null && state.rest === null;
    level(run, rule, moves && !withinHours(workingHours, context.timeZone, now), { at: now });
  },
};
