import { settleBend } from './bend.ts';
import type { Boundary } from './fact.ts';
import { recordRestFix } from './final-halt.ts';
import { beginIdle, checkIdle } from './idle.ts';
import { isFrozen } from './reported-speed.ts';
import { restAt, addToRestMean, continueStanding } from './rest.ts';
import type { Run } from './run.ts';
import { confirmStop } from './stop.ts';
import type { Fix, Rest } from './motion-state.ts';
import { endTrip, noteLeg, toFinalHalt } from './trip.ts';
import { standUntil } from './unseen.ts';

/** Comes to a halt, so that no leg follows the newest one. */
export function haltAt(run: Run, fix: Fix): void {
  settleBend(run, fix, null);
  run.state.bend = null;
  const { on, source } = run.state.engine;
  // A held-back fix is processed after the engine went off.
  run.state.rest = restAt(fix, { on: on === false && fix.engine === true ? true : on, source });
}

/** Processes one more fix while standing: the movement since the last one is noise. */
export function arrive(run: Run, rest: Rest, fix: Fix): void {
  if (rest.pathM > 0) noteLeg(run, 'parkedNoise', rest.base.time, fix.time, rest.pathM);
  const { engine, trip } = run.state;
  continueStanding(rest, fix);
  addToRestMean(rest, fix);
  if (trip) recordRestFix(rest, fix);
  if (engine.on === true && rest.idleSince === null) beginIdle(rest, fix.time, engine.source);
}

/** After a fix while standing: ends the trip if it is time, and counts the time that certainly was standing. */
export function continueHalt(run: Run, rest: Rest, isGap: boolean): void {
  const { state } = run;
  checkIdle(run, rest);
  if (state.trip && stoodEnough(run, rest)) {
    toFinalHalt(run, state.trip, rest);
    if (stoodEnough(run, rest)) endTrip(run, whyEnded(run, isGap));
  }
  if (state.trip) return;
  standUntil(run, rest.base.time);
  confirmStop(run, rest.base.time);
}

/** Three minutes with the engine off or unknown; five with it on. */
function stoodEnough({ state, context }: Run, rest: Rest): boolean {
  const { halt, base } = rest;
  const { stopS, idleEndsTripS } = context.settings;
  const { on, since } = state.engine;
  const stoodMs = base.time - halt.time;
  if (isFrozen(state, rest)) return false;
  if (stoodMs >= idleEndsTripS * 1000) return true;
  if (on === true) return false;
  return (on === false ? base.time - Math.max(since, halt.time) : stoodMs) >= stopS * 1000;
}

/** Returns the reason for which a trip ends at its halt. */
export function whyEnded({ state }: Run, isGap: boolean): Boundary {
  if (isGap) return 'dataGap';
  return state.engine.on === false && state.trip?.kind === 'trip' ? 'ignition' : 'movement';
}
