import { addDays } from '@milepost/contract/route-days';
import { addRun } from '../../store/routes/add-run.ts';
import { getRun } from '../../store/routes/route-runs.ts';
import { todayAt } from '../../store/routes/routes.ts';
import { listRunDay } from '../../store/run-days/run-day.ts';
import {
  listFigureStops,
  readCoverage,
  readDepotsOfDay,
  readRunSums,
  readTerritoryDays,
} from '../../store/run-days/run-day-figures.ts';
import { listOutletVisits } from '../../store/run-days/outlet-visits.ts';
import { readRunFacts } from '../../store/run-days/run-facts.ts';
import type { CallContext, Handlers } from '../handler.ts';

const today = ({ services, caller }: CallContext) => todayAt(services.database, caller.scope.organisationId);

export const runDayHandlers = {
  'get-run-day': async (input, context) => {
    const { services, caller } = context;
    const here = await today(context);
    const day = input.day ?? here;
    return { ...(await listRunDay(services.database, caller.scope, { ...input, day })), day, today: here };
  },

  'get-run-day-figures': async (input, context) => {
    const { database } = context.services;
    const { scope } = context.caller;
    const filter = { ...input, day: input.day ?? (await today(context)) };
    const [sums, coverage, before, weekBefore, territories, depots] = await Promise.all([
      readRunSums(database, scope, filter),
      readCoverage(database, scope, filter),
      readRunSums(database, scope, { ...filter, day: addDays(filter.day, -1) }),
      readRunSums(database, scope, { ...filter, day: addDays(filter.day, -7) }),
      readTerritoryDays(database, scope, filter),
      readDepotsOfDay(database, scope, filter),
    ]);
    return { day: filter.day, sums: { ...sums, ...coverage }, before, weekBefore, ...territories, ...depots };
  },

  'get-run-day-stops': async (input, context) =>
    listFigureStops(context.services.database, context.caller.scope, {
      ...input,
      day: input.day ?? (await today(context)),
    }),

  'get-run-facts': async ({ id }, { services, caller }) => ({
    fact: await readRunFacts(services.database, caller.scope, id),
  }),

  'get-outlet-visits': (input, { services, caller }) => listOutletVisits(services.database, caller.scope, input),

  'add-run': async (input, { services, caller, actor }) => {
    const id = await addRun(services.database, caller.scope, actor, input);
    return { run: await getRun(services.database, caller.scope, id) };
  },
} satisfies Partial<Handlers>;
