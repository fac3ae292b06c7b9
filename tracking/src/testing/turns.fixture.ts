import type { PlaceDwell, VehicleTurn } from '../runs/run-plan.ts';

/** The stays of a run that one vehicle drives from the begin to the end. */
export const alone = (dwells: readonly PlaceDwell[]): VehicleTurn[] => [
  { vehicleId: 1, from: -Infinity, until: Infinity, stays: dwells },
];
