import { proposeSpread, timeSpread } from '../../distribution/spread.ts';
import { queueProposal, proposalParams, queueTimes } from '../../distribution/proposals.ts';
import { zoneOf } from '../../store/calendar/calendar.ts';
import { readMinutes } from '../../store/distribution/stops-to-order.ts';
import { getDepot } from '../../store/routes/depots.ts';
import { acceptSpread } from '../../store/spreads/accept-spread.ts';
import { readSpreadChoices } from '../../store/spreads/spread-choices.ts';
import { readSpreadStops } from '../../store/spreads/spread-stops.ts';
import { listSpreads, undoSpread } from '../../store/spreads/spreads.ts';
import type { Handlers } from '../handler.ts';

export const spreadHandlers = {
  'get-spread-choices': async (
    { depotId, day, startMin, backMin, shifts },
    { services: { database }, caller: { scope } },
  ) => {
    const { organisationId } = await getDepot(database, scope, depotId);
    const clock = await readMinutes(database, await zoneOf(database, { organisationId }), day, [
      startMin,
      backMin,
      ...shifts.flatMap((shift) => [shift.startMin, shift.backMin]),
    ]);
    const spanOf = (shift: { startMin: number; backMin: number }) => ({
      startsS: clock.get(shift.startMin) ?? 0,
      endsS: clock.get(shift.backMin) ?? 0,
    });
    const own = new Map(shifts.map((shift) => [shift.vehicleId, spanOf(shift)]));
    return readSpreadChoices(database, scope, organisationId, { day, ...spanOf({ startMin, backMin }), own });
  },

  'get-spread-stops': async (input, { services: { database }, caller: { scope } }) => {
    const { organisationId } = await getDepot(database, scope, input.depotId);
    return readSpreadStops(database, scope, organisationId, input);
  },

  'propose-spread': (input, { services: { database, router, bus }, caller, client }) => {
    const params = proposalParams(caller, client.gone());
    bus.publish('work-begun', { userId: caller.userId, work: 'proposal' });
    return queueProposal(params, (signal, reportProgress) =>
      proposeSpread(database, caller.scope, input, { signal, onProgress: reportProgress, router }),
    );
  },

  'time-spread': (input, { services: { database, router, bus }, caller, client }) => {
    const params = proposalParams(caller, client.gone());
    bus.publish('work-begun', { userId: caller.userId, work: 'times' });
    return queueTimes(params, (signal) => timeSpread(database, caller.scope, input, { signal, router }));
  },

  'accept-spread': (input, { services, caller, actor }) => acceptSpread(services.database, caller.scope, actor, input),

  'undo-spread': ({ spreadId }, { services, caller, actor }) =>
    undoSpread(services.database, caller.scope, actor, spreadId),

  'get-spread-list': (input, { services, caller }) => listSpreads(services.database, caller.scope, input),
} satisfies Partial<Handlers>;
