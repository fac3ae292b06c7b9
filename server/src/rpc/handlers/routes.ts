import { MAX_RUN_DAYS } from '@milepost/contract/route-run-operations';
import { doneOf, proposalParams, queueProposal } from '../../distribution/proposals.ts';
import { proposeOrder } from '../../distribution/propose-order.ts';
import { readDriving } from '../../store/distribution/learned-driving.ts';
import { saveDepot, setDepotDeleted } from '../../store/routes/change-depots.ts';
import { saveRoutePlan, setRoutePlanDeleted } from '../../store/routes/change-route-plans.ts';
import { changeRun } from '../../store/routes/change-route-runs.ts';
import { saveRoute, setRouteDeleted } from '../../store/routes/change-routes.ts';
import { getDepot, listDepots } from '../../store/routes/depots.ts';
import { readRouteChoices, readRouteOutlets } from '../../store/routes/route-choices.ts';
import { getRoutePlan, readRoutePlans } from '../../store/routes/route-plans.ts';
import { getRun, listRuns } from '../../store/routes/route-runs.ts';
import { getRoute, listRoutes, todayAt } from '../../store/routes/routes.ts';
import type { Handlers } from '../handler.ts';
import { readRange } from '../range.ts';

/** The assumed start of runs of a route without a plan, in minutes of the day. */
const MORNING_MIN = 480;

export const routeHandlers = {
  'get-depot-list': (input, { services, caller }) => listDepots(services.database, caller.scope, input),

  'get-depot-by-id': async ({ id }, { services, caller }) => ({
    depot: await getDepot(services.database, caller.scope, id),
  }),

  'save-depot': async (input, { services, caller, actor }) => {
    const id = await saveDepot(services.database, caller.scope, actor, input);
    return { depot: await getDepot(services.database, caller.scope, id) };
  },

  'delete-depot': async ({ id }, { services, caller, actor }) => {
    await setDepotDeleted(services.database, caller.scope, actor, id, true);
    return {};
  },

  'restore-depot': async ({ id }, { services, caller, actor }) => {
    await setDepotDeleted(services.database, caller.scope, actor, id, false);
    return { depot: await getDepot(services.database, caller.scope, id) };
  },

  'get-route-list': (input, { services, caller }) => listRoutes(services.database, caller.scope, input),

  'get-route-by-id': async ({ id }, { services: { database }, caller }) => {
    const route = await getRoute(database, caller.scope, id);
    const [plans, today, drivingFrom] = await Promise.all([
      readRoutePlans(database, caller.scope, id),
      todayAt(database, route.organisationId),
      readDriving(database, route.organisationId),
    ]);
    return { route, plans, today, driving: drivingFrom(plans[0]?.startMin ?? MORNING_MIN) };
  },

  'save-route': async (input, { services, caller, actor }) => {
    const id = await saveRoute(services.database, caller.scope, actor, input);
    return { route: await getRoute(services.database, caller.scope, id) };
  },

  'delete-route': async ({ id }, { services, caller, actor }) => {
    await setRouteDeleted(services.database, caller.scope, actor, id, true);
    return {};
  },

  'restore-route': async ({ id }, { services, caller, actor }) => {
    await setRouteDeleted(services.database, caller.scope, actor, id, false);
    return { route: await getRoute(services.database, caller.scope, id) };
  },

  'save-route-plan': async (input, { services, caller, actor }) => {
    const id = await saveRoutePlan(services.database, caller.scope, actor, input);
    return { plan: await getRoutePlan(services.database, caller.scope, id) };
  },

  'delete-route-plan': async ({ id }, { services, caller, actor }) => {
    await setRoutePlanDeleted(services.database, caller.scope, actor, id, true);
    return {};
  },

  'restore-route-plan': async ({ id }, { services, caller, actor }) => {
    await setRoutePlanDeleted(services.database, caller.scope, actor, id, false);
    return { plan: await getRoutePlan(services.database, caller.scope, id) };
  },

  'get-route-choices': ({ id }, { services, caller }) => readRouteChoices(services.database, caller.scope, id),

  'get-route-outlets': (input, { services, caller }) => readRouteOutlets(services.database, caller.scope, input),

  'get-run-list': async (input, { services: { database }, caller }) => {
    readRange(input, MAX_RUN_DAYS);
    const found = await listRuns(database, caller.scope, input);
    return { ...found, today: await todayAt(database, caller.scope.organisationId) };
  },

  'get-run-by-id': async ({ id }, { services, caller }) => ({
    run: await getRun(services.database, caller.scope, id),
  }),

  'change-run': async (input, { services, caller, actor }) => ({
    run: await changeRun(services.database, caller.scope, actor, input),
  }),
} satisfies Partial<Handlers>;

export const routeOrderHandlers = {
  'propose-route-order': (input, { services, caller, client }) => {
    const params = proposalParams(caller, client.gone());
    const { database, router } = services;
    services.bus.publish('work-begun', { userId: caller.userId, work: 'proposal' });
    return queueProposal(params, (signal, reportProgress) =>
      proposeOrder(database, caller.scope, input, { signal, onProgress: reportProgress, router }),
    );
  },

  'get-route-order-progress': async (_input, { services, caller: { userId } }) => {
    const own = doneOf(userId);
    if (own !== null) return { done: own };
    const answers = await services.asks.ask('proposal', { userId });
    return { done: answers.find(({ output }) => output !== null)?.output ?? null };
  },
} satisfies Partial<Handlers>;
