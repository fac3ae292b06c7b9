import type { Queryable } from '../database.ts';
import type { WholePlan } from '../routes/route-plans.ts';
import { covers } from './check-use.ts';
import {
  type DriverObstacle,
  readDriverObstacles,
  readVehicleObstacles,
  standingIn,
  type VehicleObstacle,
} from './obstacles.ts';

type PlanUse = Pick<WholePlan, 'vehicle' | 'driver' | 'override'>;
/** Seconds since 1970. */
interface RunSpan {
  startsS: number;
  endsS: number;
}

/** The obstacles to using the vehicle and the driver of a plan during a run. */
export interface PlanObstacles {
  vehicle: VehicleObstacle | null;
  driver: DriverObstacle | null;
}

/**
 * Reads the obstacles of plans once for all their runs. Past runs have none, and obstacles that the plan overrides are
 * left out.
 */
export async function readPlanObstacles(
  db: Queryable,
  plans: readonly PlanUse[],
): Promise<(plan: PlanUse, span: RunSpan) => PlanObstacles> {
  const nowMs = Date.now();
  const vehicles = await readVehicleObstacles(
    db,
    plans.flatMap(({ vehicle }) => vehicle?.id ?? []),
    nowMs,
  );
  const drivers = await readDriverObstacles(
    db,
    plans.flatMap(({ driver }) => driver?.id ?? []),
    nowMs,
  );
  return ({ vehicle, driver, override }, { startsS, endsS }) => {
    if (endsS * 1000 <= nowMs) return { vehicle: null, driver: null };
    const span = { fromMs: Math.max(startsS * 1000, nowMs), toMs: endsS * 1000 };
    const first = <Obstacle extends VehicleObstacle | DriverObstacle>(obstacles: readonly Obstacle[] | undefined) =>
      standingIn(obstacles, span).find(({ cause }) => override === null || !covers(override, [cause])) ?? null;
    return { vehicle: first(vehicles.get(vehicle?.id ?? 0)), driver: first(drivers.get(driver?.id ?? 0)) };
  };
}
