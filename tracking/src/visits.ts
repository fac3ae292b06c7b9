import { fencesAt, fencesNearLeg, type IndexedFence, MANY_FENCES, MAX_SIMULTANEOUS_FENCES } from './fence-index.ts';
import type { Visit } from './fact.ts';
import { type LegPart, partInside } from './leg-inside.ts';
import { holdsPlace } from './outline.ts';
import { between } from './geo.ts';
import { round } from './legs.ts';
import { noteCrowd, take } from './pots.ts';
import type { Run } from './run.ts';
import type { Fix } from './motion-state.ts';
import type { OnLeg, OpenVisit } from './visit-state.ts';

/** A vehicle entered or left a geofence, after hysteresis. */
export interface Crossing {
  fenceId: number;
  enters: boolean;
  /** Time of the first fix on the new side. */
  at: number;
  /** False when the geofence changed, not the vehicle: it was drawn, reshaped, or now applies to other vehicles. */
  driven: boolean;
}

export const NO_CROSSINGS: readonly Crossing[] = [];

/** The most segments checked per leg for entering and leaving geofences, oldest geofences first: some milliseconds. */
const MAX_SEGMENTS = 50_000;

/**
 * Checks the geofences for an accepted fix. A visit lasts from the first fix inside to the first fix outside. It begins
 * and ends only after several fixes or seconds on the other side, so that one bad fix neither creates nor splits a
 * visit. A geofence that can be crossed between two fixes also has a visit where the vehicle was inside for too few
 * fixes, or for none. When `pots.ts` limits the number, visits to the oldest geofences begin first; the others begin
 * once there is room, if it is still inside.
 * @param before the previous accepted fix; null for the first of the installation
 * @param isStraight whether it drove from there on the straight line; see `straight-leg.ts`
 */
export function visit(run: Run, fix: Fix, before: Fix | null, isStraight: boolean): readonly Crossing[] {
  const { state, context } = run;
  const leg = isStraight && before ? { from: before, to: fix, work: { segments: 0 } } : null;
  const inside = fencesAt(context.fences, fix, context.excludedFences);
  const near = leg ? fencesNearLeg(context.fences, leg.from, leg.to, context.excludedFences) : NO_FENCES;
  if (inside.length === 0 && state.visits.length === 0 && near.length === 0) return NO_CROSSINGS;
  const crossings: Crossing[] = [];
  // Excludes geofences with an open or just ended visit: the leg alone does not decide about them.
  const known = near.length > 0 ? new Set([...state.visits.map(({ fenceId }) => fenceId), ...idsOf(inside)]) : null;
  let ended = false;
  const ids = inside.length > MANY_FENCES ? new Set(idsOf(inside)) : null;
  const isInside = (fenceId: number) => ids?.has(fenceId) ?? inside.some(({ id }) => id === fenceId);
  for (const open of state.visits) {
    if (isInside(open.fenceId)) seenInside(run, open, fix, crossings);
    else ended = seenOutside(run, open, fix, { before, leg }, crossings) || ended;
  }
  if (ended) state.visits = state.visits.filter(({ outside }) => outside >= 0);
  if (inside.length >= MAX_SIMULTANEOUS_FENCES) noteCrowd(run, 'areas');
  for (const fence of entered(run, inside)) {
    const open = begin(run, fence, fix, { before, leg });
    state.visits.push(open);
    seenInside(run, open, fix, crossings);
  }
  if (leg && known) {
    passBy(
      run,
      leg,
      near.filter(({ id }) => !known.has(id)),
      crossings,
    );
    crossings.sort((a, b) => a.at - b.at);
  }
  return crossings;
}

/** Returns the geofences around it that have no visit yet, as many as may begin. */
function entered(run: Run, inside: readonly IndexedFence[]): readonly IndexedFence[] {
  const { visits } = run.state;
  const visited = inside.length > MANY_FENCES ? new Set(visits.map(({ fenceId }) => fenceId)) : null;
  let fresh: IndexedFence[] | null = null;
  for (const fence of inside) {
    if (visited?.has(fence.id) ?? visits.some(({ fenceId }) => fenceId === fence.id)) continue;
    (fresh ??= []).push(fence);
  }
  if (!fresh) return NO_FENCES;
  const taken = take(run, 'visits', fresh.length);
  return taken === fresh.length ? fresh : fresh.toSorted((a, b) => a.id - b.id).slice(0, taken);
}

const NO_FENCES: readonly IndexedFence[] = [];
const idsOf = (fences: readonly IndexedFence[]) => fences.map(({ id }) => id);

/** Two accepted fixes, between which it drove on the straight line. */
interface StraightLeg {
  from: Fix;
  to: Fix;
  /** The number of segments checked for it. */
  work: { segments: number };
}

/** Returns the part of the leg inside a geofence; null also where the limit of segments for this leg is exceeded. */
const partOf = (fence: IndexedFence, { from, to, work }: StraightLeg): LegPart | null =>
  work.segments > MAX_SEGMENTS ? null : partInside(fence, from, to, work);

interface Came {
  before: Fix | null;
  leg: StraightLeg | null;
}

/** Records visits to geofences that it was in only between two fixes. */
function passBy(run: Run, leg: StraightLeg, fences: readonly IndexedFence[], crossings: Crossing[]): void {
  for (const fence of fences) {
    const part = partOf(fence, leg);
    // The previous fix was inside, but without a visit: the geofence has just been created.
    if (!part || part.from <= 0) continue;
    if (take(run, 'visits', 1) === 0) return;
    foundBetween(run, fence.id, { in: on(run, leg, part.from), out: on(run, leg, part.to) }, leg.to.hash, crossings);
  }
}

function on({ state }: Run, { from, to }: StraightLeg, part: number): OnLeg {
  return {
    at: Math.round(from.time + part * (to.time - from.time)),
    kph: from.speedKph + part * (to.speedKph - from.speedKph),
    travelledM: state.travelledM - (1 - part) * between(from, to),
  };
}

function foundBetween(run: Run, fenceId: number, way: { in: OnLeg; out: OnLeg }, hash: number, crossings: Crossing[]) {
  const { at: start } = way.in;
  const { at: end } = way.out;
  run.facts.push({
    kind: 'visit',
    key: `visit:${fenceId}:${start}:${hash}`,
    confirmedAt: run.now,
    fenceId,
    start,
    end,
    durationS: Math.max(0, end - start) / 1000,
    distanceM: round(Math.max(0, way.out.travelledM - way.in.travelledM)),
    entryKph: round(way.in.kph),
    exitKph: round(way.out.kph),
    betweenFixes: true,
  });
  crossings.push({ fenceId, enters: true, at: start, driven: true }, { fenceId, enters: false, at: end, driven: true });
}

function begin(run: Run, fence: IndexedFence, fix: Fix, { before, leg }: Came): OpenVisit {
  const { travelledM } = run.state;
  const part = leg && fence.betweenFixes === true ? partOf(fence, leg) : null;
  return {
    hash: fix.hash,
    fenceId: fence.id,
    start: fix.time,
    entryKph: fix.speedKph,
    entryPlace: { lat: fix.lat, lon: fix.lon },
    confirmedAt: null,
    fixes: 0,
    startM: travelledM,
    lastM: travelledM,
    leftAt: null,
    leftKph: 0,
    outside: 0,
    // The previous fix was inside too, but without a visit: the geofence or the installation has just begun.
    ...((before === null || holdsPlace(fence, before)) && { wasInside: true }),
    ...(leg && part && part.from > 0 && { enteredOnLeg: on(run, leg, part.from) }),
  };
}

function seenInside(run: Run, open: OpenVisit, fix: Fix, crossings: Crossing[]): void {
  const { visitFixes, visitS } = run.context.settings;
  open.outside = 0;
  open.leftAt = null;
  if (open.fenceLeft === true) open.fenceLeft = undefined;
  open.lastM = run.state.travelledM;
  if (open.confirmedAt !== null) return;
  open.fixes += 1;
  if (open.fixes < visitFixes && fix.time - open.start < visitS * 1000) return;
  open.confirmedAt = run.now;
  crossings.push({ fenceId: open.fenceId, enters: true, at: open.start, driven: open.wasInside !== true });
}

/** True when the visit is over, or was never confirmed. */
function seenOutside(run: Run, open: OpenVisit, fix: Fix, { before, leg }: Came, crossings: Crossing[]): boolean {
  const { visitFixes, visitS } = run.context.settings;
  if (open.leftAt === null) {
    open.leftAt = fix.time;
    open.leftKph = fix.speedKph;
    // It was inside up to some point on this leg, whose time counts too.
    open.lastM = run.state.travelledM;
    if (before !== null && !holdsAt(run, open.fenceId, before)) open.fenceLeft = true;
  }
  open.outside += 1;
  const isGone = open.outside >= visitFixes || fix.time - open.leftAt >= visitS * 1000;
  if (open.confirmedAt !== null && !isGone) return false;
  const part: LegPart | null = open.confirmedAt === null && open.enteredOnLeg && leg ? leftOn(run, open, leg) : null;
  if (open.enteredOnLeg && leg && part) {
    foundBetween(run, open.fenceId, { in: open.enteredOnLeg, out: on(run, leg, part.to) }, open.hash, crossings);
  }
  if (open.confirmedAt !== null) {
    run.facts.push(visitOf(open, open.confirmedAt, open.leftAt, open.leftAt));
    crossings.push({ fenceId: open.fenceId, enters: false, at: open.leftAt, driven: open.fenceLeft !== true });
  }
  open.outside = -1;
  return true;
}

/**
 * Returns where it left a geofence in which it was too briefly for a visit; null if the geofence has changed since.
 */
function leftOn({ context }: Run, { fenceId }: OpenVisit, leg: StraightLeg): LegPart | null {
  const fence = context.fences.byId.get(fenceId);
  if (fence?.betweenFixes !== true || context.excludedFences?.has(fenceId) === true) return null;
  const part = partOf(fence, leg);
  return part?.from === 0 && part.to < 1 ? part : null;
}

/** True when a geofence, in its current form, applies to the vehicle and contains a fix. */
function holdsAt({ context }: Run, fenceId: number, fix: Fix): boolean {
  const fence = context.fences.byId.get(fenceId);
  return fence !== undefined && context.excludedFences?.has(fenceId) !== true && holdsPlace(fence, fix);
}

/**
 * A visit as a fact; `end` is null while ongoing. A visit that began with a change of its geofence may begin after the
 * newest fix.
 */
export function visitOf(open: OpenVisit, confirmedAt: number, end: number | null, until: number): Visit {
  return {
    kind: 'visit',
    key: `visit:${open.fenceId}:${open.start}:${open.hash}`,
    confirmedAt,
    fenceId: open.fenceId,
    start: open.start,
    end: end === null ? null : Math.max(end, open.start),
    durationS: Math.max(0, until - open.start) / 1000,
    distanceM: round(Math.max(0, open.lastM - open.startM)),
    entryKph: round(open.entryKph),
    exitKph: end === null ? null : round(open.leftKph),
  };
}
