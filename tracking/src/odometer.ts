import type { Run } from './run.ts';

/** A step up to this long is believed whatever time it took: some devices count in miles or in tens of kilometres. */
const COARSE_STEP_M = 20_000;

/**
 * Adds a reading of the device's own odometer, in metres, to what was counted before. Only forward steps count: a counter
 * that wraps, is reset or is set to another value begins again there, and the distance of that step is unknown. So is a
 * step that nothing on wheels could drive in the time since the reading last changed, as between two meters that take turns.
 */
export function countOdometer({ state, context, now }: Run, readingM: number): void {
  const counted = state.odometerM;
  // A state that was stored without the last reading counted readings as they came.
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
