import { refresh } from '../../api/refresh.ts';

/** Whose assignments are shown. */
export interface Of {
  driverId?: number;
  vehicleId?: number;
}

/** After a change of who drives what: trips, and who is at the wheel, are read anew. */
export function refreshAssignments(): void {
  refreshDriving();
  refresh('get-driver-by-id');
}

/** The same without the driver that may be gone. */
export const refreshDriving = () =>
  refresh(
    'get-assignment-list',
    'get-driver-list',
    'get-driver-days',
    'get-driver-trips',
    'get-trip-list',
    'get-timeline',
    'get-vehicle-facts',
    'get-vehicle-now',
    'get-vehicle-overview',
  );
