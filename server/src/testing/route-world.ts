import { addDays } from '@milepost/contract/route-days';
import { AHEAD_DAYS } from '@milepost/contract/route-kinds';
import { makeAllRuns } from '../store/routes/make-all-runs.ts';
import type { HttpFixture } from './http-fixture.ts';
import type { TestBrowser } from './test-browser.ts';
import { emptyTables } from './empty-tables.ts';

/** Every day of the week. */
export const DAILY = [1, 2, 3, 4, 5, 6, 7];

/** The whole hours from UTC to a zone where it is early afternoon now, so that two hours ago is the same day there. */
export const hoursToAfternoon = (): number => 13 - new Date().getUTCHours();

/** The zone that is this many whole hours ahead of UTC, -10 to 13. */
const zoneAhead = (hours: number): string =>
  hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;

/** Helpers for tests of routes, in an empty organisation whose clock shows UTC, or this many hours more. */
export async function routeWorld(fixture: HttpFixture, admin: TestBrowser, hoursAhead = 0) {
  await emptyTables(fixture.database, 'outlets', 'territories', 'depots', 'routes', 'vehicles', 'drivers', 'audit_log');
  await fixture.database.query('UPDATE organisations SET time_zone = $1 WHERE parent_id IS NULL', [
    zoneAhead(hoursAhead),
  ]);
  const today = (await admin.call('get-run-list', { from: '2026-01-01', to: '2026-01-01' })).today ?? '';
  const make = () => makeAllRuns(fixture.database, new AbortController().signal);
  const outlet = async (code: string, lon: number | null, more: Record<string, unknown> = {}) => {
    const place = lon === null ? null : { lat: 0.0001, lon };
    const { outlet: saved, ...rest } = await admin.call('save-outlet', {
      code,
      name: code,
      place,
      serviceMin: 10,
      ...more,
    });
    if (!saved) throw new Error(JSON.stringify(rest));
    return saved;
  };
  const vehicle = async (registration: string, by = admin) => {
    const saved = (await by.call('save-vehicle', { registration })).vehicle;
    if (!saved) throw new Error(registration);
    return saved.id;
  };
  const route = async (name = 'North', by = admin) => (await by.call('save-route', { name })).route?.id ?? 0;
  const savePlan = (routeId: number, outlets: readonly number[], more: Record<string, unknown> = {}) =>
    admin.call('save-route-plan', {
      routeId,
      validFrom: '2026-01-01',
      weekdays: DAILY,
      startMin: 480,
      stops: outlets.map((outletId) => ({ outletId })),
      ...more,
    });
  const plan = async (...args: Parameters<typeof savePlan>) => {
    const { plan: saved, ...rest } = await savePlan(...args);
    if (!saved) throw new Error(JSON.stringify(rest));
    return saved;
  };
  const runs = async (more: Record<string, unknown> = {}) =>
    (await admin.call('get-run-list', { from: addDays(today, 1), to: addDays(today, AHEAD_DAYS), ...more })).rows ?? [];
  const firstRun = async () => {
    const [first] = await runs();
    const { run } = await admin.call('get-run-by-id', { id: first?.id ?? 0 });
    if (!run) throw new Error('no run');
    return run;
  };
  return { today, make, outlet, vehicle, route, savePlan, plan, runs, firstRun };
}

export type RouteWorld = Awaited<ReturnType<typeof routeWorld>>;

/** The present run, as the input of `change-run`. */
export const runInput = (run: Awaited<ReturnType<RouteWorld['firstRun']>>) => ({
  id: run.id,
  version: run.version,
  why: null as string | null,
  state: run.state,
  vehicleId: run.vehicle?.id ?? null,
  driverId: run.driver?.id ?? null,
  startMin: run.startMin,
  stops: run.stops.map(({ outlet: { id }, serviceS, window, skipReason }) => ({
    outletId: id,
    serviceS,
    window,
    skipReason,
  })),
});
