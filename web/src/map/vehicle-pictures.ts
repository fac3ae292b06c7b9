import { VEHICLE_STATUSES } from '@milepost/contract/live-constants';

/** The atlas contains each status without marks, then with each combination of marks, in the order of the bits. */
export const MARKINGS = 4;
export const PICTURES = VEHICLE_STATUSES.length * MARKINGS;

/** The picture of the atlas for a status code with these marks (bits of `MARK`). */
export const pictureOf = (status: number, marks: number): number => marks * VEHICLE_STATUSES.length + status;
