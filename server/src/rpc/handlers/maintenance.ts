import { savePlan, setPlanDeleted } from '../../store/maintenance/change-plans.ts';
import { listServiceDues } from '../../store/maintenance/dues.ts';
import { getPlan, listPlans, readPlanChoices } from '../../store/maintenance/plans.ts';
import {
  addServiceRecord,
  getServiceRecord,
  listServiceRecords,
  setServiceRecordDeleted,
} from '../../store/maintenance/records.ts';
import type { Handlers } from '../handler.ts';

export const maintenanceHandlers = {
  'get-service-due-list': (input, { services, caller }) => listServiceDues(services.database, caller.scope, input),

  'get-service-plan-list': (input, { services, caller }) => listPlans(services.database, caller.scope, input),

  'get-service-plan-by-id': async ({ id }, { services, caller }) => ({
    plan: await getPlan(services.database, caller.scope, id),
  }),

  'save-service-plan': async (input, { services, caller, actor }) => {
    const id = await savePlan(services.database, caller.scope, actor, input);
    return { plan: await getPlan(services.database, caller.scope, id) };
  },

  'delete-service-plan': async ({ id }, { services, caller, actor }) => {
    await setPlanDeleted(services.database, caller.scope, actor, id, true);
    return {};
  },

  'restore-service-plan': async ({ id }, { services, caller, actor }) => {
    await setPlanDeleted(services.database, caller.scope, actor, id, false);
    return { plan: await getPlan(services.database, caller.scope, id) };
  },

  'get-service-plan-choices': ({ vehicle }, { services, caller }) =>
    readPlanChoices(services.database, caller.scope, vehicle),

  'get-service-record-list': (input, { services, caller }) =>
    listServiceRecords(services.database, caller.scope, input),

  'add-service-record': async (input, { services, caller, actor }) => {
    const id = await addServiceRecord(services.database, caller.scope, actor, input);
    return { record: await getServiceRecord(services.database, caller.scope, id) };
  },

  'delete-service-record': async ({ id }, { services, caller, actor }) => {
    await setServiceRecordDeleted(services.database, caller.scope, actor, id, true);
    return {};
  },

  'restore-service-record': async ({ id }, { services, caller, actor }) => {
    await setServiceRecordDeleted(services.database, caller.scope, actor, id, false);
    return { record: await getServiceRecord(services.database, caller.scope, id) };
  },
} satisfies Partial<Handlers>;
