import { countLone, forgetLoneFixes, isAfterMonth } from './clock-fault.ts';
import { closeDays, dayAt } from './days.ts';
import { drive } from './drive.ts';
import { HOLD_ON_S, PLAIN_KPH } from './engine.ts';
import { confirmEngine, endByEngine, endIdleOff, watchEngine } from './engine-effects.ts';
import { countEngine } from './engine-hours.ts';
import type { Fact } from './fact.ts';
import { watchFuel } from './fuel/watch-fuel.ts';
import { between } from './geo.ts';
import { endUnreported } from './gap.ts';
import { countOdometer } from './odometer.ts';
import { watchSpeed } from './overspeed.ts';
import { fillPots } from './pots.ts';
import type { Position } from './position.ts';
import { isUnseen, notePrivate, sealFrom } from './private-spans.ts';
import { type AnyReport, attributesOf, timeOf } from './report.ts';
import { beyondNoiseM } from './rest.ts';
import { leavePlaces } from './leave-places.ts';
import { metresOf, newRun, type Run } from './run.ts';
import { gapMsOf } from './seldom.ts';
import type { TrackingContext } from './settings.ts';
import { watchReadings } from './sensors/readings.ts';
import { smoothSensors } from './sensors/smoothing.ts';
import { impliedKph, kphOver } from './speed.ts';
import { dwell } from './dwells.ts';
import { isStraight } from './straight-leg.ts';
import { type VerdictSource, holdBack, isDoubtful, isParkedAt, settleSuspects, watchSuspects } from './suspects.ts';
import type { Fix, Rest } from './motion-state.ts';
import type { TrackState } from './track-state.ts';
import { watchSwitches } from './switches.ts';
import { isOffOnWay } from './wire.ts';
import { watchTag } from './tag.ts';
import { noteLeg } from './trip.ts';
import { markSeen } from './unseen.ts';
import { type Crossing, NO_CROSSINGS, visit } from './visits.ts';
import { watchRules } from './watch-rules.ts';

export type { Report } from './report.ts';

/** A leg is rejected when it is this many times as fast as the reported speeds, and by this much faster. */
const DENIED_TIMES = 4.5;
const DENIED_KPH = 60;
/** When fixes are this far apart in time, the vehicle may have driven elsewhere and back in between. */
const SELDOM_MS = 120_000;
/** The longest time for which a receiver is assumed to repeat its last coordinates while driving. */
const LONGEST_HELD_MS = 900_000;

/** True when a report comes after the state in the order used for facts: by fix time, then by hash. */
export function isAfter(state: Pick<TrackState, 'time' | 'hash'>, time: number, hash: number): boolean {
  return state.time === null || time > state.time || (time === state.time && hash > state.hash);
}

/**
 * Applies one report to a state, which it mutates, and adds the facts that ended or changed to `facts`. Reports must
 * come in order (`isAfter`), because otherwise the result would depend on the order of arrival. Reads no clock: the
 * result depends on the arguments alone.
 * @throws RangeError when the report is not after the newest one applied
 */
export function advance(state: TrackState, report: AnyReport, context: TrackingContext, facts: Fact[]): void {
  const { position, hash } = report;
  const now = timeOf(report);
  if (state.ended || !isAfter(state, now, hash)) throw new RangeError('a report out of order has to be recomputed');
  const run = newRun(state, context, facts, now);
  if (position === null) {
    run.coordinates = report.coordinates ?? null;
    run.deviceClock = report.deviceClock ?? null;
  }
  const [before, firstFact] = [state.time, facts.length];
  const isPrivate = watchPrivate(run, report);
  state.time = now;
  state.hash = hash;
  fillPots(state);
  if (isPrivate === 'begins') leavePlaces(run);
  forgetLoneFixes(run);
  const attributes = attributesOf(report);
  const usable = position?.valid ? fixOf(run, position) : null;
  confirmEngine(run);
  const held = state.fix;
  let crossings = acceptWaiting(run, 'engine');
  endByEngine(run);
  const { source, wire } = state.engine;
  // A wire that went off while driving, before a long silence, may really have been switched off during that silence.
  const isUnsure = isOffOnWay(wire) && before !== null && now - before > gapMsOf(run);
  const on = state.engine.on && !isUnsure;
  watchEngine(run, before, usable, attributes);
  countEngine(run, before, { on, source });
  if (!usable) {
    crossings = joined(crossings, acceptWaiting(run, 'status'));
    endUnreported(run);
  }
  markSeen(run, usable !== null);
  if (attributes.odometerM !== undefined) countOdometer(run, attributes.odometerM);
  if (attributes.driverTag) state.taggedAt = now;

  if (position) countPosition(run, position);
  if (usable) {
    usable.odometerM = state.odometerM;
    usable.engine = state.engine.on && !isOffOnWay(state.engine.wire);
    crossings = joined(crossings, takeFix(run, usable));
  }
  watchTag(run, attributes.driverTag);
  watchSwitches(run, attributes);
  smoothSensors(run, attributes);
  watchFuel(run, attributes);
  watchReadings(run, attributes);

  const speedKph = state.fix !== held && state.fix ? state.fix.speedKph : null;
  const roadLimitKph = position?.roadLimitKph ?? null;
  // What was due while the time was private is not looked at afterwards.
  watchRules(run, { before: isPrivate === 'ends' ? null : before, attributes, speedKph, roadLimitKph, crossings });
  closeDays(state, facts);
  sealFrom(state.privateSpans, facts, firstFact);
}

/** Notes whether the report is private. Private time ends with a fix: until then, only the last private place is known. */
function watchPrivate(run: Run, report: AnyReport): 'begins' | 'ends' | 'goes on' {
  const { state, now } = run;
  if (report.position === null || (!report.sealed && !state.privateSpans)) return 'goes on';
  const { position, sealed } = report;
  const spans = (state.privateSpans ??= []);
  const was = spans.at(-1)?.to === null;
  const is = sealed !== undefined || (was && !position.valid);
  notePrivate(spans, now, is, sealed?.place ?? null);
  if (was === is) return 'goes on';
  return is ? 'begins' : 'ends';
}

function countPosition(run: Run, position: Position): void {
  const day = dayAt(run.state, run.context, run.now);
  day.positions += 1;
  if (!position.valid) day.invalid += 1;
}

function fixOf(run: Run, position: Position): Fix {
  const { state, context } = run;
  const { lat, lon, courseDeg } = position;
  const speedKph = position.speedKph * (context.speedFactor ?? 1);
  if (speedKph > 0) state.speedTold = true;
  if (courseDeg !== 0) state.courseTold = true;
  const reportedKph = speedKph;
  return {
    time: run.now,
    hash: state.hash,
    lat,
    lon,
    speedKph,
    toldKph: reportedKph,
    courseDeg,
    engine: null,
    odometerM: null,
  };
}

function takeFix(run: Run, fix: Fix): readonly Crossing[] {
  const { state, context } = run;
  const { suspect: held, suspects, fix: last } = state;
  if (last && suspects && !isAfterMonth(last, fix)) {
    const { accepted, jump } = watchSuspects(run, last, suspects, fix);
    const crossings = accepted.flatMap((one, index) => accept(run, one, jump && index === 0));
    endIdleOff(run);
    return crossings;
  }
  if (last && held) {
    state.suspect = null;
    if (isAfterMonth(last, held)) return afterMonth(run, last, held, fix);
    const { wildKph, movingKph, nearM, creepM } = context.settings;
    const away = between(last, held);
    const back = impliedKph(held, fix);
    const tooFast = impliedKph(last, held, away) > wildKph;
    const denied =
      (isDenied(run, last, held, impliedKph(last, held, away)) && isDenied(run, held, fix, back)) ||
      isScattered(run, last, held, fix);
    // A vehicle that drove away and back is close to its halt too, but was reported moving.
    const backM = held.speedKph < movingKph ? creepM : nearM;
    const isSpike = state.rest !== null && between(state.rest, fix) < beyondNoiseM(state.rest, backM);
    if (isSpike || denied || (tooFast && back > wildKph)) {
      noteLeg(run, 'wildFix', last.time, held.time, away);
      state.leftOut = true;
      return judge(run, last, fix);
    }
    // A receiver that repeated its last coordinates, as in a tunnel, was driving all that time.
    const heldSince = Math.max(state.heldSince, held.time - LONGEST_HELD_MS);
    const first = accept(run, held, tooFast && kphOver(away, heldSince, held.time) > wildKph);
    return back <= wildKph ? [...first, ...acceptOrHold(run, held, fix)] : [...first, ...hold(run, fix)];
  }
  return last ? judge(run, last, fix) : accept(run, fix, false);
}

/** In practice at most one of the two lists has entries. */
const joined = (first: readonly Crossing[], then: readonly Crossing[]): readonly Crossing[] =>
  first.length === 0 ? then : [...first, ...then];

/**
 * Accepts held-back fixes that need no further fix to confirm them: the engine is off, or the device no longer reports
 * coordinates.
 */
export function acceptWaiting(run: Run, by: VerdictSource): readonly Crossing[] {
  const { suspect, suspects } = run.state;
  if (!suspect && !suspects) return NO_CROSSINGS;
  const settled = settleSuspects(run, by);
  if (settled.length === 0) return NO_CROSSINGS;
  const crossings = settled.flatMap((fix) => accept(run, fix, false));
  endIdleOff(run);
  return crossings;
}

/** Accepts a fix unless later fixes have to confirm it. */
function judge(run: Run, last: Fix, fix: Fix): readonly Crossing[] {
  if (isAfterMonth(last, fix)) return hold(run, fix);
  if (isDoubtful(run, last, fix) && !isParkedAt(run, last, fix)) {
    holdBack(run, fix);
    return NO_CROSSINGS;
  }
  return isSuspect(run, last, fix) && !isParkedAt(run, last, fix) ? hold(run, fix) : accept(run, fix, false);
}

function acceptOrHold(run: Run, last: Fix, fix: Fix): readonly Crossing[] {
  if (!isDoubtful(run, last, fix) || isParkedAt(run, last, fix)) return accept(run, fix, false);
  holdBack(run, fix);
  return NO_CROSSINGS;
}

/**
 * Handles the first fix after a month of silence and the one that follows: alone, the first is a clock fault; together
 * they are trusted.
 */
function afterMonth(run: Run, last: Fix, suspect: Fix, fix: Fix): readonly Crossing[] {
  if (!isAfterMonth(suspect, fix)) return [...accept(run, suspect, false), ...accept(run, fix, false)];
  countLone(run, suspect);
  return isSuspect(run, last, fix) ? hold(run, fix) : accept(run, fix, false);
}

/** Holds a fix back until the next one shows whether it is right. */
function hold(run: Run, fix: Fix): readonly Crossing[] {
  run.state.suspect = fix;
  return NO_CROSSINGS;
}

/**
 * True when a fix has to be confirmed by the next one: it implies a speed beyond any road vehicle, is far from where
 * the vehicle stood, or is the first after a month.
 */
function isSuspect(run: Run, last: Fix, fix: Fix): boolean {
  const { settings } = run.context;
  if (isAfterMonth(last, fix)) return true;
  const metres = metresOf(run, last, fix);
  const kph = impliedKph(last, fix, metres);
  if (kph > settings.wildKph || isDenied(run, last, fix, kph)) return true;
  const { rest } = run.state;
  if (!rest || fix.time - last.time > gapMsOf(run)) return false;
  return between(rest, fix) >= settings.farM && metres >= settings.farM && !droveOff(run, rest, last, fix);
}

/**
 * True when the ignition came on at the halt and the next fix, minutes later, is clearly moving. Such a vehicle may be
 * back at its halt by the fix after that.
 */
function droveOff({ state }: Run, rest: Rest, last: Fix, fix: Fix): boolean {
  const { on, since } = state.engine;
  const isSwitched = on === true && since > rest.halt.time && fix.time - since <= HOLD_ON_S * 1000;
  return isSwitched && fix.speedKph >= PLAIN_KPH && fix.time - last.time >= SELDOM_MS;
}

/**
 * True for a jump that the reported speeds at both ends contradict, as from a jammed receiver: the jump is several
 * times faster than they are, even if the device reports m/s. Longer legs prove nothing.
 */
function isDenied({ state, context }: Run, from: Fix, to: Fix, kph: number): boolean {
  if (kph <= DENIED_KPH || !state.speedTold || to.time - from.time > context.settings.stopS * 1000) return false;
  const reportedKph = Math.max(from.speedKph, to.speedKph, context.settings.movingKph);
  return kph > DENIED_TIMES * reportedKph + DENIED_KPH;
}

/** True for three slow fixes in a row, each far from the others, while the vehicle stood: receiver errors. */
function isScattered({ state, context }: Run, last: Fix, suspect: Fix, fix: Fix): boolean {
  const { movingKph, wakeM, farM } = context.settings;
  if (!state.speedTold || !state.rest) return false;
  const leftM = state.engine.on === false ? farM : wakeM;
  const isSlow = last.speedKph < movingKph && suspect.speedKph < movingKph && fix.speedKph < movingKph;
  return isSlow && between(last, suspect) >= leftM && between(suspect, fix) >= leftM;
}

function accept(run: Run, fix: Fix, jump: boolean): readonly Crossing[] {
  const { state } = run;
  const { fix: before, heldSince, leftOut } = state;
  if (leftOut === true) state.leftOut = undefined;
  drive(run, fix, jump);
  if (isUnseen(state.privateSpans, fix.time)) {
    // No place is visited, so that only the limit of the organisation applies.
    watchSpeed(run, fix);
    return NO_CROSSINGS;
  }
  const isKnown = before !== null && !jump && leftOut !== true && isStraight(run, before, fix, heldSince);
  // The first fix after private time: where it came from is not known.
  const isFirst = before !== null && isUnseen(state.privateSpans, before.time);
  const crossings = visit(run, fix, isFirst ? null : before, isKnown && !isFirst);
  dwell(run, fix);
  watchSpeed(run, fix);
  return crossings;
}
