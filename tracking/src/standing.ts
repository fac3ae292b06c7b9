import { departFrom } from './departure.ts';
import { recordRestFix } from './final-halt.ts';
import { between } from './geo.ts';
import { arrive } from './halt.ts';
import { overGap } from './gap.ts';
import { closeIdle } from './idle.ts';
import { isSureKph } from './reported-speed.ts';
import { beyondNoiseM, isYoung, moveRest } from './rest.ts';
import type { Run } from './run.ts';
import type { Fix, Rest } from './motion-state.ts';
import { endTrip, noteLeg } from './trip.ts';

/** After this many consecutive slow fixes away from its halt, over a minute, it stands somewhere else. */
const CREPT_FIXES = 3;
const CREPT_MS = 60_000;
/**
 * The fixes must be further away than the noise of the receiver: three consecutive errors may lie on the same side.
 */
const CREPT_SCATTERS = 3.5;

/** Processes a fix after one at which it stood: it still stands, leaves, or stands elsewhere. */
export function atRest(run: Run, rest: Rest, fix: Fix, metres: number): void {
  const { state, context } = run;
  const { movingKph, farM, creepM, hopM } = context.settings;
  const nearM = beyondNoiseM(rest, context.settings.nearM);
  const away = between(rest, fix);
  const moves = fix.speedKph >= movingKph;
  rest.pathM += metres;
  rest.moved ||= moves && state.speedTold;
  const inTrip = state.trip?.confirmedAt != null;
  // Within a trip the speed is trusted at any distance: it may be a U-turn, or a few metres to the next light.
  const surelyMoves = isSureKph(run, fix.speedKph);
  // The vehicle moved from one light to the next; a receiver that is this noisy shows it later by its scatter.
  const hops = inTrip && isYoung(rest) && away >= creepM;
  const off = state.engine.on === false;
  // If the engine was on at the last fix, and the vehicle is on a trip or the engine was on at this fix too, it drove
  // and was switched off only then.
  const droveOn = rest.base.engine === true && (state.trip?.kind === 'trip' || fix.engine === true);
  if (off && !droveOn && !moves && away >= farM && state.speedTold) {
    movedUnknown(run, rest, fix);
  } else if (away >= farM || (!off && ((moves && away >= nearM) || (inTrip && surelyMoves) || hops))) {
    departFrom(run, rest, fix);
  } else if (!moves && away < beyondNoiseM(rest, creepM, CREPT_SCATTERS)) {
    // It was reported moving since, so this is another halt, as after rolling from a light to the kerb.
    const hop = inTrip && isYoung(rest) ? 0 : beyondNoiseM(rest, hopM);
    if (rest.moved && state.trip && !off && away >= hop) departFrom(run, rest, fix);
    else arrive(run, rest, fix);
  } else if (!moves) {
    rest.away += 1;
    if (state.trip) recordRestFix(rest, fix);
    if (rest.away < CREPT_FIXES || fix.time - rest.base.time < CREPT_MS) return;
    noteLeg(run, 'parkedNoise', rest.base.time, fix.time, rest.pathM);
    moveRest(rest, fix);
  } else if (surelyMoves && away >= beyondNoiseM(rest, hopM)) {
    // Driving across a yard is neither a trip nor idling.
    closeIdle(run, rest, rest.base.time);
  }
}

/**
 * Handles a vehicle that stood with its engine off and now stands elsewhere with its engine off: a kilometre or more
 * was driven or carried between two reports; a shorter distance is noise.
 */
function movedUnknown(run: Run, rest: Rest, fix: Fix): void {
  const { base } = rest;
  const metres = between(base, fix);
  if (metres >= run.context.settings.wakeM && fix.time - base.time >= run.context.settings.stopS * 1000) {
    endTrip(run, 'ignition');
    overGap(run, base, fix, metres);
    return;
  }
  noteLeg(run, 'ignitionOff', base.time, fix.time, rest.pathM);
  moveRest(rest, fix);
}
