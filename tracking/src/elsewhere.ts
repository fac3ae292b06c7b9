import { closeIdle } from './idle.ts';
import { restAt } from './rest.ts';
import type { Run } from './run.ts';
import { beginStop, endStop } from './stop.ts';
import type { Fix } from './motion-state.ts';
import { endTrip } from './trip.ts';
import { addSilence, standUntil } from './unseen.ts';

/**
 * Ends the trip or stop before a gap at its last fix and begins a stop at the first fix after it. The time between them
 * is unknown and belongs to neither, and no trip connects the two locations.
 */
export function standElsewhere(run: Run, before: Fix, fix: Fix): void {
  const { state } = run;
  state.rest ??= restAt(before, state.engine);
  closeIdle(run, state.rest, state.rest.base.time);
  endTrip(run, 'dataGap');
  endStop(run, before.time);
  addSilence(run, before.time, fix.time);
  standUntil(run, fix.time);
  beginStop(state, fix, fix.time, 'dataGap');
  state.rest = restAt(fix, state.engine);
}
