import { type HeardOf, readHeard } from '../../live/last-heard.ts';
import type { Queryable } from '../../store/database.ts';
import { listInside, listVisits, listVisitTotals, readVisitChoices } from '../../store/geofences/visits.ts';
import type { Handlers } from '../handler.ts';
import { readRange } from '../range.ts';

type Open = Parameters<HeardOf>[0];

async function withHeard<Row extends Open>(db: Queryable, rows: readonly Row[], at: number) {
  const open = rows.filter(({ end }) => end === null).map(({ vehicleId }) => vehicleId);
  const heard = await readHeard(db, open, at);
  return rows.map((row) => ({ ...row, heardAt: heard(row) }));
}

/** Longest range of the log. */
const MOST_DAYS = 400;

export const visitHandlers = {
  'get-visit-list': async (input, { services: { database }, caller }) => {
    const { rows, total } = await listVisits(database, caller.scope, { ...input, ...readRange(input, MOST_DAYS) });
    return { rows: await withHeard(database, rows, Date.now()), total };
  },

  'get-visits-inside': async ({ at, ...input }, { services: { database }, caller }) => {
    const moment = at === undefined ? undefined : new Date(at);
    const { rows, total } = await listInside(database, caller.scope, { ...input, ...(moment && { at: moment }) });
    const told = await withHeard(database, rows, moment?.getTime() ?? Date.now());
    return { rows: told.map(({ durationS: _durationS, ...row }) => row), total };
  },

  'get-visit-totals': (input, { services, caller }) =>
    listVisitTotals(services.database, caller.scope, { ...input, ...readRange(input, MOST_DAYS) }),

  'get-visit-choices': (input, { services, caller }) => readVisitChoices(services.database, caller.scope, input),
} satisfies Pick<Handlers, 'get-visit-list' | 'get-visits-inside' | 'get-visit-totals' | 'get-visit-choices'>;
