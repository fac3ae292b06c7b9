import type { EngineSource, Idle } from './fact.ts';
import { dayAt, eachDay, partAt } from './days.ts';
import type { EngineState } from './engine.ts';
import { between } from './geo.ts';
import { addLegs, addNote } from './legs.ts';
import type { Run } from './run.ts';
import type { Fix, Rest, TrackState } from './track-state.ts';

/** So many fixes make the mean of a place: more would not follow the slow drift of a receiver. */
const MEAN_OF = 50;
/** An idle is told after a day and another begins: a wire that is always live must not keep days open. */
const LONGEST_IDLE_MS = 86_400_000;

/** Comes to a halt at a fix. */
export function restAt(fix: Fix, engine: Pick<EngineState, 'on' | 'source'>): Rest {
  return {
    halt: fix,
    haltedAt: null,
    lat: fix.lat,
    lon: fix.lon,
    count: 1,
    scatterM: 0,
    base: fix,
    pathM: 0,
    moved: false,
    trace: [],
    away: 0,
    idleSince: engine.on === true ? fix.time : null,
    idleSource: engine.source,
    idleConfirmedAt: null,
    idles: [],
    legs: {},
    notes: [],
  };
}

/** Takes a fix into the mean of the place; over the 180th meridian the place is the newest fix. */
export function settleIn(rest: Rest, fix: Fix): void {
  rest.count = Math.abs(fix.lon - rest.lon) > 180 ? 1 : Math.min(MEAN_OF, rest.count + 1);
  rest.scatterM += (between(rest, fix) - rest.scatterM) / rest.count;
  rest.lat += (fix.lat - rest.lat) / rest.count;
  rest.lon += (fix.lon - rest.lon) / rest.count;
}

/** Of fewer fixes nobody can tell how noisy the receiver is. */
const SCATTER_OF = 5;

/** Whether it stands here for too few fixes to know their scatter. */
export function isYoung(rest: Rest): boolean {
  return rest.count < SCATTER_OF;
}

/** So many metres, or more where the receiver is noisier than that: so many times its own scatter. */
export function beyondNoiseM(rest: Rest, metres: number, scatters = 2.5): number {
  return isYoung(rest) ? metres : Math.max(metres, scatters * rest.scatterM);
}

/** Takes a fix as the place itself. How noisy the receiver is stays known. */
export function moveRest(rest: Rest, fix: Fix): void {
  rest.lat = fix.lat;
  rest.lon = fix.lon;
  rest.count = Math.min(SCATTER_OF, rest.count);
  standAt(rest, fix);
}

/** The newest fix at which it surely stood. */
export function standAt(rest: Rest, fix: Fix): void {
  rest.base = fix;
  rest.pathM = 0;
  rest.moved = false;
  rest.away = 0;
}

/** A receiver may hold its last place for so long on the way, in a tunnel, and repeat its last speed. */
const LONGEST_FROZEN_MS = 900_000;

/** Whether it may be in a tunnel: a speed is repeated at exactly the same place, and not for too long yet. */
export function isFrozen({ speed, heldSince }: TrackState, { halt, base }: Rest): boolean {
  return speed.stale && heldSince <= halt.time && base.time - halt.time < LONGEST_FROZEN_MS;
}

/** Notes when an idle is long enough to be told, and cuts one that lasts for days. */
export function checkIdle(run: Run, rest: Rest): void {
  if (rest.idleSince === null || isFrozen(run.state, rest)) return;
  const idledMs = rest.base.time - rest.idleSince;
  if (idledMs >= run.context.settings.idleS * 1000) rest.idleConfirmedAt ??= run.now;
  if (idledMs >= LONGEST_IDLE_MS) {
    closeIdle(run, rest, rest.base.time);
    rest.idleSince = rest.base.time;
  }
}

/** Idling begins, as far as something tells. */
export function beginIdle(rest: Rest, at: number, source: EngineSource): void {
  rest.idleSince = at;
  rest.idleSource = source;
}

/** Ends the idling of a rest and tells it, if it was long enough. */
export function closeIdle(run: Run, rest: Rest, at: number): void {
  const since = rest.idleSince;
  if (since === null) return;
  const confirmedAt = rest.idleConfirmedAt ?? run.now;
  const isTold = rest.idleConfirmedAt !== null || at - since >= run.context.settings.idleS * 1000;
  rest.idleSince = null;
  rest.idleConfirmedAt = null;
  if (!isTold) return;
  const end = Math.max(at, since);
  run.facts.push(idleOf(rest, { start: since, end, until: end, confirmedAt, source: rest.idleSource }));
  dayAt(run.state, run.context, since).idles += 1;
  if (run.state.trip) rest.idles.push([since, end]);
  else addIdle(run, rest, since, end);
}

/** An idle as it is told; `end` null while it goes on. */
export function idleOf(
  rest: Rest,
  idle: { start: number; end: number | null; until: number; confirmedAt: number; source: EngineSource },
): Idle {
  const { start, end, until, confirmedAt, source } = idle;
  return {
    kind: 'idle',
    key: `idle:${start}`,
    confirmedAt,
    start,
    end,
    durationS: (until - start) / 1000,
    place: { lat: rest.lat, lon: rest.lon },
    engineSource: source,
  };
}

/** A rest belongs to the stop: its idles, and what was left out. */
export function restToStop(run: Run, rest: Rest): void {
  for (const [from, to] of rest.idles) addIdle(run, rest, from, to);
  rest.idles = [];
  addLegs(dayAt(run.state, run.context, rest.base.time).legs, rest.legs);
  rest.legs = {};
  rest.notes = [];
}

/** A rest belongs to the trip that went on after it. */
export function restToTrip(run: Run, rest: Rest): void {
  const { trip } = run.state;
  if (!trip) return;
  addLegs(trip.legs, rest.legs);
  for (const note of rest.notes) addNote(trip.notes, note);
  for (const [from, to] of rest.idles) {
    trip.idleS += (to - from) / 1000;
    trip.idleSource = rest.idleSource;
    for (let at = from; at < to;) {
      const part = partAt(trip.parts, run.context, at);
      part.idleS += (Math.min(to, part.end) - at) / 1000;
      at = Math.min(to, part.end);
    }
  }
  rest.idles = [];
  rest.legs = {};
  rest.notes = [];
}

function addIdle(run: Run, rest: Rest, from: number, to: number): void {
  const { stop } = run.state;
  if (stop) {
    stop.idleS += (to - from) / 1000;
    stop.idleSource = rest.idleSource;
  }
  eachDay(run.state, run.context, from, to, (day, seconds) => (day.idleS += seconds));
}
