import type { Halt, Dwell } from './fact.ts';
import type { Fence } from './fence.ts';
import { fencesAt, MAX_SIMULTANEOUS_PLACES } from './fence-index.ts';
import { between } from './geo.ts';
import { round } from './legs.ts';
import { take } from './pots.ts';
import type { Run } from './run.ts';
import type { Fix } from './motion-state.ts';
import type { OpenHalt, OpenDwell } from './visit-state.ts';

/**
 * A slow fix this near to the others belongs to the same halt, metres: beyond the noise of a receiver, and within one
 * door.
 */
const SAME_HALT_M = 25;
/** This many consecutive slow fixes elsewhere are another halt, even if no movement was reported between. */
const ELSEWHERE = 2;
/** A shorter halt is not recorded, ms; a dwell at an outlet is recorded once it has a longer one. */
const SHORTEST_HALT_MS = 20_000;
/** The most halts in one dwell. Later ones extend the last one, so that the state remains small. */
const MAX_HALTS = 20;

/** Among the places that are served, depots have negative ids. At a depot, being inside is enough for a dwell. */
export const isDepot = (placeId: number): boolean => placeId < 0;

/**
 * Checks the places that are served (`context.places`) for an accepted fix. A dwell lasts from the first fix inside to
 * the first fix outside, with the hysteresis of visits to geofences. At an outlet it is recorded only once the vehicle
 * stood there: passing by does not count.
 */
export function dwell(run: Run, fix: Fix): void {
  const { state, context } = run;
  if (!context.places) {
    // The organisation no longer has any places.
    if (state.stays) endDwells(run);
    return;
  }
  const inside = fencesAt(context.places, fix, undefined, MAX_SIMULTANEOUS_PLACES);
  const { stays: dwells } = state;
  if (inside.length === 0 && !dwells) return;
  const open = dwells ?? [];
  let ended = false;
  for (const one of open) {
    if (holds(inside, one.placeId)) seenInside(run, one, fix);
    else ended = seenOutside(run, one, fix) || ended;
  }
  const left = ended ? open.filter(({ outside }) => outside >= 0) : open;
  for (const { id } of inside) {
    if (isOpen(left, id)) continue;
    const one = begin(run, id, fix);
    left.push(one);
    seenInside(run, one, fix);
  }
  // Set to undefined, not deleted: an object that lost a property is slow from then on.
  if (left !== dwells) state.stays = left.length > 0 ? left : undefined;
}

/** A loop, since every fix runs this and a closure costs more than checking the few entries. */
function holds(inside: readonly Fence[], placeId: number): boolean {
  for (const { id } of inside) if (id === placeId) return true;
  return false;
}

function isOpen(dwells: readonly OpenDwell[], id: number): boolean {
  for (const { placeId } of dwells) if (placeId === id) return true;
  return false;
}

/** Ends all dwells at the last fix in each. */
export function endDwells(run: Run): void {
  const { state } = run;
  for (const open of state.stays ?? [])
    if (open.toldAt !== null) run.facts.push(dwellOf(open, open.leftAt ?? open.seenAt));
  state.stays = undefined;
}

function begin({ state }: Run, placeId: number, fix: Fix): OpenDwell {
  return {
    placeId,
    hash: fix.hash,
    start: fix.time,
    seenAt: fix.time,
    fixes: 0,
    toldAt: null,
    startM: state.travelledM,
    lastM: state.travelledM,
    leftAt: null,
    outside: 0,
    halts: [],
  };
}

function seenInside(run: Run, open: OpenDwell, fix: Fix): void {
  const { settings } = run.context;
  open.outside = 0;
  open.leftAt = null;
  open.seenAt = fix.time;
  open.lastM = run.state.travelledM;
  open.fixes = Math.min(settings.visitFixes, open.fixes + 1);
  watchHalt(run, open, fix);
  if (open.toldAt !== null) return;
  if (open.fixes < settings.visitFixes && fix.time - open.start < settings.visitS * 1000) return;
  if ((isDepot(open.placeId) || open.halts.some(isLongEnough)) && take(run, 'stays', 1) > 0) open.toldAt = run.now;
}

/** True when the dwell is over, or was never confirmed. */
function seenOutside(run: Run, open: OpenDwell, fix: Fix): boolean {
  const { visitFixes, visitS } = run.context.settings;
  open.leftAt ??= fix.time;
  open.outside += 1;
  const isGone = open.outside >= visitFixes || fix.time - open.leftAt >= visitS * 1000;
  if (open.toldAt !== null && !isGone) return false;
  if (open.toldAt !== null) run.facts.push(dwellOf(open, open.leftAt));
  open.outside = -1;
  return true;
}

/**
 * Updates where and how long the vehicle stands within a dwell. This is finer than the stops of a trip: the next door
 * is another halt.
 */
function watchHalt({ context }: Run, open: OpenDwell, fix: Fix): void {
  const last = open.halts.at(-1);
  if (fix.speedKph >= context.settings.movingKph) {
    if (last) last.moved = true;
    return;
  }
  if (!last) {
    open.halts.push(haltAt(fix));
    return;
  }
  if (between(last, fix) < SAME_HALT_M || isFull(open)) {
    extend(last, fix);
    return;
  }
  last.away ??= { time: fix.time, lat: fix.lat, lon: fix.lon, fixes: 0 };
  if (between(last.away, fix) >= SAME_HALT_M) last.away = { time: fix.time, lat: fix.lat, lon: fix.lon, fixes: 0 };
  last.away.fixes += 1;
  if (!last.moved && last.away.fixes < ELSEWHERE) return;
  const { time, lat, lon } = last.away;
  last.away = undefined;
  last.moved = undefined;
  const next = { ...haltAt(fix), from: time, lat: (lat + fix.lat) / 2, lon: (lon + fix.lon) / 2 };
  open.halts = [...open.halts.filter(isLongEnough), next];
}

const isFull = ({ halts }: OpenDwell): boolean => halts.length >= MAX_HALTS;
const isLongEnough = ({ from, to }: OpenHalt): boolean => to - from >= SHORTEST_HALT_MS;
const haltAt = ({ time, lat, lon }: Fix): OpenHalt => ({ from: time, to: time, lat, lon, fixes: 1 });

/** Fixes in the mean of a halt. */
const MEAN_OF = 50;

function extend(halt: OpenHalt, fix: Fix): void {
  halt.to = fix.time;
  // Over the 180th meridian the newest fix replaces the mean.
  halt.fixes = Math.abs(fix.lon - halt.lon) > 180 ? 1 : Math.min(MEAN_OF, halt.fixes + 1);
  halt.lat += (fix.lat - halt.lat) / halt.fixes;
  halt.lon += (fix.lon - halt.lon) / halt.fixes;
  halt.away = undefined;
  halt.moved = undefined;
}

/** A dwell as a fact; `end` (epoch milliseconds) is null while ongoing. */
export function dwellOf(open: OpenDwell, end: number | null): Dwell {
  const { placeId, start, hash, toldAt, seenAt, halts, startM, lastM } = open;
  return {
    kind: 'stay',
    key: `stay:${placeId}:${start}:${hash}`,
    confirmedAt: toldAt ?? start,
    placeId,
    start,
    end,
    durationS: Math.max(0, (end ?? seenAt) - start) / 1000,
    seenAt,
    startM: round(startM),
    endM: round(lastM),
    halts: halts.filter(isLongEnough).map(haltFact),
  };
}

/** Coordinates of halts are rounded to some 10 cm. */
const PRECISION = 1e6;
const exact = (degrees: number): number => Math.round(degrees * PRECISION) / PRECISION;
const haltFact = ({ from, to, lat, lon }: OpenHalt): Halt => ({ from, to, lat: exact(lat), lon: exact(lon) });
