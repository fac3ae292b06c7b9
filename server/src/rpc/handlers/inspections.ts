import { ownViewerOf, viewerOf } from '../../store/files/records.ts';
import { addInspection, setInspectionDeleted } from '../../store/inspections/change-inspections.ts';
import {
  getChecklist,
  listChecklists,
  saveChecklist,
  setChecklistDeleted,
} from '../../store/inspections/checklists.ts';
import {
  getInspection,
  getOwnInspection,
  listInspections,
  readInspectionChoices,
} from '../../store/inspections/inspections.ts';
import type { Action } from '@milepost/contract/rights';
import { may } from '../../auth/caller.ts';
import { findOwnDriver, ownScope, readOwnVehicles } from '../../store/drivers/own-driver.ts';
import type { Scope } from '../../store/scope.ts';
import { availabilityChanged, type CallContext, type Handlers } from '../handler.ts';

/** The scope of the caller's inspections: without the permission of the menu, a driver's own vehicles. */
async function inspecting({ services, caller }: CallContext, action: Action): Promise<Scope> {
  const { scope, userId } = caller;
  if (may(caller, 'maintenance', action)) return scope;
  const driver = await findOwnDriver(services.database, scope, userId);
  const vehicles = driver ? await readOwnVehicles(services.database, scope, driver.id) : [];
  return ownScope(
    scope,
    vehicles.map(({ id }) => id),
  );
}

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
    inspection: may(caller, 'maintenance', 'view')
      ? await getInspection(services.database, caller.scope, id)
      : await getOwnInspection(services.database, caller.scope, caller.userId, id),
  }),

  'add-inspection': async (input, context) => {
    const { services, caller, actor } = context;
    const scope = await inspecting(context, 'create');
    const isOffice = may(caller, 'maintenance', 'create');
    const viewer = isOffice ? viewerOf(caller) : ownViewerOf({ scope, userId: caller.userId }, 'inspection');
    const { id, organisationId } = await addInspection(services.database, viewer, actor, input);
    // The work order of the inspection may have taken the vehicle out of service.
    if (input.outOfService) await availabilityChanged(context, organisationId);
    return { inspection: await getInspection(services.database, scope, id) };
  },

  'delete-inspection': async ({ id }, { services, caller, actor }) => {
    await setInspectionDeleted(services.database, caller.scope, actor, id, true);
    return {};
  },

  'restore-inspection': async ({ id }, { services, caller, actor }) => {
    await setInspectionDeleted(services.database, caller.scope, actor, id, false);
    return { inspection: await getInspection(services.database, caller.scope, id) };
  },

  'get-inspection-choices': async (input, context) => {
    const { services, caller } = context;
    const scope = await inspecting(context, 'view');
    return readInspectionChoices(services.database, scope, caller.userId, input);
  },
} satisfies Partial<Handlers>;
