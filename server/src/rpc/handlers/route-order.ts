import { doneOf, inTurn } from '../../distribution/proposals.ts';
import { proposeOrder } from '../../distribution/propose-order.ts';
import type { Handlers } from '../handler.ts';

export const routeOrderHandlers = {
  'propose-route-order': (input, { services, caller, client }) => {
    const asks = { userId: caller.userId, organisationId: caller.scope.organisationId, gone: client.gone() };
    const { database, router } = services;
    return inTurn(asks, (signal, tell) => proposeOrder(database, caller.scope, input, { signal, tell, router }));
  },

  'get-route-order-progress': (_input, { caller }) => Promise.resolve({ done: doneOf(caller.userId) }),
} satisfies Partial<Handlers>;
