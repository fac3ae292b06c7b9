import { viewerOf } from '../../store/files/records.ts';
import { addInspection, setInspectionDeleted } from '../../store/inspections/change-inspections.ts';
import {
  getChecklist,
  listChecklists,
  saveChecklist,
  setChecklistDeleted,
} from '../../store/inspections/checklists.ts';
import { getInspection, listInspections, readInspectionChoices } from '../../store/inspections/inspections.ts';
import { availabilityChanged, type Handlers } from '../handler.ts';

export const inspectionHandlers = {
  'get-checklist-list': (input, { services, caller }) => listChecklists(services.database, caller.scope, input),

  'get-checklist-by-id': async ({ id }, { services, caller }) => ({
    checklist: await getChecklist(services.database, caller.scope, id),
  }),

  'save-checklist': async (input, { services, caller, actor }) => {
    const id = await saveChecklist(services.database, caller.scope, actor, input);
    return { checklist: await getChecklist(services.database, caller.scope, id) };
  },

  'delete-checklist': async ({ id }, { services, caller, actor }) => {
    await setChecklistDeleted(services.database, caller.scope, actor, id, true);
    return {};
  },

  'restore-checklist': async ({ id }, { services, caller, actor }) => {
    await setChecklistDeleted(services.database, caller.scope, actor, id, false);
    return { checklist: await getChecklist(services.database, caller.scope, id) };
  },

  'get-inspection-list': (input, { services, caller }) => listInspections(services.database, caller.scope, input),

  'get-inspection-by-id': async ({ id }, { services, caller }) => ({
    inspection: await getInspection(services.database, caller.scope, id),
  }),

  'add-inspection': async (input, context) => {
    const { services, caller, actor } = context;
    const { id, organisationId } = await addInspection(services.database, viewerOf(caller), actor, input);
    // Its work order may have taken the vehicle out of service.
    if (input.outOfService) await availabilityChanged(context, organisationId);
    return { inspection: await getInspection(services.database, caller.scope, id) };
  },

  'delete-inspection': async ({ id }, { services, caller, actor }) => {
    await setInspectionDeleted(services.database, caller.scope, actor, id, true);
    return {};
  },

  'restore-inspection': async ({ id }, { services, caller, actor }) => {
    await setInspectionDeleted(services.database, caller.scope, actor, id, false);
    return { inspection: await getInspection(services.database, caller.scope, id) };
  },

  'get-inspection-choices': (input, { services, caller }) =>
    readInspectionChoices(services.database, caller.scope, caller.userId, input),
} satisfies Partial<Handlers>;
