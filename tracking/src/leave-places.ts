import { clear } from './alarms.ts';
import { endDwells } from './dwells.ts';
import { knowsPlaces } from './rules/knows-places.ts';
import type { Run } from './run.ts';
import { visitOf } from './visits.ts';

/**
 * Ends everything that depends on geofences, outlets and roads, at the beginning of private time: visits, dwells, and the alarms of rules
 * about places. Whether the vehicle stays inside, leaves or comes back cannot be told from it. No alarm follows.
 */
export function leavePlaces(run: Run): void {
  const { state, facts, now } = run;
  for (const open of state.visits) {
    if (open.confirmedAt === null) continue;
    const end = open.leftAt ?? now;
    const leftKph = open.leftAt === null ? (state.fix?.speedKph ?? 0) : open.leftKph;
    facts.push(visitOf({ ...open, leftKph }, open.confirmedAt, end, end));
  }
  state.visits = [];
  endDwells(run);
  const { held, offRoute, inside, road, sensor } = state.alarms;
  for (const { id, condition } of run.context.rules) {
    if (!knowsPlaces(condition)) continue;
    clear(run, id, now);
    delete held[id];
    delete offRoute[id];
    for (const memory of [inside, road, sensor]) if (memory) delete memory[id];
  }
}
