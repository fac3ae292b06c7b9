import { readDashboard, readWeekdays } from '../../store/dashboard/dashboard.ts';
import { listSilent } from '../../store/dashboard/attention.ts';
import { listFaulty } from '../../store/dashboard/faulty-vehicles.ts';
import { rangeOf } from '../../store/dashboard/day-range.ts';
import { readOwnClock } from '../../store/dashboard/own-clock.ts';
import { listVehicleSums } from '../../store/dashboard/vehicle-sums.ts';
import type { Handlers } from '../handler.ts';

/** The state of the fleet over a range, from stored facts. */
export const dashboardHandlers = {
  'get-dashboard': async ({ groupId, by, ...input }, { services, caller }) => {
    const now = new Date();
    const clock = await readOwnClock(services.database, caller.scope, now);
    const range = rangeOf(input, clock.today);
    return readDashboard(services.database, caller.scope, { range, clock, groupId, by, now });
  },

  'get-dashboard-weekdays': async ({ groupId, day }, { services, caller }) => {
    const now = new Date();
    const clock = await readOwnClock(services.database, caller.scope, now);
    return readWeekdays(services.database, caller.scope, { clock, groupId, now, day });
  },

  'get-dashboard-vehicles': async (input, { services, caller }) => {
    const { database } = services;
    const clock = await readOwnClock(database, caller.scope, new Date());
    return listVehicleSums(database, caller.scope, {
      ...input,
      ...rangeOf(input, clock.today),
      timeZone: clock.timeZone,
    });
  },

  'get-silent-vehicles': (input, { services, caller }) =>
    listSilent(services.database, caller.scope, input, new Date()),

  'get-faulty-vehicles': (input, { services, caller }) => listFaulty(services.database, caller.scope, input),
} satisfies Pick<
  Handlers,
  'get-dashboard' | 'get-dashboard-weekdays' | 'get-dashboard-vehicles' | 'get-silent-vehicles' | 'get-faulty-vehicles'
>;
