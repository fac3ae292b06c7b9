import type { VehicleState } from '../../live/vehicle-state.ts';
import { formatSpeed } from '../../text/format.ts';

/** The speed without unit; a dash where there is none to tell, as with a vehicle that fell silent while it drove. */
export const speedText = ({ status, speedKph }: Pick<VehicleState, 'status' | 'speedKph'>): string =>
  status === 'inactive' || speedKph === null ? '–' : formatSpeed(speedKph);
