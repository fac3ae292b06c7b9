import type { Attributes } from '@milepost/protocols/types';
import { confirmOff, HOLD_ON_S, observeEngine, PLAIN_KPH, PLAIN_M } from './engine.ts';
import { settleEngine } from './engine-hours.ts';
import { between } from './geo.ts';
import { beginIdle, closeIdle } from './idle.ts';
import { beyondNoiseM, restAt } from './rest.ts';
import { metresOf, type Run } from './run.ts';
import { confirmCut, noteCut } from './cut-wire.ts';
import { gapMsOf } from './seldom.ts';
import { impliedKph } from './speed.ts';
import type { Fix, Rest } from './motion-state.ts';
import { endTrip } from './trip.ts';

/** Ends the trip after standing with the engine off for long enough, even if this report has no coordinates. */
export function endByEngine(run: Run): void {
  const { state, context, now } = run;
  const { trip, rest, engine } = state;
  if (!trip || trip.kind === 'tow' || !rest || engine.on !== false) return;
  if (now - Math.max(engine.since, rest.halt.time) >= context.settings.stopS * 1000) endTrip(run, 'ignition');
}

/** Called before a report: a long silence while standing is evidence about the engine. */
export function confirmEngine(run: Run): void {
  const { state, context, now } = run;
  const { engine, rest } = state;
  const { turnedAt } = engine.voltage;
  if (!rest || turnedAt === null || rest.halt.time > turnedAt) return;
  const was = engine.on;
  confirmOff(engine, now, context.ignitionSource ?? 'automatic');
  if (was === true && engine.on !== true) closeIdles(run, engine.since, null);
  settleEngine(run);
}

/** Updates the engine from the report, and idling, trips and tows from the engine. */
export function watchEngine(run: Run, before: number | null, fix: Fix | null, attributes: Attributes): void {
  const { state, context, now } = run;
  const { engine, rest } = state;
  const was = engine.on;
  const moving = fix !== null && isPlainlyMoving(run, fix);
  const standingS = rest && !moving ? (now - rest.halt.time) / 1000 : 0;
  const carriedS = state.trip?.kind === 'tow' ? (now - state.trip.start.time) / 1000 : 0;
  const goesOff = moving && engine.wire.on === true && attributes.ignition === false;
  const stoodS = goesOff && state.fix ? stoodAtMostS(state.fix, fix) : null;
  const seen = { time: now, attributes, moving, standingS, carriedS, stoodS };
  confirmCut(run);
  noteCut(run, observeEngine(engine, seen, context.ignitionSource ?? 'automatic'));
  // How long it idled during a silence is unknown, especially if the engine is off afterwards.
  const holdMs = engine.on === true ? HOLD_ON_S * 1000 : gapMsOf(run);
  const silent = before !== null && now - before > holdMs;
  if (silent) closeIdles(run, engine.on === true ? before : Math.min(before, engine.since), null);
  else if (engine.on !== true && was === true) closeIdles(run, engine.since, fix);
  if (rest && engine.on === true && rest.idleSince === null && (silent || was !== true))
    beginIdle(rest, now, engine.source);
  if (engine.on === was) return;
  const { trip } = state;
  if (trip?.kind === 'tow' && engine.on === true) endTow(run);
  // The wire that reported off is no longer believed.
  else if (trip?.kind === 'tow' && engine.on === null && trip.confirmedAt === null) trip.kind = 'trip';
  // The engine was switched off in a report without coordinates: the vehicle halted at its last known coordinates.
  if (engine.on === false && fix === null && state.fix) state.rest ??= restAt(state.fix, state.engine);
}

/** The engine is on, so the vehicle drives itself: a tow that is not confirmed yet becomes a trip. */
function endTow(run: Run): void {
  const { state } = run;
  const { trip, fix } = state;
  if (!trip || !fix) return;
  if (trip.confirmedAt === null) {
    trip.kind = 'trip';
    return;
  }
  state.rest ??= restAt(fix, state.engine);
  endTrip(run, 'ignition');
}

/**
 * Ends idling at the given moment. If the vehicle has moved since, or a fix that may have left is held back or arrives
 * now, idling ends at the last fix at which it surely stood.
 */
function closeIdles(run: Run, until: number, fix: Fix | null): void {
  const { rest, trip, suspect, suspects } = run.state;
  if (rest) {
    const hasLeft = rest.moved || suspect !== null || suspects !== undefined || (fix && isElsewhere(run, rest, fix));
    closeIdle(run, rest, hasLeft ? Math.min(until, rest.base.time) : until);
  }
  const origin = trip?.confirmedAt === null ? trip.origin : null;
  if (origin) closeIdle(run, origin, Math.min(until, origin.base.time));
}

function isElsewhere({ context }: Run, rest: Rest, fix: Fix): boolean {
  const { movingKph, nearM, farM } = context.settings;
  return between(rest, fix) >= beyondNoiseM(rest, fix.speedKph >= movingKph ? nearM : farM);
}

/** Ends idling at the halt of a held-back fix when the engine has gone off since. */
export function endIdleOff(run: Run): void {
  const { rest, engine } = run.state;
  if (rest && engine.on === false) closeIdle(run, rest, Math.max(rest.halt.time, engine.since));
}

/**
 * Returns the longest time for which it can have stood between two fixes, assuming the speeds at the fixes for the
 * rest.
 */
function stoodAtMostS(from: Fix, to: Fix): number {
  const kph = Math.max(PLAIN_KPH, from.speedKph, to.speedKph);
  return Math.max(0, (to.time - from.time) / 1000 - between(from, to) / (kph / 3.6));
}

function isPlainlyMoving(run: Run, fix: Fix): boolean {
  const { state, context } = run;
  const { fix: last, rest } = state;
  if (!last || (state.speedTold && (fix.speedKph < PLAIN_KPH || state.speed.stale))) return false;
  const metres = metresOf(run, last, fix);
  const kph = impliedKph(last, fix, metres);
  if (metres < PLAIN_M || kph < PLAIN_KPH / 2 || kph > context.settings.wildKph) return false;
  if (state.speedTold) return true;
  return kph >= PLAIN_KPH && (!rest || between(rest, fix) >= context.settings.farM);
}
