import { fault } from '@milepost/contract/fault';
import type { ParsedInput } from '@milepost/contract/operation';
import { addDays } from '@milepost/contract/route-days';
import type { Operations } from '@milepost/contract/operations';
import { AppError, fieldError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { checkUse } from '../availability/check-use.ts';
import { zoneOf } from '../calendar/calendar.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { readDriving } from '../distribution/learned-driving.ts';
import { checkParts, readStops } from '../routes/check-run-parts.ts';
import { getDepot } from '../routes/depots.ts';
import { findBusy } from '../routes/make-runs.ts';
import { type Clock, readClock, type RunOrder, type TimedRun, timeRun } from '../routes/run-times.ts';
import { todayAt } from '../routes/routes.ts';
import { lockRuns, writeRunChanges, writeRunStops } from '../routes/write-run.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { tourRoute } from './tour-route.ts';
import { readShifts, type VehicleShift } from './vehicle-shifts.ts';

type Input = ParsedInput<Operations['accept-spread']>;
type Tour = Input['tours'][number];

/** How far ahead runs can be created, days. */
const MAX_AHEAD = 366;
const DAY_S = 86_400;

/**
 * Creates a run from each tour with stops, all or none. The runs belong to the person: no plan changes them. A repeated
 * key creates nothing, and returns the first result.
 * @throws AppError `not-found` outside the scope; `conflict` if a vehicle is on another run then, or as `checkUse`;
 * `invalid` for a past time, a driver of two vehicles, a tour of more than a day, and records of other organisations
 */
export function acceptSpread(
  database: Database,
  scope: Scope,
  actor: Actor,
  input: Input,
): Promise<{ id: number; runs: number }> {
  return inTransaction(database, async (db) => {
    const depot = await getDepot(db, scope, input.depotId);
    const { organisationId } = depot;
    const ids = input.tours.map(({ vehicleId }) => vehicleId);
    const { shifts } = await readShifts(db, scope, input, ids);
    const shiftOf = new Map(ids.flatMap((id, index) => (shifts[index] ? [[id, shifts[index]] as const] : [])));
    await lockRuns(db, organisationId);
    const former = await readAccepted(db, organisationId, input.key);
    if (former) return former;
    await checkDay(db, organisationId, input.day);
    const tours = input.tours.filter(({ outletIds }) => outletIds.length > 0);
    if (tours.length === 0) throw fieldError('invalid', { tours: 'spread-no-stops' });
    const drivers = tours.flatMap(({ driverId }) => driverId ?? []);
    if (new Set(drivers).size < drivers.length) throw fieldError('invalid', { driverId: 'spread-driver-twice' });
    const zone = await zoneOf(db, depot);
    const driving = (await readDriving(db, organisationId))(input.startMin);
    const orders: RunOrder[] = [];
    for (const tour of tours) {
      await checkParts(db, scope, organisationId, tour);
      const shift = shiftOf.get(tour.vehicleId);
      if (shift) orders.push(await orderOf(db, scope, { organisationId, shift, input, tour }));
    }
    const clock = await readClock(db, zone, orders);
    const { id } = onlyRow(
      await db.query<{ id: number }>(
        `INSERT INTO spreads (organisation_id, key, day, depot_id, created_by, created_by_name)
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
        [organisationId, input.key, input.day, depot.id, actor.userId, actor.username],
      ),
    );
    for (const [index, tour] of tours.entries()) {
      const [order, shift] = [orders[index], shiftOf.get(tour.vehicleId)];
      if (!order || !shift) continue;
      await addTour(db, actor, { id, organisationId, input, tour, shift, timed: timeIn(order, clock, driving) });
    }
    return { id, runs: tours.length };
  });
}

async function readAccepted(db: Queryable, organisationId: number, key: string) {
  const { rows } = await db.query<{ id: number; runs: number }>(
    `SELECT s.id, (SELECT count(*)::int FROM route_runs u WHERE u.spread_id = s.id) AS runs FROM spreads s
     WHERE s.organisation_id = $1 AND s.key = $2`,
    [organisationId, key],
  );
  return rows[0];
}

async function checkDay(db: Queryable, organisationId: number, day: string): Promise<void> {
  const today = await todayAt(db, organisationId);
  if (day < today) throw fieldError('invalid', { day: 'run-in-past' });
  if (day > addDays(today, MAX_AHEAD)) throw fieldError('invalid', { day: 'choose-earlier-day' });
}

async function orderOf(
  db: Queryable,
  scope: Scope,
  { organisationId, shift, input, tour }: Pick<Adding, 'organisationId' | 'shift' | 'input' | 'tour'>,
): Promise<RunOrder> {
  const wishes = tour.outletIds.map((outletId) => ({ outletId, serviceS: null, window: null, skipReason: null }));
  return {
    day: input.day,
    startMin: shift.startMin,
    begin: shift.begin.place,
    end: shift.end.place,
    stops: await readStops(db, scope, organisationId, wishes, new Set()),
  };
}

/** @throws AppError `invalid` if it is in the past, or takes more than a day */
function timeIn(order: RunOrder, clock: Clock, driving: Parameters<typeof timeRun>[2]): TimedRun {
  const timed = timeRun(order, clock, driving);
  if (timed.startsS * 1000 <= Date.now()) throw fieldError('invalid', { startMin: 'spread-start-past' });
  const takes = timed.endsS - timed.startsS;
  if (takes > DAY_S) throw fieldError('invalid', { tours: fault('run-too-long', { takes: Math.round(takes) }) });
  return timed;
}

interface Adding {
  id: number;
  organisationId: number;
  input: Input;
  tour: Tour;
  shift: VehicleShift;
  timed: TimedRun;
}

async function addTour(
  db: Queryable,
  actor: Actor,
  { id, organisationId, input, tour, shift, timed }: Adding,
): Promise<void> {
  const override = await checkUse(
    db,
    actor,
    {
      vehicleId: tour.vehicleId,
      driverId: tour.driverId,
      fromMs: timed.startsS * 1000,
      toMs: timed.endsS * 1000,
    },
    { reason: input.overrideReason, formers: [] },
  );
  const { vehicle } = onlyRow(
    await db.query<{ vehicle: string }>('SELECT registration AS vehicle FROM vehicles WHERE id = $1', [tour.vehicleId]),
  );
  const busy = await findBusy(db, tour.vehicleId, timed, null);
  if (busy) {
    const during = [busy.from.toISOString(), busy.to.toISOString()] as const;
    throw fieldError('conflict', { vehicleId: fault('vehicle-busy', { vehicle, route: busy.route, during }) });
  }
  const routeId = await tourRoute(db, actor, { organisationId, vehicleId: tour.vehicleId, vehicle, day: input.day });
  const runId = await audited(db, actor, { subject: 'route-run', id: null, action: 'create' }, async () => {
    const written = await db.query<{ id: number }>(
      `INSERT INTO route_runs (organisation_id, route_id, day, vehicle_id, driver_id, begin_depot_id, end_depot_id,
         starts_at, ends_at, driving_m, driving_s, touched_at, load, override, spread_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8), to_timestamp($9), $10, $11, now(), $12, $13, $14) RETURNING id`,
      [
        organisationId,
        routeId,
        input.day,
        tour.vehicleId,
        tour.driverId,
        shift.begin.id,
        shift.end.id,
        timed.startsS,
        timed.endsS,
        timed.drivingM,
        timed.drivingS,
        loadOf(input, tour),
        override,
        id,
      ],
    );
    return onlyRow(written).id;
  });
  await writeRunStops(db, runId, timed);
  await writeRunChanges(db, runId, actor, null, [
    { what: 'spread', from: null, to: null },
    ...(override === null ? [] : [{ what: 'used-anyway' as const, from: null, to: override.reason }]),
  ]);
}

/** The vehicle's load as the load of its run; null if none was entered. */
function loadOf({ unit, stops }: Input, { outletIds }: Tour) {
  const loads = new Map(stops.map(({ outletId, load }) => [outletId, load]));
  const sum = outletIds.reduce((total, outletId) => {
    const load = loads.get(outletId);
    if (load === undefined) throw new AppError('not-found', 'no-outlet');
    return total + load;
  }, 0);
  if (sum === 0) return null;
  const out = (of: Input['unit']) => (of === unit ? sum : null);
  return {
    cratesOut: out('crates'),
    cratesBack: null,
    kgOut: out('kg'),
    kgBack: null,
    m3Out: out('m3'),
    m3Back: null,
    minC: null,
    maxC: null,
    products: [],
  };
}
