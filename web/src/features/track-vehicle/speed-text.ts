import type { VehicleState } from '../../live/vehicle-state.ts';
import { formatSpeed } from '../../text/format.ts';

type SpeedState = Pick<VehicleState, 'status' | 'since' | 'speedKph' | 'fixTime'>;

/** The speed of now; null where only one of the past is known, as of a vehicle that fell silent while it drove. */
export function speedNow({ status, since, speedKph, fixTime }: SpeedState): number | null {
  if (status === 'running') return speedKph;
  if (status !== 'idle' && status !== 'stopped') return null;
  // What was told before it came to stand was the speed of driving.
  return since !== null && fixTime !== null && fixTime < since ? null : speedKph;
}

/** The speed without unit; a dash where there is none to tell. */
export function speedText(state: SpeedState): string {
  const speed = speedNow(state);
  return speed === null ? '–' : formatSpeed(speed);
}
