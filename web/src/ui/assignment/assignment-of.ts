import { refresh } from '../../api/refresh.ts';

/** Whose assignments are shown. */
export interface Of {
  driverId?: number;
  vehicleId?: number;
}

/** After a change of who drives what: trips, and who is at the wheel, are told anew. */
export const refreshAssignments = () =>
  refresh(
    'get-assignment-list',
    'get-driver-list',
    'get-driver-by-id',
    'get-driver-days',
    'get-driver-trips',
    'get-trip-list',
    'get-timeline',
    'get-vehicle-facts',
    'get-vehicle-now',
    'get-vehicle-overview',
  );
