import type { PlaceDwell, VehicleTurn } from '../runs/run-plan.ts';

/** The dwells of a run that one vehicle drives from beginning to end. */
export const alone = (dwells: readonly PlaceDwell[]): VehicleTurn[] => [
  { vehicleId: 1, from: -Infinity, until: Infinity, stays: dwells },
];
