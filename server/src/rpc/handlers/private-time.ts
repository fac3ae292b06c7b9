import {
  endPrivateMark,
  listPrivateMarks,
  markPrivateTime,
  type PrivateMarking,
} from '../../store/private-time/mark-private-time.ts';
import {
  endOwnPrivateTime,
  listOwnTrips,
  markOwnTrip,
  startOwnPrivateTime,
  takeBackOwnMark,
} from '../../store/private-time/own-trips.ts';
import { deletePrivateRule, listPrivateRules, savePrivateRule } from '../../store/private-time/private-rules.ts';
import { readPrivateTrack } from '../../store/private-time/private-track.ts';
import { requireGrant } from '../../auth/caller.ts';
import { type CallContext, fleetChanged, type Handlers } from '../handler.ts';

/** Has tracking read a mark, and hides the present places of its devices. */
function announce(context: CallContext, { organisationId, devices }: PrivateMarking): void {
  fleetChanged(context, organisationId);
  if (devices.length > 0) context.services.bus.publish('places-sealed', { devices });
}

/** Rules about private time, marks of the office and of drivers, and its tracks. */
export const privateTimeHandlers = {
  'get-private-rule-list': (_input, { services, caller }) => listPrivateRules(services.database, caller.scope),

  'save-private-rule': async (input, context) => {
    const { services, caller, actor } = context;
    const rule = await savePrivateRule(services.database, caller.scope, actor, input);
    fleetChanged(context, rule.organisationId);
    return { rule };
  },

  'delete-private-rule': async ({ id }, context) => {
    const { services, caller, actor } = context;
    fleetChanged(context, await deletePrivateRule(services.database, caller.scope, actor, id));
    return {};
  },

  'get-private-mark-list': (_input, { services, caller }) => listPrivateMarks(services.database, caller.scope),

  'mark-private-time': async ({ from, to, ...input }, context) => {
    const { services, caller, actor } = context;
    // As work, the places of the time can be read by everybody, also by whoever marks it.
    if (!input.isPrivate) requireGrant(caller, 'private-trips', 'view');
    const wanted = { ...input, from: new Date(from), to: new Date(to) };
    const marking = await markPrivateTime(services.database, caller.scope, actor, wanted);
    announce(context, marking);
    return { mark: marking.mark };
  },

  'end-private-mark': async ({ id }, context) => {
    const { services, caller, actor } = context;
    const { mark, organisationId } = await endPrivateMark(services.database, caller.scope, actor, id);
    fleetChanged(context, organisationId);
    return { mark };
  },

  'get-private-track': ({ vehicleId, from, to }, { services, caller, actor }) =>
    readPrivateTrack(services.database, caller.scope, actor, { vehicleId, from: new Date(from), to: new Date(to) }),

  'get-own-trip-list': (_input, { services, caller }) =>
    listOwnTrips(services.database, caller.scope, caller.userId, services.places.for(caller)),

  'mark-own-trip': async ({ tripId }, context) => {
    const { services, caller, actor } = context;
    const of = { userId: caller.userId, tripId };
    announce(context, await markOwnTrip(services.database, caller.scope, actor, of));
    return {};
  },

  'start-own-private-time': async ({ vehicleId }, context) => {
    const { services, caller, actor } = context;
    const of = { userId: caller.userId, vehicleId };
    announce(context, await startOwnPrivateTime(services.database, caller.scope, actor, of));
    return {};
  },

  'end-own-private-time': async ({ id }, context) => {
    const { services, caller, actor } = context;
    const of = { userId: caller.userId, id };
    fleetChanged(context, await endOwnPrivateTime(services.database, caller.scope, actor, of));
    return {};
  },

  'take-back-own-mark': async ({ id }, context) => {
    const { services, caller, actor } = context;
    const of = { userId: caller.userId, id };
    announce(context, await takeBackOwnMark(services.database, caller.scope, actor, of));
    return {};
  },
} satisfies Partial<Handlers>;
