import { findObstacles } from '../../store/availability/check-use.ts';
import { getAssignment, listAssignmentChoices, listAssignments } from '../../store/drivers/assignments.ts';
import { deleteAssignment, saveAssignment } from '../../store/drivers/change-assignments.ts';
import { fleetChanged, type Handlers } from '../handler.ts';

export const assignmentHandlers = {
  'get-assignment-list': (input, { services, caller }) => listAssignments(services.database, caller.scope, input),

  'get-assignment-by-id': async ({ id }, { services, caller }) => ({
    assignment: await getAssignment(services.database, caller.scope, id),
  }),

  'save-assignment': async (input, context) => {
    const { services, caller, actor } = context;
    const { assignment, organisationId } = await saveAssignment(services.database, caller.scope, actor, input);
    fleetChanged(context, organisationId);
    return { assignment };
  },

  'delete-assignment': async ({ id }, context) => {
    const { services, caller, actor } = context;
    const { assignment, organisationId } = await deleteAssignment(services.database, caller.scope, actor, id);
    fleetChanged(context, organisationId);
    return { assignment };
  },

  'get-assignment-choices': (input, { services, caller }) =>
    listAssignmentChoices(services.database, caller.scope, input),

  'get-obstacles': ({ vehicleId, driverId, from, to }, { services, caller }) => {
    const time = { fromMs: Date.parse(from), toMs: to === null ? null : Date.parse(to) };
    return findObstacles(services.database, caller.scope, { vehicleId, driverId, ...time });
  },
} satisfies Partial<Handlers>;
