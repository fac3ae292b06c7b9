import { legM } from './bend.ts';
import { isCarried } from './engine.ts';
import type { Boundary } from './fact.ts';
import { between } from './geo.ts';
import { arrive, haltAt } from './halt.ts';
import { isTooShort } from './gap.ts';
import { closeIdle } from './idle.ts';
import { beyondNoiseM, restToTrip } from './rest.ts';
import type { Run } from './run.ts';
import { impliedKph } from './speed.ts';
import type { Fix, Rest } from './motion-state.ts';
import { addToTrip, beginTrip, cancelTrip, endTrip } from './trip.ts';

/**
 * If the path out is longer than this many times the straight line, it is noise, and the straight line counts instead.
 */
const STRAY = 1.5;

/** Handles a real departure, from the last fix at which the vehicle surely stood. */
export function departFrom(run: Run, rest: Rest, fix: Fix): void {
  const { state, context } = run;
  const { engine } = state;
  // The vehicle is being carried, so its own trip is over.
  if (state.trip?.kind === 'trip' && isCarried(engine, fix.time)) endTrip(run, 'ignition');
  const { base } = rest;
  const straight = between(base, fix);
  state.bend = null;
  const way = legM(run, base, fix, straight);
  const metres = rest.pathM <= STRAY * straight ? Math.max(rest.pathM, way) : way;
  if (state.trip) {
    // The receiver repeated its last coordinates: the vehicle neither stood nor idled.
    const held = impliedKph(base, fix, straight) > context.settings.wildKph;
    if (held) rest.idleSince = null;
    closeIdle(run, rest, base.time);
    restToTrip(run, rest);
    const farthest = Math.max(metres, between(rest.halt, fix));
    addToTrip(run, state.trip, fix, { from: base.time, metres: farthest, bridged: held && 'held' });
    state.rest = null;
    if (hasNotDeparted(run, fix)) return;
  } else {
    const reason = reasonToLeave(run, base);
    const tooShort = isTooShort(run, base);
    // No data between halt and departure: the departure time is unknown, so the trip begins with the first fix after
    // it.
    const trip = tooShort ? beginTrip(run, fix, reason, base) : beginTrip(run, base, reason, null);
    const held = impliedKph(base, fix, straight) > context.settings.wildKph;
    addToTrip(run, trip, fix, { from: tooShort ? fix.time : base.time, metres, bridged: held && 'held' });
  }
  if (fix.speedKph < context.settings.movingKph) haltAt(run, fix);
}

/** Returns the reason why a trip begins here. */
function reasonToLeave({ state }: Run, base: Fix): Boundary {
  const since = state.stop?.start ?? 0;
  if (state.stop?.startReason === 'dataGap' && base.time === since) return 'dataGap';
  return state.engine.on === true && state.engine.since >= since ? 'ignition' : 'movement';
}

/** True when the vehicle is back at its halt and had not gone far, which is no departure. */
export function hasNotDeparted(run: Run, fix: Fix): boolean {
  const { state, context } = run;
  const { trip } = state;
  if (!trip?.origin || trip.confirmedAt !== null || trip.reachM >= context.settings.farM) return false;
  if (between(trip.origin, fix) >= beyondNoiseM(trip.origin, context.settings.nearM)) return false;
  cancelTrip(run, trip);
  if (state.rest) arrive(run, state.rest, fix);
  return true;
}
