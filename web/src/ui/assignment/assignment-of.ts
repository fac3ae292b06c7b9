import { refresh } from '../../api/refresh.ts';

/** The driver or vehicle of the shown assignments. */
export interface AssignmentSubject {
  driverId?: number;
  vehicleId?: number;
}

/** Called after a change of assignments: reloads trips and current drivers. */
export function refreshAssignments(): void {
  refreshDriving();
  refreshDriver();
}

/** Reloads the data of one driver: not after a deletion, since that driver no longer exists. */
export const refreshDriver = () => refresh('get-driver-by-id', 'get-driver-days', 'get-driver-trips');

/** The same without the data of one driver. */
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
