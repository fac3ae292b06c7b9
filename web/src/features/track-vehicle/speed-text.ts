import type { VehicleState } from '../../live/vehicle-state.ts';
import { formatSpeed } from '../../text/format.ts';

type SpeedState = Pick<VehicleState, 'status' | 'since' | 'speedKph' | 'fixTime'>;

/** The current speed; null if only a past one is known, as for a vehicle that fell silent while driving. */
export function speedNow({ status, since, speedKph, fixTime }: SpeedState): number | null {
  if (status === 'running') return speedKph;
  if (status !== 'idle' && status !== 'stopped') return null;
  // A speed from before the vehicle stopped is its driving speed and not the current one.
  return since !== null && fixTime !== null && fixTime < since ? null : speedKph;
}

/** The speed without unit; a dash if there is none. */
export function speedText(state: SpeedState): string {
  const speed = speedNow(state);
  return speed === null ? '–' : formatSpeed(speed);
}
