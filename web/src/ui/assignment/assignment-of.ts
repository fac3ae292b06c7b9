import { refresh } from '../../api/refresh.ts';

/** Whose assignments are shown. */
export interface Of {
  driverId?: number;
  vehicleId?: number;
}

/** After a change of who drives what: trips, and who is at the wheel, are read anew. */
export function refreshAssignments(): void {
  refreshDriving();
  refreshDriver();
}

/** What is told of one driver: not after a deletion, where it would be asked for a driver that is gone. */
export const refreshDriver = () => refresh('get-driver-by-id', 'get-driver-days', 'get-driver-trips');

/** The same without what is told of one driver. */
export const refreshDriving = () =>
  refresh(
    'get-assignment-list',
    'get-driver-list',
    'get-trip-list',
    'get-timeline',
    'get-vehicle-facts',
    'get-vehicle-now',
    'get-vehicle-overview',
  );
