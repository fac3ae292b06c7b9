import { level } from '../alarms.ts';
import { withinHours, type WeeklyHours } from '../local-day.ts';
import { isInWorkshop } from '../workshop.ts';
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
    const allowed = withinHours(workingHours, context.timeZone, now) || isInWorkshop(context, now);
    level(run, rule, moves && !allowed, { at: now });
  },
};
