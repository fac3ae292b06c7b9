import { listInside, listVisits, listVisitTotals, readVisitChoices } from '../../store/geofences/visits.ts';
import type { Handlers } from '../handler.ts';
import { readRange } from '../range.ts';

/** Longest range of the log. */
const MOST_DAYS = 400;

export const visitHandlers = {
  'get-visit-list': (input, { services, caller }) =>
    listVisits(services.database, caller.scope, { ...input, ...readRange(input, MOST_DAYS) }),

  'get-visits-inside': ({ at, ...input }, { services, caller }) =>
    listInside(services.database, caller.scope, { ...input, ...(at !== undefined && { at: new Date(at) }) }),

  'get-visit-totals': (input, { services, caller }) =>
    listVisitTotals(services.database, caller.scope, { ...input, ...readRange(input, MOST_DAYS) }),

  'get-visit-choices': (input, { services, caller }) => readVisitChoices(services.database, caller.scope, input),
} satisfies Pick<Handlers, 'get-visit-list' | 'get-visits-inside' | 'get-visit-totals' | 'get-visit-choices'>;
