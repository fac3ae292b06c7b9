import type { WorkOrder } from '@milepost/contract/work-order-operations';
import { saveWorkOrder, setWorkOrderDeleted } from '../../store/work-orders/change-work-orders.ts';
import { closeWorkOrder, reopenWorkOrder } from '../../store/work-orders/close-work-orders.ts';
import { getWorkOrder, listWorkOrders, readWorkOrderChoices } from '../../store/work-orders/work-orders.ts';
import { availabilityChanged, type CallContext, type Handlers } from '../handler.ts';

/** The order as it is now; also notifies tracking that its vehicle may have gone out of service or returned. */
async function answer(context: CallContext, id: number): Promise<{ order: WorkOrder }> {
  const order = await getWorkOrder(context.services.database, context.caller.scope, id);
  await availabilityChanged(context, order.organisationId);
  return { order };
}

export const workOrderHandlers = {
  'get-work-order-list': (input, { services, caller }) => listWorkOrders(services.database, caller.scope, input),

  'get-work-order-by-id': async ({ id }, { services, caller }) => ({
    order: await getWorkOrder(services.database, caller.scope, id),
  }),

  'save-work-order': async (input, context) => {
    const { services, caller, actor } = context;
    const id = await saveWorkOrder(services.database, caller.scope, actor, input);
    return answer(context, id);
  },

  'close-work-order': async (input, context) => {
    const { services, caller, actor } = context;
    await closeWorkOrder(services.database, caller.scope, actor, input);
    return answer(context, input.id);
  },

  'reopen-work-order': async ({ id }, { services, caller, actor }) => {
    await reopenWorkOrder(services.database, caller.scope, actor, id);
    return { order: await getWorkOrder(services.database, caller.scope, id) };
  },

  'delete-work-order': async ({ id }, context) => {
    const { services, caller, actor } = context;
    await availabilityChanged(context, await setWorkOrderDeleted(services.database, caller.scope, actor, id, true));
    return {};
  },

  'restore-work-order': async ({ id }, context) => {
    const { services, caller, actor } = context;
    await setWorkOrderDeleted(services.database, caller.scope, actor, id, false);
    return answer(context, id);
  },

  'get-work-order-choices': (input, { services, caller }) =>
    readWorkOrderChoices(services.database, caller.scope, input),
} satisfies Partial<Handlers>;
