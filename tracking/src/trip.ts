import { addToParts, dayAt, isUnknown, mergePart, partAt, type TripSpan } from './days.ts';
import { isCarried } from './engine.ts';
import type { Boundary, LegReason } from './fact.ts';
import { finalHalt } from './final-halt.ts';
import { between } from './geo.ts';
import { addLeg, addLegs, addNote } from './legs.ts';
import { maximumKph, passPeak } from './peak.ts';
import { beginIdle, closeIdle } from './idle.ts';
import { moveRest, restToStop } from './rest.ts';
import { isSureKph } from './reported-speed.ts';
import type { Run, TripMoment } from './run.ts';
import { kphOver } from './speed.ts';
import { beginStop, confirmStop, writeStop } from './stop.ts';
import { tripOrTow } from './trip-fact.ts';
import type { Fix, OpenTrip, Rest } from './motion-state.ts';
import { forgetSilences, standUntil } from './unseen.ts';

/**
 * Opens a candidate, which becomes a trip once it is long and far enough, or a tow when carried with the engine off.
 */
export function beginTrip(
  run: Run,
  start: Fix,
  startReason: Boundary,
  gapFrom: Fix | null,
  kind: OpenTrip['kind'] = isTow(run) ? 'tow' : 'trip',
): OpenTrip {
  const trip: OpenTrip = {
    kind,
    start,
    startReason,
    confirmedAt: null,
    origin: run.state.rest,
    reachM: 0,
    holeFrom: gapFrom,
    distanceM: 0,
    idleS: 0,
    idleSource: null,
    unseenS: 0,
    maxKph: 0,
    peak: null,
    overspeeds: 0,
    holes: 0,
    bridgedM: 0,
    unseenM: 0,
    legs: {},
    notes: [],
    parts: [],
    until: start.time,
  };
  run.state.trip = trip;
  run.state.rest = null;
  return trip;
}

/** True when it is carried to its newest fix: a held-back fix may date from when the engine ran. */
const isTow = ({ state, now }: Run): boolean =>
  state.fix?.engine !== true && isCarried(state.engine, state.fix?.time ?? now);

/** A trip's movement since `from`, up to a fix. */
export interface TripLeg {
  from: number;
  metres: number;
  /**
   * A straight line, counted and marked: over a gap (`unseen`), or where the receiver repeated its last coordinates.
   */
  bridged?: 'unseen' | 'held' | false;
}

/** Adds accepted metres up to a fix. */
export function addToTrip(run: Run, trip: OpenTrip, fix: Fix, leg: TripLeg): void {
  const { from, metres, bridged = false } = leg;
  if (from > trip.until) addWait(run, trip, trip.until, from);
  const unknown = bridged === 'unseen';
  const byMovement = run.isEngineUnknown;
  addSpan(run, trip, {
    from,
    to: fix.time,
    distanceM: metres,
    bridged: bridged !== false,
    unknown,
    byMovement,
  });
  const { peak } = trip;
  if (peak) {
    const { at } = peak;
    const settledKph = passPeak(trip, peak, bridged ? 0 : kphOver(metres, from, fix.time), fix);
    const part = partAt(trip.parts, run.context, at);
    if (settledKph > part.maxKph) part.maxKph = settledKph;
  } else trip.peak = { kph: fix.speedKph, at: fix.time, aroundKph: bridged ? 0 : kphOver(metres, from, fix.time) };
  trip.until = fix.time;
  trip.distanceM += metres;
  run.state.travelledM += metres;
  if (bridged) {
    trip.holes += 1;
    trip.bridgedM += metres;
    const since = trip.confirmedAt === null && from === fix.time ? (trip.holeFrom?.time ?? from) : from;
    noteLeg(run, 'dataGap', since, fix.time, metres);
  }
  if (trip.confirmedAt === null) {
    trip.reachM = Math.max(trip.reachM, between(trip.origin ?? trip.start, fix));
    if (isFarEnough(run, trip) && fix.time - trip.start.time >= run.context.settings.tripMinS * 1000)
      confirm(run, trip);
  }
}

function isFarEnough({ context }: Run, { kind, distanceM, reachM }: OpenTrip): boolean {
  const { tripMinM, towMinM, farM } = context.settings;
  if (kind === 'tow') return distanceM >= towMinM && reachM >= Math.min(2 * farM, towMinM);
  return distanceM >= tripMinM && reachM >= Math.min(farM, tripMinM);
}

function addSpan(run: Run, trip: OpenTrip, span: TripSpan): void {
  addToParts(trip.parts, run.context, span);
  if (span.unknown) trip.unseenS += (span.to - span.from) / 1000;
  if (isUnknown(span)) trip.unseenM += span.distanceM;
}

/** Adds time of a trip without driving. */
function addWait(run: Run, trip: OpenTrip, from: number, to: number, unknown = false): void {
  const { rest } = run.state;
  // The engine's known time while standing is already counted.
  const byMovement = run.isEngineUnknown && rest?.halt.engine === null && rest.base.engine === null;
  addSpan(run, trip, { from, to, distanceM: 0, bridged: false, unknown, byMovement });
}

/**
 * Counts a leg that adds nothing (or a bridged one) where it belongs: to the trip or its rest, otherwise to the day.
 */
export function noteLeg(run: Run, reason: LegReason, from: number, to: number, metres: number): void {
  const { trip, rest } = run.state;
  const holder = trip && (rest ?? trip);
  addLeg(holder ? holder.legs : dayAt(run.state, run.context, to).legs, reason, metres);
  if (holder && reason !== 'parkedNoise') addNote(holder.notes, { reason, from, to, distanceM: metres });
}

/** Moves the rest to its final halt; the movement up to there belongs to the trip. */
export function toFinalHalt(run: Run, trip: OpenTrip, rest: Rest): void {
  const { halt } = rest;
  const last = finalHalt(rest);
  if (last === halt) return;
  rest.halt = last;
  if (rest.base.time < last.time) moveRest(rest, last);
  rest.trace = rest.trace.filter(({ time }) => time > last.time);
  addToTrip(run, trip, { ...last, speedKph: 0 }, { from: halt.time, metres: between(halt, last) });
}

/** Ends the trip at the fix of its halt, where it now rests; an unconfirmed candidate is dropped. */
export function endTrip(run: Run, reason: Boundary): void {
  const { state, context } = run;
  const { trip, rest } = state;
  if (!trip || !rest) return;
  toFinalHalt(run, trip, rest);
  if (trip.confirmedAt === null && trip.holeFrom) tryOverGap(run, trip, trip.holeFrom, rest);
  if (trip.confirmedAt === null) {
    discard(run, trip, rest);
    return;
  }
  state.trip = null;
  const end = { ...rest.halt, ...rest.haltedAt };
  if (end.time > trip.until) addWait(run, trip, trip.until, end.time);
  settlePeak(run, trip);
  for (const part of trip.parts) mergePart(dayAt(state, context, part.start), part, trip.kind);
  const endDay = dayAt(state, context, end.time);
  addLegs(endDay.legs, trip.legs);
  if (trip.kind === 'trip') {
    endDay.lastMoveAt = Math.max(endDay.lastMoveAt ?? 0, end.time);
    noteMoment(run, { begins: false, at: end.time, reason });
  }
  run.facts.push(tripOrTow(trip, end, reason, state.engine.source));
  beginStop(state, end, end.time, reason);
  forgetSilences(run, end.time);
  restToStop(run, rest);
  rest.trace = [];
  confirmStop(run, rest.base.time);
}

/** Cancels a candidate: the vehicle never left. */
export function cancelTrip(run: Run, trip: OpenTrip): void {
  const { state } = run;
  state.trip = null;
  state.rest = trip.origin;
  state.travelledM -= trip.distanceM;
  // Driving round the yard does not count as idling.
  if ((trip.idleS > 0 || isSureKph(run, maximumKph(trip))) && trip.origin?.idleSince != null) {
    closeIdle(run, trip.origin, Math.min(trip.start.time, trip.origin.base.time));
    if (state.engine.on === true) beginIdle(trip.origin, run.now, state.engine.source);
  }
  idlesBack(run, trip);
  addLegs(dayAt(state, run.context, trip.until).legs, trip.legs);
  addLeg(dayAt(state, run.context, trip.until).legs, 'parkedNoise', trip.distanceM);
}

function confirm(run: Run, trip: OpenTrip): void {
  const { state, context } = run;
  trip.confirmedAt = run.now;
  const { time } = trip.start;
  if (state.stop) {
    const { origin } = trip;
    trip.origin = null;
    const current = state.trip;
    // Idling before the departure belongs to the stop.
    state.trip = null;
    if (origin) closeIdle(run, origin, Math.min(time, origin.base.time));
    standUntil(run, time);
    confirmStop(run, time);
    writeStop(run, time);
    state.trip = current;
  }
  state.stop = null;
  const day = dayAt(state, context, time);
  if (trip.kind === 'tow') {
    day.tows += 1;
    return;
  }
  noteMoment(run, { begins: true, at: time, reason: trip.startReason });
  day.trips += 1;
  day.firstMoveAt ??= time;
}

const noteMoment = (run: Run, moment: TripMoment) => void (run.tripMoments ??= []).push(moment);

/** Handles a vehicle that moved only during the gap: the trip is the gap itself. */
function tryOverGap(run: Run, trip: OpenTrip, gapFrom: Fix, rest: Rest): void {
  if (!isFarEnough(run, trip) || rest.halt.time - gapFrom.time < run.context.settings.tripMinS * 1000) return;
  addWait(run, trip, gapFrom.time, trip.start.time, true);
  trip.start = gapFrom;
  confirm(run, trip);
}

function discard(run: Run, trip: OpenTrip, rest: Rest): void {
  const { state } = run;
  state.trip = null;
  state.travelledM -= trip.distanceM;
  addLegs(dayAt(state, run.context, rest.halt.time).legs, trip.legs);
  const day = dayAt(state, run.context, rest.halt.time);
  addLeg(day.legs, trip.kind === 'tow' ? 'ignitionOff' : 'shortTrip', trip.distanceM);
  if (trip.origin) closeIdle(run, trip.origin, trip.origin.base.time);
  standUntil(run, rest.halt.time);
  idlesBack(run, trip);
  restToStop(run, rest);
}

/** Keeps recorded idling, although there was no trip. */
function idlesBack(run: Run, trip: OpenTrip): void {
  for (const part of trip.parts) dayAt(run.state, run.context, part.start).idleS += part.idleS;
  if (run.state.stop) run.state.stop.idleS += trip.idleS;
}

/** Settles the speed of the last fix, after which there is no other fix. */
function settlePeak(run: Run, trip: OpenTrip): void {
  if (!trip.peak) return;
  const part = partAt(trip.parts, run.context, Math.min(trip.peak.at, trip.until));
  trip.maxKph = maximumKph(trip);
  part.maxKph = Math.max(part.maxKph, Math.min(trip.maxKph, trip.peak.kph));
  trip.peak = null;
}
