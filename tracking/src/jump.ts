import { closeIdle } from './idle.ts';
import { moveRest, restAt } from './rest.ts';
import type { Run } from './run.ts';
import { beginStop, endStop } from './stop.ts';
import type { Fix } from './motion-state.ts';
import { endTrip, noteLeg } from './trip.ts';
import { addSilence, standUntil } from './unseen.ts';

/** Faster than anything on wheels, confirmed by the next fix: it is there now, but did not drive there. */
export function jumped(run: Run, before: Fix, fix: Fix, metres: number, hole: boolean): void {
  const { state, context } = run;
  noteLeg(run, 'jump', before.time, fix.time, metres);
  const { rest } = state;
  if (hole) {
    // What was before ends where it was; something new begins here.
    state.rest ??= restAt(before, state.engine);
    closeIdle(run, state.rest, state.rest.base.time);
    endTrip(run, 'dataGap');
    endStop(run, before.time);
    addSilence(run, before.time, fix.time);
    standUntil(run, fix.time);
    beginStop(state, fix, fix.time, 'dataGap');
    state.rest = restAt(fix, state.engine);
  } else if (rest) {
    if (state.trip) rest.haltedAt ??= { lat: rest.halt.lat, lon: rest.halt.lon };
    rest.halt = { ...rest.halt, lat: fix.lat, lon: fix.lon };
    rest.trace = [];
    moveRest(rest, fix);
  } else if (fix.speedKph < context.settings.movingKph) state.rest = restAt(fix, state.engine);
}
