import type { Run } from './run.ts';

/**
 * A step up to this long is accepted however little time it took: some devices count in miles or in tens of kilometres.
 */
const COARSE_STEP_M = 20_000;

/**
 * Adds a reading of the device's own odometer, in metres, to the distance counted so far. Only forward steps count:
 * when a counter wraps, is reset or is set to another value, counting restarts there and the distance of that step is
 * unknown. The same applies to a step too fast for any road vehicle since the reading last changed, as when a device
 * alternates between two meters.
 */
export function countOdometer({ state, context, now }: Run, readingM: number): void {
  const counted = state.odometerM;
  // A state stored without the last reading used the counted metres as the reading.
  const last = state.odometer ?? (counted === null ? null : { readingM: counted, at: now });
  if (counted === null || last === null) {
    state.odometerM = readingM;
    state.odometer = { readingM, at: now };
    return;
  }
  const stepM = readingM - last.readingM;
  if (stepM === 0) return;
  const mostM = Math.max(COARSE_STEP_M, (context.settings.wildKph / 3600) * (now - last.at));
  if (stepM > 0 && stepM <= mostM) state.odometerM = counted + stepM;
  state.odometer = { readingM, at: now };
}
