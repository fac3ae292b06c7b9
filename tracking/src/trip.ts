import { addToParts, dayAt, eachDay, mergePart, partAt } from './days.ts';
import type { Boundary, LegReason } from './fact.ts';
import { finalHalt } from './final-halt.ts';
import { between } from './geo.ts';
import { addLeg, addLegs, addNote } from './legs.ts';
import { closeIdle, moveRest, restToStop } from './rest.ts';
import type { Run } from './run.ts';
import { confirmStop, tellStop } from './stop.ts';
import { tripOf } from './told.ts';
import type { Fix, OpenTrip, Rest } from './track-state.ts';

/** Opens a candidate: a trip once it is long and far enough. */
export function beginTrip(run: Run, start: Fix, startReason: Boundary, holeFrom: Fix | null): OpenTrip {
  const trip: OpenTrip = {
    start,
    startReason,
    confirmedAt: null,
    origin: run.state.rest,
    reachM: 0,
    holeFrom,
    distanceM: 0,
    idleS: 0,
    maxKph: 0,
    overspeeds: 0,
    holes: 0,
    bridgedM: 0,
    legs: {},
    notes: [],
    parts: [],
    until: start.time,
  };
  run.state.trip = trip;
  run.state.rest = null;
  return trip;
}

/** Adds accepted metres up to a fix; over a hole they are a straight line, and marked. */
export function addToTrip(run: Run, trip: OpenTrip, from: number, fix: Fix, metres: number, isHole: boolean): void {
  if (from > trip.until) addToParts(trip.parts, run.context, span(trip.until, from, 0, 0, 0));
  addToParts(trip.parts, run.context, span(from, fix.time, metres, isHole ? metres : 0, fix.speedKph));
  trip.until = fix.time;
  trip.distanceM += metres;
  trip.maxKph = Math.max(trip.maxKph, fix.speedKph);
  run.state.travelledM += metres;
  if (isHole) {
    trip.holes += 1;
    trip.bridgedM += metres;
    const since = trip.confirmedAt === null && from === fix.time ? (trip.holeFrom?.time ?? from) : from;
    noteLeg(run, 'dataGap', since, fix.time, metres);
  }
  if (trip.confirmedAt === null) {
    trip.reachM = Math.max(trip.reachM, between(trip.origin ?? trip.start, fix));
    const { tripMinM, tripMinS, farM } = run.context.settings;
    const isFar = trip.distanceM >= tripMinM && trip.reachM >= Math.min(farM, tripMinM);
    if (isFar && fix.time - trip.start.time >= tripMinS * 1000) confirm(run, trip);
  }
}

/** Counts a leg that adds nothing (or a bridged one) where it belongs: to the trip or its rest, else to the day. */
export function noteLeg(run: Run, reason: LegReason, from: number, to: number, metres: number): void {
  const { trip, rest } = run.state;
  const holder = trip && (rest ?? trip);
  addLeg(holder ? holder.legs : dayAt(run.state, run.context, to).legs, reason, metres);
  if (holder && reason !== 'parkedNoise') addNote(holder.notes, { reason, from, to, distanceM: metres });
}

/** The rest is the place where it came to its last halt; what it moved up to there belongs to the trip. */
export function toFinalHalt(run: Run, trip: OpenTrip, rest: Rest): void {
  const { halt } = rest;
  const last = finalHalt(rest);
  if (last === halt) return;
  rest.halt = last;
  if (rest.base.time < last.time) moveRest(rest, last);
  rest.trace = rest.trace.filter(({ time }) => time > last.time);
  addToTrip(run, trip, halt.time, { ...last, speedKph: 0 }, between(halt, last), false);
}

/** Ends the trip at the fix where it came to its halt, which is where it rests now; a candidate that is still none is left out. */
export function endTrip(run: Run, reason: Boundary): void {
  const { state, context } = run;
  const { trip, rest } = state;
  if (!trip || !rest) return;
  toFinalHalt(run, trip, rest);
  if (trip.confirmedAt === null && trip.holeFrom) tryOverHole(run, trip, trip.holeFrom, rest);
  if (trip.confirmedAt === null) {
    discard(run, trip, rest);
    return;
  }
  state.trip = null;
  const end = rest.halt;
  if (end.time > trip.until) addToParts(trip.parts, context, span(trip.until, end.time, 0, 0, 0));
  for (const part of trip.parts) mergePart(dayAt(state, context, part.start), part);
  const endDay = dayAt(state, context, end.time);
  addLegs(endDay.legs, trip.legs);
  endDay.lastMoveAt = Math.max(endDay.lastMoveAt ?? 0, end.time);
  run.facts.push(tripOf(trip, end, reason));
  state.stop = { ...place(end), start: end.time, startReason: reason, confirmedAt: null, idleS: 0 };
  state.stoodUntil = end.time;
  restToStop(run, rest);
  rest.trace = [];
  confirmStop(run, rest.base.time);
}

/** Takes a candidate back: it never left. */
export function cancelTrip(run: Run, trip: OpenTrip): void {
  const { state } = run;
  state.trip = null;
  state.rest = trip.origin;
  state.travelledM -= trip.distanceM;
  if (trip.idleS > 0 && trip.origin?.idleSince != null) {
    closeIdle(run, trip.origin, trip.start.time);
    trip.origin.idleSince = state.ignition === true ? run.now : null;
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
    // What it idled before it left belongs to the stop.
    state.trip = null;
    if (origin) closeIdle(run, origin, Math.min(time, origin.base.time));
    standUntil(run, time);
    confirmStop(run, time);
    tellStop(run, time);
    state.trip = current;
  }
  state.stop = null;
  const day = dayAt(state, context, time);
  day.trips += 1;
  day.firstMoveAt ??= time;
}

/** The vehicle moved while nothing was heard and not after it: the trip is the hole itself. */
function tryOverHole(run: Run, trip: OpenTrip, holeFrom: Fix, rest: Rest): void {
  const { tripMinM, tripMinS } = run.context.settings;
  if (trip.distanceM < tripMinM || rest.halt.time - holeFrom.time < tripMinS * 1000) return;
  partAt(trip.parts, run.context, holeFrom.time);
  addToParts(trip.parts, run.context, span(holeFrom.time, trip.start.time, 0, 0, 0));
  trip.start = holeFrom;
  confirm(run, trip);
}

function discard(run: Run, trip: OpenTrip, rest: Rest): void {
  const { state } = run;
  state.trip = null;
  state.travelledM -= trip.distanceM;
  addLegs(dayAt(state, run.context, rest.halt.time).legs, trip.legs);
  const day = dayAt(state, run.context, rest.halt.time);
  addLeg(day.legs, 'shortTrip', trip.distanceM);
  if (trip.origin) closeIdle(run, trip.origin, trip.origin.base.time);
  standUntil(run, rest.halt.time);
  idlesBack(run, trip);
  restToStop(run, rest);
}

/** What was told as idling stays so, though there was no trip. */
function idlesBack(run: Run, trip: OpenTrip): void {
  for (const part of trip.parts) dayAt(run.state, run.context, part.start).idleS += part.idleS;
  if (run.state.stop) run.state.stop.idleS += trip.idleS;
}

/** Standing up to here is sure. */
export function standUntil(run: Run, time: number): void {
  const { state } = run;
  if (time <= state.stoodUntil) return;
  eachDay(state, run.context, state.stoodUntil, time, (day, seconds) => (day.stopS += seconds));
  state.stoodUntil = time;
}

function span(from: number, to: number, distanceM: number, bridgedM: number, maxKph: number) {
  return { from, to, distanceM, bridgedM, maxKph };
}

function place({ lat, lon }: Fix) {
  return { lat, lon };
}
