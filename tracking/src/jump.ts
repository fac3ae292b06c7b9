import { standElsewhere } from './elsewhere.ts';
import { moveRest, restAt } from './rest.ts';
import type { Run } from './run.ts';
import type { Fix } from './motion-state.ts';
import { noteLeg } from './trip.ts';

/**
 * Handles a leg too fast for any road vehicle that the next fix confirms: the vehicle is there now, but did not drive
 * there.
 */
export function jumped(run: Run, before: Fix, fix: Fix, metres: number, hole: boolean): void {
  const { state, context } = run;
  noteLeg(run, 'jump', before.time, fix.time, metres);
  const { rest } = state;
  if (hole) {
    standElsewhere(run, before, fix);
  } else if (rest) {
    if (state.trip) rest.haltedAt ??= { lat: rest.halt.lat, lon: rest.halt.lon };
    rest.halt = { ...rest.halt, lat: fix.lat, lon: fix.lon };
    rest.trace = [];
    moveRest(rest, fix);
  } else if (fix.speedKph < context.settings.movingKph) state.rest = restAt(fix, state.engine);
}
