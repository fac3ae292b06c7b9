import { type LastSeenOf, readLastSeen } from '../../live/last-seen.ts';
import type { Queryable } from '../../store/database.ts';
import { listInside, listVisits, listVisitTotals, readVisitChoices } from '../../store/geofences/visits.ts';
import type { Handlers } from '../handler.ts';
import { readRange } from '../range.ts';

type Open = Parameters<LastSeenOf>[0];

async function withLastSeen<Row extends Open>(db: Queryable, rows: readonly Row[], at: number) {
  const open = rows.filter(({ end }) => end === null).map(({ vehicleId }) => vehicleId);
  const lastSeenOf = await readLastSeen(db, open, at);
  return rows.map((row) => ({ ...row, heardAt: lastSeenOf(row) }));
}

/** The longest range of the log. */
const MAX_DAYS = 400;

export const visitHandlers = {
  'get-visit-list': async (input, { services: { database }, caller }) => {
    const { rows, total } = await listVisits(database, caller.scope, { ...input, ...readRange(input, MAX_DAYS) });
    return { rows: await withLastSeen(database, rows, Date.now()), total };
  },

  'get-visits-inside': async ({ at, ...input }, { services: { database }, caller }) => {
    const moment = at === undefined ? undefined : new Date(at);
    const { rows, total } = await listInside(database, caller.scope, { ...input, ...(moment && { at: moment }) });
    const withTimes = await withLastSeen(database, rows, moment?.getTime() ?? Date.now());
    return { rows: withTimes.map(({ durationS: _durationS, ...row }) => row), total };
  },

  'get-visit-totals': (input, { services, caller }) =>
    listVisitTotals(services.database, caller.scope, { ...input, ...readRange(input, MAX_DAYS) }),

  'get-visit-choices': (input, { services, caller }) => readVisitChoices(services.database, caller.scope, input),
} satisfies Pick<Handlers, 'get-visit-list' | 'get-visits-inside' | 'get-visit-totals' | 'get-visit-choices'>;
