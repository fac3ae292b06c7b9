import { fault } from '@milepost/contract/fault';
import type { ParsedInput, OperationOutput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { ServiceFault } from '../ask-service.ts';
import { fieldError } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { readDrivenHours } from '../store/distribution/driven-hours.ts';
import { type OutletToOrder, readMinutes, readOutletsToOrder } from '../store/distribution/stops-to-order.ts';
import type { Scope } from '../store/scope.ts';
import { type DrivingTable, drivingIn, learnDriving, type ReadDrivingTable, straightTable } from './driving-times.ts';
import { type FetchBlock, drivingTableReader } from './routers/router.ts';
import { orderInThread } from './order-in-thread.ts';
import { type Span, spansOf } from './spans.ts';
import type { Timetable } from './solver/timetable.ts';

export type OrderInput = ParsedInput<Operations['propose-route-order']>;
type Output = OperationOutput<Operations['propose-route-order']>;

/** The minutes of a visit when neither the stop nor the outlet specifies them. */
export const USUAL_SERVICE_MIN = 5;
const ANY_TIME = [{ from: -Infinity, to: Infinity }];
const MAX_NAMES = 5;

interface Options {
  signal: AbortSignal;
  onProgress: (done: number) => void;
  /** A configured router; null for straight lines and the fleet's own trips. */
  router: FetchBlock | null;
}

/**
 * Proposes the order of a run's stops. Nothing is saved.
 * @throws AppError `not-found`; `invalid` when an outlet has no coordinates or cannot be reached, or the load exceeds
 * the capacity
 */
export async function proposeOrder(
  database: Database,
  scope: Scope,
  input: OrderInput,
  { signal, onProgress: reportProgress, router }: Options,
): Promise<Output> {
  const ids = input.stops.map(({ outletId }) => outletId);
  const { organisationId, timeZone, outlets } = await readOutletsToOrder(database, scope, ids);
  checkStops(input, outlets);
  const served = input.stops.map((stop, index) => {
    const outlet = outlets[index];
    return {
      service: stop.serviceS ?? (outlet?.serviceMin ?? USUAL_SERVICE_MIN) * 60,
      spans: spansOf(stop.window, outlet?.hours ?? null, input.day),
    };
  });
  const minutes = [...served.flatMap(({ spans }) => spans ?? []).flatMap(({ from, to }) => [from, to]), input.startMin];
  const clock = await readMinutes(database, timeZone, input.day, minutes);
  const at = (minute: number) => clock.get(minute) ?? 0;
  const places = [input.begin, ...outlets.map(({ place }) => place), input.end];
  const byRouter = router && (await orderUnlessUnavailable(drivingTableReader(router, signal)(places)));
  const table = byRouter ?? (await (await ownDriving(database, organisationId, input, served))(places));
  checkReached(input, outlets, table.seconds);
  const ordered = await orderInThread(
    {
      stops: served.map(({ service, spans }) => ({ demand: 0, service, windows: windowsOf(spans, at) })),
      seconds: table.seconds,
      start: at(input.startMin),
    },
    signal,
    reportProgress,
  );
  const closed = served.map(({ spans }) => spans?.length === 0);
  const toOrder = (timetable: Timetable) => ({
    ...totalsOf(timetable, table, closed),
    stops: timetable.calls.map(({ stop, arrives, begins, leaves, late }) => ({
      outletId: ids[stop - 1] ?? 0,
      arrivesAt: instant(arrives),
      beginsAt: instant(begins),
      leavesAt: instant(leaves),
      lateS: Math.round(late),
      closed: closed[stop - 1] ?? false,
    })),
  });
  return {
    better: ordered.better,
    driving: byRouter ? 'router' : router ? 'own-router-away' : 'own',
    startsAt: instant(at(input.startMin)),
    given: toOrder(ordered.given),
    proposed: toOrder(ordered.proposed),
  };
}

/** Null when the service did not answer; then the next source is used. */
export async function orderUnlessUnavailable(table: Promise<DrivingTable>): Promise<DrivingTable | null> {
  try {
    return await table;
  } catch (error) {
    if (error instanceof ServiceFault) return null;
    throw error;
  }
}

export const instant = (seconds: number) => new Date(Math.round(seconds) * 1000).toISOString();

/** The times at which the service may begin. On a day on which it is closed, any time is equally good. */
export function windowsOf(spans: readonly Span[] | null, at: (minute: number) => number) {
  if (spans === null || spans.length === 0) return ANY_TIME;
  // Arriving in the minute of closing is too late.
  return spans.map(({ from, to }) => ({ from: at(from), to: at(to) - 1 })).filter(({ from, to }) => from <= to);
}

/** Straight lines with the factor and the speed of the fleet, in the hours of the run. */
async function ownDriving(
  database: Database,
  organisationId: number,
  input: OrderInput,
  served: readonly { service: number }[],
): Promise<ReadDrivingTable> {
  const experience = learnDriving(await readDrivenHours(database, organisationId));
  const serviceH = served.reduce((sum, { service }) => sum + service, 0) / 3600;
  const hour = Math.floor(input.startMin / 60);
  return (places) => {
    // The duration of the run in its present order, at the speed of its first hour, determines which hours it covers.
    const first = straightTable(places, drivingIn(experience, hour, 1));
    const driveH = alongS(first.seconds, places.length) / 3600;
    return Promise.resolve(straightTable(places, drivingIn(experience, hour, serviceH + driveH)));
  };
}

function alongS(seconds: Float64Array, places: number): number {
  let sum = 0;
  for (let place = 1; place < places; place += 1) sum += seconds[(place - 1) * places + place] ?? 0;
  return sum;
}

function totalsOf({ calls, ends, cost, late }: Timetable, { metres }: DrivingTable, closed: readonly boolean[]) {
  const places = Math.sqrt(metres.length);
  let [drivingM, from] = [0, 0];
  for (const { stop } of calls) {
    drivingM += metres[from * places + stop] ?? 0;
    from = stop;
  }
  drivingM += metres[from * places + places - 1] ?? 0;
  return {
    endsAt: instant(ends),
    drivingM: Math.round(drivingM),
    drivingS: Math.round(cost),
    waitS: Math.round(calls.reduce((sum, { arrives, begins }) => sum + begins - arrives, 0)),
    lateS: Math.round(late),
    lateStops: calls.filter((call) => call.late > 0).length,
    closedStops: closed.filter(Boolean).length,
  };
}

function checkStops({ stops, capacity }: OrderInput, outlets: readonly OutletToOrder[]): void {
  const unplaced = outlets.filter(({ place }) => place === null);
  if (unplaced.length > 0)
    throw fieldError('invalid', { stops: fault('order-unplaced', { names: namesOf(unplaced) }) });
  const load = stops.reduce((sum, stop) => sum + stop.load, 0);
  if (capacity !== null && load > capacity) {
    throw fieldError('invalid', { capacity: fault('order-load', { load, capacity }) });
  }
}

/** Checks that every stop can be reached from the begin and back, and the end of the run, too. */
function checkReached({ begin, end }: OrderInput, outlets: readonly OutletToOrder[], seconds: Float64Array): void {
  const places = outlets.length + 2;
  const home = begin ? 0 : end ? places - 1 : 1;
  const cut = outlets.filter(
    (_outlet, index) =>
      !Number.isFinite(seconds[home * places + index + 1]) || !Number.isFinite(seconds[(index + 1) * places + home]),
  );
  if (cut.length > 0) throw fieldError('invalid', { stops: fault('order-unreachable', { names: namesOf(cut) }) });
  // Everything that can be reached can be reached from the begin.
  if (end && !Number.isFinite(seconds[home * places + places - 1])) {
    throw fieldError('invalid', { end: fault('order-end-unreachable') });
  }
}

const namesOf = (outlets: readonly { name: string }[]) => outlets.slice(0, MAX_NAMES).map(({ name }) => name);
