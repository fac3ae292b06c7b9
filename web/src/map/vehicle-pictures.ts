import { VEHICLE_STATUSES } from '@milepost/contract/live-constants';

/** The atlas holds each status without marks, then with each combination of them, in the order of the bits. */
export const MARKINGS = 4;
export const PICTURES = VEHICLE_STATUSES.length * MARKINGS;

/** Which picture of the atlas shows a status code with these marks (bits of `MARK`). */
export const pictureOf = (status: number, marks: number): number => marks * VEHICLE_STATUSES.length + status;
