import { saveWorkOrder, setWorkOrderDeleted } from '../../store/work-orders/change-work-orders.ts';
import { closeWorkOrder, reopenWorkOrder } from '../../store/work-orders/close-work-orders.ts';
import { getWorkOrder, listWorkOrders, readWorkOrderChoices } from '../../store/work-orders/work-orders.ts';
import type { Handlers } from '../handler.ts';

export const workOrderHandlers = {
  'get-work-order-list': (input, { services, caller }) => listWorkOrders(services.database, caller.scope, input),

  'get-work-order-by-id': async ({ id }, { services, caller }) => ({
    order: await getWorkOrder(services.database, caller.scope, id),
  }),

  'save-work-order': async (input, { services, caller, actor }) => {
    const id = await saveWorkOrder(services.database, caller.scope, actor, input);
    return { order: await getWorkOrder(services.database, caller.scope, id) };
  },

  'close-work-order': async (input, { services, caller, actor }) => {
    await closeWorkOrder(services.database, caller.scope, actor, input);
    return { order: await getWorkOrder(services.database, caller.scope, input.id) };
  },

  'reopen-work-order': async ({ id }, { services, caller, actor }) => {
    await reopenWorkOrder(services.database, caller.scope, actor, id);
    return { order: await getWorkOrder(services.database, caller.scope, id) };
  },

  'delete-work-order': async ({ id }, { services, caller, actor }) => {
    await setWorkOrderDeleted(services.database, caller.scope, actor, id, true);
    return {};
  },

  'restore-work-order': async ({ id }, { services, caller, actor }) => {
    await setWorkOrderDeleted(services.database, caller.scope, actor, id, false);
    return { order: await getWorkOrder(services.database, caller.scope, id) };
  },

  'get-work-order-choices': (input, { services, caller }) =>
    readWorkOrderChoices(services.database, caller.scope, input),
} satisfies Partial<Handlers>;
