import { dayAt, partAt } from './days.ts';
import type { EngineState } from './engine.ts';
import { between } from './geo.ts';
import { addIdle } from './idle.ts';
import { addLegs, addNote } from './legs.ts';
import type { Run } from './run.ts';
import type { Fix, Rest } from './motion-state.ts';

/** Number of fixes in the mean of a location: more would not follow the slow drift of a receiver. */
const MEAN_OF = 50;
/** Begins a rest at a fix. */
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

/** Adds a fix to the mean; over the 180th meridian the newest fix replaces it. */
export function addToRestMean(rest: Rest, fix: Fix): void {
  rest.count = Math.abs(fix.lon - rest.lon) > 180 ? 1 : Math.min(MEAN_OF, rest.count + 1);
  rest.scatterM += (between(rest, fix) - rest.scatterM) / rest.count;
  rest.lat += (fix.lat - rest.lat) / rest.count;
  rest.lon += (fix.lon - rest.lon) / rest.count;
}

/** With fewer fixes the noise of the receiver is unknown. */
const SCATTER_OF = 5;

/** True when there are too few fixes here to know their scatter. */
export function isYoung(rest: Rest): boolean {
  return rest.count < SCATTER_OF;
}

/** Returns a distance in metres, increased for a noisy receiver to this many times its scatter. */
export function beyondNoiseM(rest: Rest, metres: number, scatters = 2.5): number {
  return isYoung(rest) ? metres : Math.max(metres, scatters * rest.scatterM);
}

/** Moves the rest to a fix; the known noise of the receiver stays. */
export function moveRest(rest: Rest, fix: Fix): void {
  rest.lat = fix.lat;
  rest.lon = fix.lon;
  rest.count = Math.min(SCATTER_OF, rest.count);
  continueStanding(rest, fix);
}

/** Sets the newest fix at which it surely stood. */
export function continueStanding(rest: Rest, fix: Fix): void {
  rest.base = fix;
  rest.pathM = 0;
  rest.moved = false;
  rest.away = 0;
}

/** Adds a rest to the stop: its idling, and the legs left out. */
export function restToStop(run: Run, rest: Rest): void {
  for (const [from, to] of rest.idles) addIdle(run, rest, from, to);
  rest.idles = [];
  addLegs(dayAt(run.state, run.context, rest.base.time).legs, rest.legs);
  rest.legs = {};
  rest.notes = [];
}

/** Adds a rest to the trip that continued after it. */
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
