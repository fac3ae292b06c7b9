import { doneOf, queueProposal, proposalParams } from '../../distribution/proposals.ts';
import { proposeOrder } from '../../distribution/propose-order.ts';
import type { Handlers } from '../handler.ts';

export const routeOrderHandlers = {
  'propose-route-order': (input, { services, caller, client }) => {
    const params = proposalParams(caller, client.gone());
    const { database, router } = services;
    return queueProposal(params, (signal, reportProgress) =>
      proposeOrder(database, caller.scope, input, { signal, tell: reportProgress, router }),
    );
  },

  'get-route-order-progress': (_input, { caller }) => Promise.resolve({ done: doneOf(caller.userId) }),
} satisfies Partial<Handlers>;
