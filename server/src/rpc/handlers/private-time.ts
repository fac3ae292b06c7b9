import { listPrivateMarks, markPrivateTime } from '../../store/private-time/mark-private-time.ts';
import { deletePrivateRule, listPrivateRules, savePrivateRule } from '../../store/private-time/private-rules.ts';
import { readPrivateTrack } from '../../store/private-time/private-track.ts';
import { fleetChanged, type Handlers } from '../handler.ts';

/** Rules about private time, marks on the past, and its tracks. */
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
    const wanted = { ...input, from: new Date(from), to: new Date(to) };
    const { mark, organisationId, devices } = await markPrivateTime(services.database, caller.scope, actor, wanted);
    fleetChanged(context, organisationId);
    if (devices.length > 0) services.bus.publish('places-sealed', { devices });
    return { mark };
  },

  'get-private-track': ({ vehicleId, from, to }, { services, caller, actor }) =>
    readPrivateTrack(services.database, caller.scope, actor, { vehicleId, from: new Date(from), to: new Date(to) }),
} satisfies Partial<Handlers>;
